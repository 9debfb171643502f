/** One PostgreSQL for a test run, with a migrated template that every test's database is cloned from. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@giftlane/embedded-postgres/embedded-postgres.ts';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../assembly/database.ts';
import { connect, sql } from '../platform/db/db.ts';
import { type Log, makeLog } from '../platform/process/log.ts';
import { type Addresses, databaseOn, template } from './databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: Addresses;
  }
}

/** In tests the clock has an offset, so that time can be moved; production's is `now()`. */
const movableClock = `
  create table test_clock (offset_by interval not null);
  insert into test_clock values ('0');
  grant select, update on test_clock to public;
  create or replace function app_now() returns timestamptz language sql stable parallel safe
    as $$ select now() + (select offset_by from test_clock) $$;`;

/** Both roles on a server that was given: its own role is the owner, and another one is made. */
async function rolesOn(ownerUrl: string, log: Log): Promise<Addresses> {
  const [role, url] = ['giftlane_test_shop', new URL(ownerUrl)];
  url.username = role;
  url.password = randomBytes(24).toString('base64url');
  const admin = connect(ownerUrl, { max: 1, log });
  await admin.script(`do $$ begin
      create role ${role};
      grant ${role} to current_user;
    exception when duplicate_object then null; end $$;
    alter role ${role} login password '${url.password}'`);
  await admin.close();
  return { url: url.href, ownerUrl };
}

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
  const server = embedded ?? (await rolesOn(given ?? '', log));
  const name = template();
  const admin = connect(server.ownerUrl, { max: 1, log });
  await admin.script(`drop database if exists ${name} with (force)`);
  await admin.script(`create database ${name}`);
  const made = databaseOn(server, name);
  await prepareDatabase(made, log);
  const inside = connect(made.ownerUrl, { max: 1, log });
  await inside.script(movableClock);
  // The first connection behind the last change writes down what every connection begins with: clones have that, too.
  await inside.run(sql`select 1`);
  await inside.close();
  project.provide('server', { url: server.url, ownerUrl: server.ownerUrl });
  return async () => {
    await admin.script(`drop database if exists ${name} with (force)`);
    await admin.close();
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
