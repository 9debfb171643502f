/** One PostgreSQL per test run, with a migrated template that the databases of tests are cloned from. */
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

/** A clock with an offset, so that tests can move time; in production `app_now()` is `now()`. */
const movableClock = `
  create table test_clock (offset_by interval not null);
  insert into test_clock values ('0');
  grant select, update on test_clock to public;
  create or replace function app_now() returns timestamptz language sql stable parallel safe
    as $$ select now() + (select offset_by from test_clock) $$;`;

/** Both roles on a given server: its own is the owner, the shop's is created. */
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
 * A folder in memory, if there is room: each database creates and deletes hundreds of files, which made the
 * file system the bottleneck.
 */
async function roomyFolder(): Promise<string> {
  const room = await statfs(memory).catch(() => undefined);
  return room && room.bavail * room.bsize > roomyBytes ? memory : tmpdir();
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = makeLog('warn');
  const folder = await mkdtemp(join(await roomyFolder(), 'giftlane-test-'));
  // Lets PostgreSQL's account in, which is not root; everything inside is private.
  await chmod(folder, 0o755);
  const given = process.env.TEST_DATABASE_URL;
  const embedded = given
    ? undefined
    : await startEmbedded({
        dataDir: folder,
        temporary: true,
        // Durability tests start a server of their own; others need none. No database lives long enough for
        // autovacuum,
        // and each reads its files once, which is cheaper without an I/O worker.
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
  // The first connection after the last change writes the relation cache's init file, which clones then
  // inherit.
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
