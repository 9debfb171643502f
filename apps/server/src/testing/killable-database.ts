/** A durable PostgreSQL that can be killed, with a migrated database. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallSettings, startEmbedded } from '@giftlane/embedded-postgres/embedded-postgres.ts';
import { prepareDatabase } from '../assembly/database.ts';
import { makeLog } from '../platform/process/log.ts';

export interface KillableDatabase {
  readonly url: string;
  readonly ownerUrl: string;
  /** Begins with the pid of the postmaster. */
  readonly pidFile: string;
  /** What it and its guard have printed. */
  log(): Promise<string>;
  /** kill -9 of the postmaster. Whoever watches over it starts it again. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Starts PostgreSQL with the shop's durability, on a folder of its own. */
export async function startKillableDatabase(): Promise<KillableDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-kill-'));
  const embedded = await startEmbedded({
    dataDir: folder,
    temporary: true,
    settings: { ...smallSettings, max_connections: 80 },
  });
  await prepareDatabase(embedded, makeLog('silent'));
  const pidFile = join(embedded.home, 'cluster/postmaster.pid');
  return {
    url: embedded.url,
    ownerUrl: embedded.ownerUrl,
    pidFile,
    log: () => readFile(join(embedded.home, 'server.log'), 'utf8'),
    async kill() {
      const [pid] = (await readFile(pidFile, 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    async close() {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
