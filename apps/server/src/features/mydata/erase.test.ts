import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as calls from '@giftlane/contract/members/my-data.ts';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openAccounts } from '../../ledger/ledger.ts';
import { sql } from '../../platform/db/db.ts';
import { days } from '../../platform/process/durations.ts';
import { makeMember, testPassword } from '../../testing/builders.ts';
import { longTest } from '../../testing/long.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { aLife, plantMarkers, searchOf, sweep } from './lives.testing.ts';
import { personal } from './register.ts';

/** Catches what the shop writes to its log. */
function listenToLog({ log }: TestShop): string[] {
  const written: string[] = [];
  const stream = Reflect.get(log, pino.symbols.streamSym) as { write: (line: string) => boolean };
  stream.write = (line) => written.push(line) > 0;
  return written;
}

const filesIn = (shop: TestShop, ...folder: string[]) =>
  readdir(join(shop.config.dataDir, ...folder)).catch(() => [] as string[]);

/** Columns in which something of an erased member may stand. */
const kept = new Set(
  personal.flatMap(({ name, shown, hidden, after }) =>
    typeof after === 'object'
      ? [...shown, ...Object.keys(hidden)]
          .filter((column) => !(after.blank && column in after.blank))
          .map((column) => `${name}.${column}`)
      : [],
  ),
);

test('N what is kept of an erased account says nothing that it was emptied of', () => {
  const emptied = personal.flatMap(({ name, after }) =>
    typeof after === 'object' && after.blank
      ? Object.keys(after.blank).map((column) => `${name}.${column}`)
      : [],
  );
  // The register says what is kept and what is emptied, and the next test believes it.
  expect(emptied.sort().join(' ')).toBe(
    [
      'claim_steps.pictures claim_steps.words closings.reason code_reveals.address code_reveals.session_id coin_transfers.comment jobs.last_error',
      'jobs.payload kyc_submissions.prints members.country_name members.dial_code members.email',
      'members.email_key members.email_verified_at members.first_name members.full_name',
      'members.last_locked_at members.last_name members.locked_at members.mobile members.name_words',
      'members.owner_shown_at members.password_hash members.picture members.unlock_asked_at',
      'orders.mailed_to transfers.note',
    ].join(' '),
  );
});

test('N after erasure what was marked stands nowhere but in what is kept: database, files and log', async () => {
  const shop = await startShop({ working: false, env: { LOG_LEVEL: 'trace' } });
  const log = listenToLog(shop);
  const { anna, sale } = await aLife(shop);
  const marks = await plantMarkers(shop, anna.id);
  expect(marks.size).toBeGreaterThan(30);
  const { token } = anna;
  const body = { sPassword: testPassword };
  expect((await shop.call(calls.askCopy, { token, body })).status).toBe(200);
  const closed = await shop.call(calls.closeAccount, { token, body });
  expect(closed.status).toBe(200);
  await shop.moveClock(days(7.1));
  await sweep(shop);
  await shop.moveClock(days(1.1));
  await sweep(shop);

  const search = await searchOf(shop);
  const left: string[] = [];
  let gone = 0;
  for (const [planted, mark] of marks) {
    const found = search(mark).filter((column) => !kept.has(column));
    if (found.length > 0) left.push(`${planted} in ${found.join(', ')}`);
    else if (!kept.has(planted)) gone += 1;
  }
  expect(left).toEqual([]);
  expect(gone).toBeGreaterThanOrEqual(20);
  expect(search(anna.email)).toEqual([]);
  const written = log.join('');
  expect(written).toContain('a closed account was erased');
  expect([...marks.values(), anna.email].filter((mark) => written.includes(mark))).toEqual([]);

  expect(await filesIn(shop, 'media', 'profilepictures')).toEqual([]);
  expect(await filesIn(shop, 'uploads', 'exports')).toEqual([]);
  // Verified, and bought: these the law wants kept.
  expect(await filesIn(shop, 'uploads', 'kycDocs')).toHaveLength(4);
  expect(await filesIn(shop, 'uploads', 'sellimages')).toHaveLength(3);
  expect(search(sale._id)).toContain('sell_orders.id');
  expect(search('google-of-a-failed-mail')).toEqual([]);
});

