import { pay } from '@giftlane/contract/shop/checkout.ts';
import { expect, test } from 'vitest';
import { sql } from '../platform/db/db.ts';
import { minutes } from '../platform/process/durations.ts';
import { makeCard, makeMember, orderBody } from '../testing/builders.ts';
import { sealAll } from '../testing/faults.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';
import { checkLedger, lastCheck } from './check.ts';
import { beginPass, keepPass, openPass, problemsOfPasses } from './passes.ts';
import { checkRecent } from './recent.ts';
import { ledgerInvariants } from './rules.ts';
import { type PassState, piece, startOfPass } from './whole.ts';

const parts = (shop: TestShop) => ({ ...shop, keys: shop.config.keys });

test('the ledger is checked once a minute, however many processes would do it', async () => {
  const shop = await startShop({ working: false });
  expect(await lastCheck(shop.db)).toBeUndefined();
  expect(await checkLedger(parts(shop))).toBe(true);
  expect(await checkLedger(parts(shop))).toBe(false);
  // However long the busy machine of a test needed.
  await shop.db.run(sql`update ledger_checks set took_ms = 1`);
  await shop.moveClock(minutes(1));
  expect(await checkLedger(parts(shop))).toBe(true);
  expect(await lastCheck(shop.db)).toMatchObject({ ok: true, problems: 0 });
});

test('a check that takes long is made less often, unless the whole check is late', async () => {
  const shop = await startShop({ working: false });
  await checkLedger(parts(shop));
  await shop.db.run(sql`update ledger_checks set took_ms = ${minutes(1)}`);
  await shop.moveClock(minutes(49));
  expect(await checkLedger(parts(shop))).toBe(false);
  await shop.db.run(sql`
    insert into ledger_passes (asked_by, started_at) values ('shop', app_now() - interval '13 hours')`);
  expect(await checkLedger(parts(shop))).toBe(true);
});

/** Checks each minute until the whole check has ended; answers the breaches of the last time. */
async function check(shop: TestShop): Promise<string[]> {
  do {
    await shop.db.run(sql`update ledger_checks set took_ms = 1`);
    await shop.moveClock(minutes(1));
    expect(await checkLedger(parts(shop))).toBe(true);
  } while (await openPass(shop.db, 'shop', shop.config.keys));
  const { problems } = await shop.db.one(sql<{ problems: { breach: string }[] }>`
    select problems from ledger_checks order by id desc limit 1`);
  return problems.map(({ breach }) => breach);
}

test('1 each minute what is new is checked from the last seal on, and all of it in turn', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 1_00n });
  await sealAll(shop);
  expect(await check(shop)).toEqual([]);
  const tamper = (reference: string) =>
    shop.owner.script(`
      alter table ledger_journals disable trigger user;
      update ledger_journals set reference = '${reference}';
      alter table ledger_journals enable trigger user`);
  const recent = () => checkRecent(shop.db, shop.invariants, {});
  // Old and sealed: the seals tell it, and so does the whole check.
  await tamper('other');
  expect((await recent()).problems).toEqual([]);
  expect(await check(shop)).toEqual(['seal 1 does not fit']);
  await tamper('test');
  // New: what nothing has caused, at once.
  const key = 'test:none';
  await shop.owner.run(sql`
    select from ledger_post_all(array[${anna.id}], array[${key}], array[''::bytea], array['redeem'], array['forged'],
      array[null]::jsonb[], array[1, 1], array[1, 2]::smallint[],
      array['house:vouchers:usd', ${`member:${anna.id}:wallet:usd`}], array['usd', 'usd'], array[-5, 5]::bigint[])`);
  expect((await recent()).problems.map(({ breach }) => breach)).toEqual([
    `redeem of ${anna.id}: ${key}`,
  ]);
});

test('1 a whole check that was cut off goes on where it was, unless somebody has changed how far it is', async () => {
  const shop = await startShop({ working: false });
  for (let n = 0; n < 3; n += 1) await makeMember(shop, { walletMinor: 1_00n });
  const { keys } = shop.config;
  const pass = await beginPass(shop.db, 'shop');
  const all = [...ledgerInvariants, ...shop.invariants];
  const first = await piece(shop.db, all, {
    state: { ...startOfPass, phase: 'owners', size: 1 },
    forMs: 1,
  });
  await keepPass(shop.db, pass, first, keys);
  expect(first).toMatchObject({ phase: 'owners', problems: [] });
  expect((await openPass(shop.db, 'shop', keys))?.state).toEqual(first);
  // The same state under a later beginning.
  await shop.db.run(sql`update ledger_passes set started_at = started_at + interval '1 minute'`);
  expect((await openPass(shop.db, 'shop', keys))?.state).toMatchObject({ phase: 'all' });
  await shop.db.run(sql`update ledger_passes set started_at = started_at - interval '1 minute'`);
  expect((await openPass(shop.db, 'shop', keys))?.state).toEqual(first);
  await shop.db.run(
    sql`update ledger_passes set state = replace(state, '"phase":"owners"', '"phase":"chain"')`,
  );
  const begun = await openPass(shop.db, 'shop', keys);
  expect(begun?.state).toMatchObject({
    phase: 'all',
    after: '',
    problems: [{ breach: expect.stringContaining('was changed') }],
  });
  await shop.db.run(sql`delete from ledger_passes`);
});

