import { setTimeout as sleep } from 'node:timers/promises';
import { serverAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { type Cluster, passwordKnown, prepareCluster } from './cluster.ts';
import { minutes, seconds } from './durations.ts';
import { clusterIn } from './place.ts';
import {
  findOrphan,
  type Postmaster,
  type StartWish,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import type { Order } from './wire.ts';

/** A server that dies more often than this in a minute is started again after a pause. */
const deathsPerMinute = 10;
const longestPauseMs = seconds(5);
const endsWithinMs = seconds(5);

/** A database that is up and is kept up. */
export type Served = {
  port: number;
  pid: number;
  /** Whether it already ran, left behind by a watchdog that was killed. */
  adopted: boolean;
  stop(hurry: Promise<unknown>): Promise<void>;
};

/**
 * Brings the database of a home up: adopts a server that still runs, or creates and starts one,
 * and starts it again under the same port whenever it dies, until `abort`: what keeps it from
 * starting, such as a full disk, may go away. Call it under the home's lock.
 */
export async function serve(order: Order, abort: AbortSignal): Promise<Served> {
  const folder = clusterIn(order.home);
  const account = serverAccount(folder);
  const binaries = await findBinaries(account);
  const cluster = { home: order.home, folder, binaries, account };
  const orphan = await adopt(cluster, order);
  if (!orphan) await prepareCluster(cluster, abort);
  let server = orphan ?? (await startPostmaster(cluster, { ...order, abort }));
  const { port } = server;
  const keepUp = async (): Promise<never> => {
    const deaths: number[] = [];
    for (;;) {
      await server.exited;
      abort.throwIfAborted();
      if (diesOften(deaths)) await sleep(longestPauseMs, undefined, { signal: abort });
      server = await startAgain(cluster, { settings: order.settings, port, abort });
      // It came up in the very moment in which the last holder left: nobody else knows of it.
      if (abort.aborted) await stopPostmaster(server, Promise.resolve());
    }
  };
  const ended = keepUp().catch((error) => {
    if (!abort.aborted) throw error;
  });
  return {
    port,
    pid: server.pid,
    adopted: orphan !== undefined,
    async stop(hurry) {
      await stopPostmaster(server, hurry);
      // One that was just being started again ends too.
      await Promise.race([ended, sleep(endsWithinMs)]);
    },
  };
}

/** Starts a server that died, however often it takes; one that came up after all is taken over. */
async function startAgain(cluster: Cluster, wish: StartWish): Promise<Postmaster> {
  for (let pauseMs = 200; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return (await findOrphan(cluster)) ?? (await startPostmaster(cluster, wish));
    } catch (error) {
      wish.abort.throwIfAborted();
      console.error(error);
      await sleep(pauseMs, undefined, { signal: wish.abort });
    }
  }
}

async function adopt(cluster: Cluster, order: Order): Promise<Postmaster | undefined> {
  const orphan = await findOrphan(cluster);
  if (!orphan) return undefined;
  const wished = order.port === undefined || order.port === orphan.port;
  if (wished && passwordKnown(cluster.home)) return orphan;
  await stopPostmaster(orphan, Promise.resolve());
  return undefined;
}

/** Notes a death; whether there were too many of late. */
function diesOften(deaths: number[]): boolean {
  const now = Date.now();
  deaths.push(now);
  while (now - (deaths[0] ?? now) >= minutes(1)) deaths.shift();
  return deaths.length > deathsPerMinute;
}
