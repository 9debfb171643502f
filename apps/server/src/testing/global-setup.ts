/** One PostgreSQL for a test run, with a migrated template that every test's database is cloned from. */
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@giftlane/embedded-postgres/embedded-postgres.ts';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../assembly/database.ts';
import { connect, sql } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import { databaseUrl, template } from './databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
  }
}

/** In tests the clock has an offset, so that time can be moved; production's is `now()`. */
const movableClock = `
  create table test_clock (offset_by interval not null);
  insert into test_clock values ('0');
  create or replace function app_now() returns timestamptz language sql stable parallel safe
    as $$ select now() + (select offset_by from test_clock) $$;`;

const memory = '/dev/shm';
const roomyBytes = 3 * 1024 ** 3;

/**
 * Memory, where there is plenty of it: every test's database is hundreds of files that are made and
 * deleted again, which kept a file system busier than all the tests.
 */
async function roomyFolder(): Promise<string> {
  const room = await statfs(memory).catch(() => undefined);
  return room && room.bavail * room.bsize > roomyBytes ? memory : tmpdir();
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = makeLog('warn');
  const folder = await mkdtemp(join(await roomyFolder(), 'giftlane-test-'));
  // PostgreSQL, which is not root, has to get in; everything inside is closed.
  await chmod(folder, 0o755);
  const given = process.env.TEST_DATABASE_URL;
  const embedded = given
    ? undefined
    : await startEmbedded({
        dataDir: folder,
        temporary: true,
        // Tests of durability start a server of their own; these need none of it, and no database lives long enough to
        // be cleaned up. Each is read from files once, which costs less without a process between.
        settings: {
          fsync: 'off',
          full_page_writes: 'off',
          synchronous_commit: 'off',
          autovacuum: 'off',
          io_method: 'sync',
          max_connections: 200,
          max_wal_size: '256MB',
          min_wal_size: '80MB',
        },
      });
  const serverUrl = given ?? embedded?.url ?? '';
  const name = template();
  const admin = connect(serverUrl, { max: 1, log });
  await admin.script(`drop database if exists ${name} with (force)`);
  await admin.script(`create database ${name}`);
  await prepareDatabase(databaseUrl(serverUrl, name), log);
  const inside = connect(databaseUrl(serverUrl, name), { max: 1, log });
  await inside.script(movableClock);
  // The first connection behind the last change writes down what every connection begins with: clones have that, too.
  await inside.run(sql`select 1`);
  await inside.close();
  project.provide('serverUrl', serverUrl);
  return async () => {
    await admin.script(`drop database if exists ${name} with (force)`);
    await admin.close();
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
