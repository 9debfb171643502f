import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { knock } from './door.ts';
import { minutes, seconds } from './durations.ts';
import { logFile } from './postmaster.ts';
import { DatabaseUnavailable, unavailable } from './problems.ts';
import { type Channel, channel, type News, type Order } from './wire.ts';

/** A share in a running database: as long as one is held, the watchdog keeps it up. */
export type Lease = {
  port: number;
  /** Whether the server ran before, for another holder or without any. */
  adopted: boolean;
  /** Resolves when the watchdog has gone: after `leave`, or because it was killed. */
  closed: Promise<void>;
  /** Gives the share back. Resolves when the server has stopped, or at once when others hold it. */
  leave(): Promise<void>;
};

const watchdogProgram = fileURLToPath(new URL('./watchdog.ts', import.meta.url));
const lockedLimitMs = minutes(1);
const silentLimit = 3;

/**
 * Takes a share in the database of a home from the watchdog that runs it, or starts a watchdog.
 * Waits for one that is still stopping. Throws a `DatabaseUnavailable` that says what to do.
 */
export async function takeLease(order: Order): Promise<Lease> {
  const deadline = Date.now() + lockedLimitMs;
  let silent = 0;
  for (;;) {
    const known = await knock(order.home);
    const link = known?.guest ?? startWatchdog(order);
    const news = await decision(link, known?.news);
    if (news?.state === 'ready') return lease(link, news, known !== undefined);
    if (news?.state === 'failed') throw new DatabaseUnavailable(news.message);
    if (news?.state === 'stopping') await link.closed;
    else if (news) await sleep(50);
    else silent += 1;
    if (silent >= silentLimit) {
      throw unavailable(`its watchdog ends by itself (see ${logFile(order.home)}).`);
    }
    if (Date.now() > deadline) {
      throw unavailable(`another process keeps ${order.home} locked and does not answer.`);
    }
  }
}

/** The first news that is not "starting"; undefined when the watchdog died before. */
async function decision(link: Channel, known: News | undefined): Promise<News | undefined> {
  let news = known;
  while (!news || news.state === 'starting') {
    const message = await link.next();
    if (!message) return undefined;
    news = message.news;
  }
  return news;
}

function lease(link: Channel, news: News & { state: 'ready' }, shared: boolean): Lease {
  link.keepAwake(false);
  return {
    port: news.port,
    adopted: shared || news.adopted,
    closed: link.closed,
    async leave() {
      link.keepAwake(true);
      link.send({ leave: true });
      const limit = sleep(seconds(45), 'late' as const, { ref: false });
      if ((await Promise.race([link.closed, limit])) === 'late') {
        throw new Error('the embedded PostgreSQL did not stop in time');
      }
      link.end();
    },
  };
}

function startWatchdog(order: Order): Channel {
  const log = openSync(logFile(order.home), 'a', 0o600);
  // The home on its command line only tells a person which database it guards.
  const child = spawn(process.execPath, ['--no-warnings', watchdogProgram, order.home], {
    detached: true,
    cwd: '/',
    // The cache of compiled programs, where one is set, saves the guard half of its memory.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ['pipe', 'pipe', log],
  });
  closeSync(log);
  child.unref();
  if (!child.stdout || !child.stdin) throw new Error('a piped process has no pipes');
  const link = channel(child.stdout, child.stdin);
  child.on('error', () => link.end()); // Ends the talk, which is then seen as a silent watchdog.
  link.send({ order });
  return link;
}
