/**
 * The certificates that webhooks name: fetched from the provider's own host alone, one at a time and few a
 * minute, and kept. Who names other addresses all the time delays nothing whose certificate is here.
 */
import { minutes, seconds } from '../../../platform/process/durations.ts';
import { ask } from '../../ask.ts';
import { type Leaf, readLeaf } from './chain.ts';

/** A certificate; `none` where there is none to be had; undefined when that is not known now. */
export type CertificateLookup = Leaf | 'none' | undefined;

export interface Certificates {
  /** What is known of an address without asking. */
  held(url: string): CertificateLookup;
  /** Fetches a certificate that is not cached, within the rate limit. */
  fetch(url: string): Promise<CertificateLookup>;
  /** Whether this provider is known to sign by certificates that can be checked here. */
  readonly signs: boolean;
}

const paypal = /^api(?:-m)?(\.sandbox)?\.paypal\.com$/;
const certificatePath = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/;
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** PayPal's two hosts of one environment are one; a stand-in is its own origin. Plain http goes no further than this machine. */
function isPinned(url: URL, api: URL): boolean {
  if (url.href !== url.origin + url.pathname) return false;
  const ours = paypal.exec(api.hostname);
  const theirs = paypal.exec(url.hostname);
  if (ours)
    return (
      url.protocol === 'https:' &&
      !url.port &&
      theirs?.[1] === ours[1] &&
      !!theirs &&
      certificatePath.test(url.pathname)
    );
  const base = api.pathname.replace(/\/$/, '');
  const safe = url.protocol === 'https:' || isLoopback(url.hostname);
  const below =
    url.pathname.startsWith(base) && certificatePath.test(url.pathname.slice(base.length));
  return safe && url.origin === api.origin && below;
}

const mostBytes = 32 * 1024;
const mostWaitMs = seconds(5);
const mostWaiting = 20;
const mostAMinute = 30;
const mostHeld = 64;
const mostMissing = 1_000;
const missingForMs = minutes(10);

/** A bounded cache that drops the oldest. */
function put<T>(kept: Map<string, T>, key: string, value: T, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}

/** Makes an empty store for the provider behind an API. */
export function makeCertificates({ apiUrl }: { readonly apiUrl: string }): Certificates {
  const api = new URL(apiUrl);
  const isPayPal = paypal.test(api.hostname);
  const leaves = new Map<string, Leaf>();
  const missing = new Map<string, number>();
  const underWay = new Map<string, Promise<CertificateLookup>>();
  let line: Promise<unknown> = Promise.resolve();
  let minute = { began: 0, asked: 0 };

  function held(address: string): CertificateLookup {
    const url = URL.parse(address);
    if (!url || !isPinned(url, api)) return 'none';
    const leaf = leaves.get(url.href);
    if (leaf && leaf.untilMs > Date.now()) return leaf;
    return (missing.get(url.href) ?? 0) > Date.now() ? 'none' : undefined;
  }

  const isTooOften = () => {
    const now = performance.now();
    if (now - minute.began > minutes(1)) minute = { began: now, asked: 0 };
    minute.asked += 1;
    return minute.asked > mostAMinute;
  };

  async function get(url: URL): Promise<CertificateLookup> {
    if (isTooOften()) return undefined;
    const answer = await ask({
      method: 'GET',
      url: url.href,
      headers: {},
      deadline: AbortSignal.timeout(mostWaitMs),
      maxBytes: mostBytes,
    });
    // That may pass: it is asked for again with the next event.
    if (answer.kind === 'unknown' || answer.status >= 500 || answer.status === 429)
      return undefined;
    const local = url.protocol === 'http:';
    const leaf = answer.status === 200 && readLeaf(answer.text, { host: url.hostname, local });
    if (leaf) put(leaves, url.href, leaf, mostHeld);
    else put(missing, url.href, Date.now() + missingForMs, mostMissing);
    return leaf || 'none';
  }

  return {
    held,
    async fetch(address) {
      const known = held(address);
      const url = URL.parse(address);
      if (known || !url) return known;
      const running = underWay.get(url.href);
      if (running) return running;
      if (underWay.size >= mostWaiting) return undefined;
      const asked = line.then(() => get(url)).finally(() => underWay.delete(url.href));
      underWay.set(url.href, asked);
      line = asked.catch(() => undefined);
      return asked;
    },
    get signs() {
      return isPayPal || leaves.values().some(({ trusted }) => trusted);
    },
  };
}
