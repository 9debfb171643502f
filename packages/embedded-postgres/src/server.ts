import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { prepareCluster, rolesOf } from './cluster.ts';
import { partsOf } from './home.ts';
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import type { Settings } from './settings.ts';

export type Wishes = {
  /** Otherwise a free one by chance, which later starts keep. */
  port?: number;
  /** PostgreSQL settings that differ from those for a small shop. */
  settings?: Settings;
  /** For tests: the database is deleted when its last holder has left, or was killed. */
  temporary?: boolean;
};

export type ServerSettings = Wishes & { home: string };

const longestPauseMs = 5_000;

/**
 * Runs the server of a home until `abort`: takes over one that runs, or makes and starts one, and starts it again under
 * the same port whenever it ends, as what keeps it from starting, such as a full disk, may go away. Only the guard of
 * the home may call it.
 */
export async function runServer(order: ServerSettings, abort: AbortSignal): Promise<void> {
  const { cluster: folder, awaited } = partsOf(order.home);
  const aborted = new Promise<void>((resolve) => abort.addEventListener('abort', () => resolve()));
  const account = serverAccount(folder);
  const cluster = { home: order.home, folder, account, binaries: await findBinaries(account) };
  rmSync(awaited, { force: true });

  let server = await findPostmaster(folder);
  const hasRoles = rolesOf(order.home).every(({ file }) => existsSync(file));
  if (server && !(server.port === (order.port ?? server.port) && hasRoles)) {
    await stopPostmaster(server, 2_500);
    server = undefined;
  }
  if (!server) {
    await prepareCluster(cluster, abort);
    server = await startPostmaster(cluster, order, abort);
  }

  const again = { ...order, port: server.port };
  for (let pauseMs = 0; ; ) {
    if (server) {
      const since = Date.now();
      await Promise.race([server.exited, aborted]);
      // Who waits for it has time; but a server whose last user was killed is to be gone soon.
      if (abort.aborted) return stopPostmaster(server, existsSync(awaited) ? 30_000 : 2_500);
      if (Date.now() - since > 1_000) pauseMs = 0;
    }
    await sleep(pauseMs, undefined, { signal: abort });
    pauseMs = Math.min(2 * pauseMs + 200, longestPauseMs);
    try {
      server = (await findPostmaster(folder)) ?? (await startPostmaster(cluster, again, abort));
    } catch (error) {
      abort.throwIfAborted();
      console.error(error);
      server = undefined;
    }
  }
}
