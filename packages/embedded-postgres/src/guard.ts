/**
 * The process that runs one embedded PostgreSQL for as long as anybody holds it. It has a session of its own, so that
 * Ctrl-C reaches the shop alone. Holders share a lock, which the kernel gives back when one dies by any means: when the
 * guard gets it for itself, nobody is left, and nobody can come before the server has stopped.
 */
import { rmSync } from 'node:fs';
import { explainFile } from './errors.ts';
import { partsOf } from './home.ts';
import { type Lock, takeLock, tryLock } from './lock.ts';
import { runServer, type ServerSettings } from './server.ts';

const order: ServerSettings = JSON.parse(process.argv[2] ?? '');
const { cluster, lock, holders } = partsOf(order.home);

// Its own process title: `killall node` must not end the guard.
process.title = `giftlane-guard ${order.home}`;
// Its holders decide when it ends. A shutdown of the machine or a closed terminal ends them as well.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
process.umask(0o077);

// Waits: a process that checks for a guard holds this lock for a moment.
if (await takeLock(lock, 'exclusive', 500)) await guard();
process.exit();

async function guard(): Promise<void> {
  const abandoned = new AbortController();
  let alone: Lock | undefined;
  setInterval(() => {
    try {
      alone ??= tryLock(holders, 'exclusive');
      if (alone) abandoned.abort();
    } catch {
      abandoned.abort(); // The folder was deleted.
    }
  }, 50);
  try {
    await runServer(order, abandoned.signal);
  } catch (error) {
    if (!abandoned.signal.aborted) {
      console.error(error);
      // To the one who started the guard.
      const told = explainFile(error);
      process.stdout.write(told instanceof Error ? told.message : `${told}`);
      return;
    }
  }
  // Last of all the locks: those who wait look at them.
  for (const path of order.temporary ? [cluster, order.home] : [])
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}
