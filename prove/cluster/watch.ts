/** Asks for pages all the time and remembers what failed. */
import { setTimeout as sleep } from 'node:timers/promises';

const everyMs = 200;
const tellAboveMs = 1_500;

export interface Watch {
  /** Pages asked for so far. */
  readonly asked: number;
  /** Every page that did not come: when, which, why. */
  readonly failed: readonly string[];
  /** The longest time without a page, for all visitors together. */
  readonly longestGapMs: number;
  /** The longest that one of them waited for a page. */
  readonly slowestMs: number;
  stop(): Promise<void>;
}

/** Asks for each page in turn as different visitors do: over a new connection, whether or not the one before has come. */
export function watchPages(url: string, paths: readonly string[]): Watch {
  const failed: string[] = [];
  let [asked, longestGapMs, slowestMs, lastMs, open] = [0, 0, 0, performance.now(), true];
  const ask = async (path: string) => {
    asked += 1;
    const began = performance.now();
    const problem = await fetch(url + path, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(5_000),
    })
      .then(async (reply) => {
        const text = await reply.text();
        return reply.status === 200 && text.includes('</html>') ? undefined : `${reply.status}`;
      })
      .catch((error: Error) => String(error.cause ?? error));
    if (problem !== undefined) failed.push(`${new Date().toISOString()} ${path}: ${problem}`);
    else {
      slowestMs = Math.max(slowestMs, performance.now() - began);
      const gapMs = performance.now() - lastMs;
      if (gapMs > tellAboveMs)
        console.log(`${new Date().toISOString()} ${path}: ${Math.round(gapMs)} ms without a page`);
      longestGapMs = Math.max(longestGapMs, gapMs);
      lastMs = performance.now();
    }
  };
  const asking = (async () => {
    const asks: Promise<void>[] = [];
    for (let n = 0; open; n += 1) {
      asks.push(ask(paths[n % paths.length] ?? '/'));
      await sleep(everyMs);
    }
    await Promise.all(asks);
  })();
  return {
    get asked() {
      return asked;
    },
    failed,
    get longestGapMs() {
      return Math.max(longestGapMs, performance.now() - lastMs);
    },
    get slowestMs() {
      return slowestMs;
    },
    async stop() {
      open = false;
      await asking;
    },
  };
}
