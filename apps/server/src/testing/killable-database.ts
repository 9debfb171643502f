/** A durable PostgreSQL with a migrated database, which tests can kill. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallSettings, startEmbedded } from '@giftlane/embedded-postgres/embedded-postgres.ts';
import { prepareDatabase } from '../assembly/database.ts';
import { makeLog } from '../platform/process/log.ts';

export interface KillableDatabase {
  readonly url: string;
  readonly ownerUrl: string;
  /** Starts with the pid of the postmaster. */
  readonly pidFile: string;
  /** Output of PostgreSQL and its supervisor. */
  log(): Promise<string>;
  /** kill -9 of the postmaster; the supervisor restarts it. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Starts PostgreSQL with production's durability, in a temporary folder. */
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
