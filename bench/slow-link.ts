/**
 * A phone's link in front of a running shop, and what a page is like at its end. Lighthouse computes its
 * figures from a visit on a fast link; this is the same link, carried by bytes.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { spreadOf } from './stats.ts';

/** Lighthouse's middling phone: 1.6 Mbit/s down, 150 ms there and back, a processor at a quarter. */
const bytesPerMs = 200;
const roundTripMs = 150;
const slowdown = 4;
const packetBytes = 1_460;
/** So much goes out in one turn; a timer is not finer. */
const turnBytes = 4 * bytesPerMs;

interface Queue {
  readonly to: Socket;
  readonly waiting: Buffer[];
}

/** Takes a packet from the queue. */
function nextPacket({ waiting }: Queue): Buffer {
  const [first = Buffer.alloc(0)] = waiting;
  if (first.length > packetBytes) waiting[0] = first.subarray(packetBytes);
  else waiting.shift();
  return first.subarray(0, packetBytes);
}

/** Sends what waits, a packet of each connection in turn, no faster than the link is. */
async function carry(queues: ReadonlySet<Queue>, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    let sent = 0;
    while (sent < turnBytes) {
      const waiting = [...queues].filter((queue) => queue.waiting.length > 0);
      if (waiting.length === 0) break;
      for (const queue of waiting) {
        const packet = nextPacket(queue);
        sent += packet.length;
        setTimeout(() => queue.to.writable && queue.to.write(packet), roundTripMs / 2);
      }
    }
    await sleep(Math.max(1, sent / bytesPerMs));
  }
}

/** Opens the link to a port of this machine; answers its own port. */
async function openLink(port: number): Promise<{ port: number; close(): void }> {
  const queues = new Set<Queue>();
  const stopping = new AbortController();
  const server = createServer((phone) => {
    const shop = connect(port, '127.0.0.1');
    const queue: Queue = { to: phone, waiting: [] };
    queues.add(queue);
    // The way there, and once more there and back before a connection is open.
    const openAt = performance.now() + roundTripMs;
    phone.on('data', (bytes) => {
      const waitMs = Math.max(0, openAt - performance.now()) + roundTripMs / 2;
      setTimeout(() => shop.writable && shop.write(bytes), waitMs);
    });
    shop.on('data', (bytes) => queue.waiting.push(bytes));
    const end = () => {
      queues.delete(queue);
      phone.destroy();
      shop.destroy();
    };
    for (const socket of [phone, shop]) socket.on('close', end).on('error', end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  void carry(queues, stopping.signal);
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      stopping.abort();
      server.close();
    },
  };
}

/** Long enough for all of a page to come. */
const visitMs = 5_000;

interface Paints {
  firstWords: number;
  largest: number;
  /** From when on the page's scripts act on what is pressed. */
  takenOver: number;
}

async function visit(browser: Browser, url: string): Promise<Paints> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(`new PerformanceObserver((list) => {
    window.largest = list.getEntries().at(-1).startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('#root:not([data-drawn])')) return;
    window.takenOver = performance.now();
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true, attributes: true })`);
  await page.goto(url);
  await sleep(visitMs);
  const paints = await page.evaluate<Paints>(`({
    firstWords: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    largest,
    takenOver,
  })`);
  await context.close();
  return paints;
}

/** When the first words, the largest paint and the scripts of a page are there at the end of such a link, in ms. */
export async function paintsOnSlowLink(
  browser: Browser,
  url: string,
  times: number,
): Promise<Paints> {
  const { port, pathname } = new URL(url);
  const link = await openLink(Number(port));
  try {
    const seen: Paints[] = [];
    for (let time = 0; time < times; time++)
      seen.push(await visit(browser, `http://localhost:${link.port}${pathname}`));
    const middle = (name: keyof Paints) => spreadOf(seen.map((paints) => paints[name])).median;
    return {
      firstWords: middle('firstWords'),
      largest: middle('largest'),
      takenOver: middle('takenOver'),
    };
  } finally {
    link.close();
  }
}