longTest('N who failed to be erased fifty times over holds up nobody behind them', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const failing = Array.from({ length: 50 }, (_, i) => `cus_failing${i}`);
  await shop.db.run(sql`
    insert into members (id, email, email_key, first_name, last_name, full_name, country_code,
      country_name, currency, closed_at)
    select id, id, id, '', '', '', 'US', '', 'usd', app_now() from unnest(${failing}::text[]) as id`);
  await shop.db.run(sql`
    insert into closings (member_id, actor, erase_at)
    select id, id, app_now() + interval '1 day' from unnest(${failing}::text[]) as id`);
  await shop.db.tx(async (tx) => {
    for (const id of failing) await openAccounts(tx, id, 'usd');
  });
  await shop.owner.script(`
    create function fails() returns trigger language plpgsql as $$
    begin raise exception 'not now'; end $$;
    create trigger fails before update of erased_at on members
      for each row when (new.id like 'cus_failing%') execute function fails()`);
  const { token } = anna;
  await shop.call(calls.closeAccount, { token, body: { sPassword: testPassword } });
  await shop.moveClock(days(7.1));
  await sweep({ ...shop, log: pino({ enabled: false }) });
  expect(
    await shop.db.rows(sql`select member_id as id from closings where erased_at is not null`),
  ).toEqual([{ id: anna.id }]);
});

test('N tables whose rows go are empty of the member, and others lose nothing', async () => {
  const shop = await startShop({ working: false });
  const { anna, friend } = await aLife(shop);
  const other = await aLifeOfAnother(shop);
  const before = await rowsOf(shop, other.id);
  const { token } = anna;
  await shop.call(calls.closeAccount, { token, body: { sPassword: testPassword } });
  await shop.moveClock(days(7.1));
  await sweep(shop);
  for (const { name, whose, after } of personal.filter((table) => table.after === 'gone')) {
    const { rows } = await shop.db.pool.query(`select 1 from ${name} where ${whose}`, [anna.id]);
    expect([name, after, rows.length]).toEqual([name, 'gone', 0]);
  }
  expect(await rowsOf(shop, other.id)).toEqual(before);
  // What she wrote to the friend is gone, what the friend wrote is the friend's.
  const notes = await shop.db.rows(sql<{ note: string }>`
    select note from transfers where ${friend.id} in (member_id, receiver_id) order by note`);
  expect(notes.map(({ note }) => note)).toEqual(['', 'from a friend']);
});

async function aLifeOfAnother(shop: TestShop) {
  const other = await makeMember(shop, { walletMinor: 5_00n, verified: true });
  await shop.db.run(sql`
    with thread as (
      insert into contact_threads (id, email, subject, reference)
      values ('thr_other', ${other.email}, 'Hello', 'other') returning id)
    insert into contact_messages (id, email, full_name, subject, message, suspect, thread_id)
    select 'msg_other', ${other.email}, 'Other', 'Hello', 'Mine', false, id from thread`);
  return other;
}

const rowsOf = (shop: TestShop, memberId: string) =>
  Promise.all(
    personal
      .filter(({ whose }) => whose !== 'false')
      .map(async ({ name, whose }) => {
        const { rows } = await shop.db.pool.query(`select 1 from ${name} where ${whose}`, [
          memberId,
        ]);
        return [name, rows.length];
      }),
  );

test('N the data of a verified identity goes when its years are over, pictures too; the record of looks stays', async () => {
  const shop = await startShop({ working: false });
  const { anna } = await aLife(shop);
  const { token } = anna;
  await shop.call(calls.closeAccount, { token, body: { sPassword: testPassword } });
  await shop.moveClock(days(8));
  await sweep(shop);
  const sealed = async () => {
    const row = await shop.db.one(sql<{ there: boolean }>`
      select sealed is not null and cardinality(prints) = 5 as there from kyc_submissions where member_id = ${anna.id}`);
    return row.there;
  };
  expect(await sealed()).toBe(true);
  await shop.moveClock(days(365 * 5));
  await sweep(shop);
  await shop.moveClock(days(2));
  await sweep(shop);
  await shop.moveClock(days(2));
  await sweep(shop);
  expect(await sealed()).toBe(false);
  expect(await filesIn(shop, 'uploads', 'kycDocs')).toEqual([]);
  const { steps } = await shop.db.one(sql<{ steps: number }>`
    select count(*)::int as steps from kyc_steps where member_id = ${anna.id}`);
  expect(steps).toBeGreaterThan(1);
});
