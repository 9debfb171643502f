/**
 * A proxy that simulates a phone's network, and page metrics behind it. Lighthouse computes its figures from
 * a visit over a fast link; here the same link is simulated byte by byte.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { spreadOf } from './stats.ts';

/** Lighthouse's mid-range phone: 1.6 Mbit/s down, 150 ms round trip, CPU throttled to a quarter. */
const bytesPerMs = 200;
const roundTripMs = 150;
const slowdown = 4;
const packetBytes = 1_460;
/** Bytes per tick of 4 ms; timers are not finer. */
const turnBytes = 4 * bytesPerMs;

interface Queue {
  readonly to: Socket;
  readonly waiting: Buffer[];
}

/** Removes a packet from the queue. */
function nextPacket({ waiting }: Queue): Buffer {
  const [first = Buffer.alloc(0)] = waiting;
  if (first.length > packetBytes) waiting[0] = first.subarray(packetBytes);
  else waiting.shift();
  return first.subarray(0, packetBytes);
}

/** Sends queued packets, round robin over the connections, at the link's rate. */
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

/** Opens the link to a local port; returns its own port. */
async function openLink(port: number): Promise<{ port: number; close(): void }> {
  const queues = new Set<Queue>();
  const stopping = new AbortController();
  const server = createServer((phone) => {
    const shop = connect(port, '127.0.0.1');
    const queue: Queue = { to: phone, waiting: [] };
    queues.add(queue);
    // A connection opens after one round trip; bytes then take half of one.
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

/** Long enough for a page to load. */
const visitMs = 5_000;

interface Paints {
  firstWords: number;
  largest: number;
  /** Time of hydration: scripts handle input from then on. */
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

/** Median times of first contentful paint, largest contentful paint and hydration over such a link, in ms. */
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
