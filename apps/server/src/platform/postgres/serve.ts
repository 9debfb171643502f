import { minutes } from '../durations.ts';
import { serverAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { type Cluster, passwordKnown, prepareCluster } from './cluster.ts';
import { clusterIn } from './place.ts';
import { findOrphan, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { unavailable } from './problems.ts';
import type { Order } from './wire.ts';

/** A server that dies more often than this in a minute is not started again. */
const deathsPerMinute = 10;

/** A database that is up and is kept up. */
export type Served = {
  port: number;
  pid: number;
  /** Whether it already ran, left behind by a watchdog that was killed. */
  adopted: boolean;
  /** Rejects when the server ended and could not be started again; never resolves. */
  broken: Promise<never>;
  stop(hurry: Promise<unknown>): Promise<void>;
};

/**
 * Brings the database of a home up: adopts a server that still runs, or creates and starts one,
 * and starts it again under the same port when it dies. Call it under the home's lock.
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
      noteDeath(deaths);
      server = await startPostmaster(cluster, { settings: order.settings, port, abort });
    }
  };
  const broken = keepUp();
  broken.catch(() => undefined); // Whoever awaits it is told.
  return {
    port,
    pid: server.pid,
    adopted: orphan !== undefined,
    broken,
    stop: (hurry) => stopPostmaster(server, hurry),
  };
}

async function adopt(cluster: Cluster, order: Order): Promise<Postmaster | undefined> {
  const orphan = await findOrphan(cluster);
  if (!orphan) return undefined;
  const wished = order.port === undefined || order.port === orphan.port;
  if (wished && passwordKnown(cluster.home)) return orphan;
  await stopPostmaster(orphan, Promise.resolve());
  return undefined;
}

function noteDeath(deaths: number[]): void {
  const now = Date.now();
  deaths.push(now);
  if (deaths.filter((at) => now - at < minutes(1)).length > deathsPerMinute) {
    throw unavailable('the server died again and again.');
  }
}
