/**
 * The process that owns one embedded PostgreSQL. It runs in a session of its own, so that Ctrl-C
 * reaches the shop alone, and lives as long as somebody holds it: the one who started it through
 * the pipe on its standard input, others through its door. The kernel ends both when a holder dies
 * by any means. When the last holder has left, it stops the server and goes.
 */
import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openDoor } from './door.ts';
import { tryLock } from './lock.ts';
import { logFile } from './postmaster.ts';
import { fileProblem } from './problems.ts';
import { serve } from './serve.ts';
import { type Channel, channel, type News, type Order } from './wire.ts';

const logLimitBytes = 5_000_000;

// A name of its own: whoever ends all programs called node must not end the guard with them.
process.title = 'giftlane-guard';
// Its holders decide when it ends. A shutdown of the machine or a closed terminal ends them as well.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
process.umask(0o077);

const starter = channel(process.stdin, process.stdout);
const first = await starter.next();
if (first?.order) await guard(first.order, starter);
process.exit();

async function guard(order: Order, starter: Channel): Promise<void> {
  const holders = gather();
  holders.add(starter);
  const abort = new AbortController();
  void holders.left.then(() => abort.abort());
  const undo: (() => void)[] = [];
  try {
    const lock = tryLock(join(order.home, 'lock'));
    if (!lock) return starter.send({ news: { state: 'busy' } });
    undo.push(lock.release);
    startLog(order.home);
    const door = await openDoor(order.home, holders.add);
    undo.push(door.close);
    const served = await serve(order, abort.signal);
    const { port, pid, adopted } = served;
    holders.tell({ state: 'ready', port, pid, adopted });
    const last = await holders.left;
    await served.stop(last.closed);
    if (order.temporary) rmSync(order.home, { recursive: true, force: true });
  } catch (error) {
    if (abort.signal.aborted) return;
    console.error(error);
    const told = fileProblem(error);
    holders.tell({ state: 'failed', message: told instanceof Error ? told.message : `${told}` });
  } finally {
    for (const step of undo.reverse()) step();
  }
}

/** Those who hold the watchdog. `left` resolves once, with the last of them. */
function gather() {
  const holders = new Set<Channel>();
  const left = Promise.withResolvers<Channel>();
  let news: News = { state: 'starting' };
  const leave = (holder: Channel) => {
    if (!holders.delete(holder)) return;
    if (holders.size > 0) return holder.end();
    news = { state: 'stopping' };
    left.resolve(holder);
  };
  const add = async (holder: Channel) => {
    holder.send({ news });
    if (news.state === 'stopping') return;
    holders.add(holder);
    while (await holder.next()) leave(holder); // There is only one message a holder sends.
    leave(holder);
  };
  const tell = (latest: News) => {
    if (news.state === 'stopping') return;
    news = latest;
    for (const holder of holders) holder.send({ news });
  };
  return { add: (holder: Channel) => void add(holder), tell, left: left.promise };
}

/** Begins a new log file when the old one has become long; one old one is kept. */
function startLog(home: string): void {
  const size = statSync(logFile(home), { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimitBytes) renameSync(logFile(home), `${logFile(home)}.1`);
}