test('what a long check of the shop finds is told, though a command’s has ended meanwhile without a fault', async () => {
  const shop = await startShop({ working: false });
  const { keys } = shop.config;
  const long = await beginPass(shop.db, 'shop');
  const short = await beginPass(shop.db, 'command');
  await keepPass(shop.db, short, { ...startOfPass, phase: 'done' }, keys);
  const problems = [{ rule: 'a rule', breach: 'this one' }];
  await keepPass(shop.db, long, { ...startOfPass, problems }, keys);
  expect(await problemsOfPasses(shop.db, keys)).toEqual(problems);
});

test('writes during a check in many pieces give no false alarm', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 60 });
  const buyers = await Promise.all(
    Array.from({ length: 4 }, () => makeMember(shop, { walletMinor: 1_000_00n })),
  );
  const all = [...ledgerInvariants, ...shop.invariants];
  let buying = true;
  const shopping = Promise.all(
    buyers.map(async (buyer) => {
      for (let n = 0; n < 12 && buying; n += 1)
        await shop.call(pay, {
          token: buyer.token,
          body: orderBody(buyer, { card, totalMinor: 10_00n }),
        });
    }),
  );
  const problems: unknown[] = [];
  for (let round = 0; round < 3; round += 1) {
    let state: PassState = { ...startOfPass, phase: 'owners', size: 1 };
    while (state.phase !== 'done') state = await piece(shop.db, all, { state, forMs: 1 });
    problems.push(...state.problems, ...(await checkRecent(shop.db, shop.invariants, {})).problems);
  }
  buying = false;
  await shopping;
  expect(problems).toEqual([]);
});

test('a standby that has not yet the seals of an earlier check is not read', async () => {
  const [shop, behind] = [await startShop({ working: false }), await startShop({ working: false })];
  await makeMember(shop, { walletMinor: 1_00n });
  await sealAll(shop);
  expect(await check(shop)).toEqual([]);
  await shop.db.run(sql`update ledger_checks set took_ms = 1`);
  await shop.moveClock(minutes(1));
  expect(await checkLedger({ ...parts(shop), reader: behind.db })).toBe(true);
  expect(await lastCheck(shop.db)).toMatchObject({ ok: true });
});

test('a check that died with its process is made again', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(sql`insert into ledger_checks default values`);
  await shop.moveClock(minutes(59));
  expect(await checkLedger(parts(shop))).toBe(false);
  await shop.moveClock(minutes(2));
  expect(await checkLedger(parts(shop))).toBe(true);
});

test('a check that failed is made again as soon as if it had found nothing', async () => {
  const shop = await startShop({ working: false });
  const broken = {
    rule: 'broken',
    breaches: sql<{ breach: string }>`select (1 / 0)::text as breach`,
  };
  await expect(checkLedger({ ...parts(shop), invariants: [broken] })).rejects.toThrow(
    'division by zero',
  );
  expect(await lastCheck(shop.db)).toBeUndefined();
  expect(await checkLedger(parts(shop))).toBe(false);
  await shop.moveClock(minutes(20));
  expect(await checkLedger(parts(shop))).toBe(true);
});

test('a check under way is given up at a stop, and is due again at once', async () => {
  const shop = await startShop({ working: false });
  const slow = {
    rule: 'slow',
    breaches: sql<{ breach: string }>`select pg_sleep(60)::text as breach`,
  };
  const stop = new AbortController();
  const checking = checkLedger({ ...parts(shop), invariants: [slow] }, stop.signal);
  const readers = () =>
    shop.db.rows(sql`
      select 1 from pg_stat_activity where datname = current_database()
        and state = 'active' and wait_event = 'PgSleep'`);
  await expect.poll(readers).toHaveLength(1);
  stop.abort();
  expect(await checking).toBe(false);
  expect(await readers()).toEqual([]);
  expect(await checkLedger(parts(shop))).toBe(true);
});

test('what does not hold is kept, measured and logged', async () => {
  const shop = await startShop({ working: false });
  const broken = {
    rule: 'never',
    over: 'few' as const,
    breaches: sql<{ breach: string }>`select 'this one' as breach`,
  };
  const said: unknown[] = [];
  const log = Object.assign(Object.create(shop.log), {
    error: (...all: unknown[]) => said.push(all),
  });
  await checkLedger({ ...parts(shop), log, invariants: [broken] });
  const problems = [{ rule: 'never', breach: 'this one' }];
  expect(said).toEqual([[{ problems }, expect.any(String)]]);
  const kept = await shop.db.one(sql`select problems from ledger_checks`);
  expect(kept).toEqual({ problems });
  const metrics = await (await fetch(`${shop.url}/metrics`)).text();
  expect(metrics).toContain('\ngiftlane_ledger_ok 0\n');
});
