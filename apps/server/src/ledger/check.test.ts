import { expect, test } from 'vitest';
import { sql } from '../platform/db/db.ts';
import { hours, minutes } from '../platform/process/durations.ts';
import { makeMember } from '../testing/builders.ts';
import { sealAll } from '../testing/faults.ts';
import { startShop } from '../testing/start-shop.ts';
import { checkLedger, lastCheck } from './check.ts';

test('the ledger is checked once a minute, however many processes would do it', async () => {
  const shop = await startShop({ working: false });
  expect(await lastCheck(shop.db)).toBeUndefined();
  expect(await checkLedger(shop)).toBe(true);
  expect(await checkLedger(shop)).toBe(false);
  // However long the busy machine of a test needed.
  await shop.db.run(sql`update ledger_checks set took_ms = 1`);
  await shop.moveClock(minutes(1));
  expect(await checkLedger(shop)).toBe(true);
  expect(await lastCheck(shop.db)).toMatchObject({ ok: true, problems: 0 });
});

test('a check that takes long is made less often', async () => {
  const shop = await startShop({ working: false });
  await checkLedger(shop);
  await shop.db.run(sql`update ledger_checks set took_ms = ${minutes(1)}`);
  await shop.moveClock(minutes(49));
  expect(await checkLedger(shop)).toBe(false);
  await shop.moveClock(minutes(2));
  expect(await checkLedger(shop)).toBe(true);
});

test('1 a check goes on where the last one ended; once a day it begins at the first seal', async () => {
  const shop = await startShop({ working: false });
  const sealed = async () => {
    await makeMember(shop, { walletMinor: 1_00n });
    await sealAll(shop);
  };
  const check = async (afterMs: number) => {
    await shop.db.run(sql`update ledger_checks set took_ms = 1`);
    await shop.moveClock(afterMs);
    expect(await checkLedger(shop)).toBe(true);
    return shop.db.one(sql<{ ok: boolean; behind: bigint; seal: bigint | null }>`
      select ok, chain_behind as behind, chain_seal as seal from ledger_checks order by id desc limit 1`);
  };
  await sealed();
  expect(await check(0)).toEqual({ ok: true, behind: 0n, seal: 1n });
  await sealed();
  expect(await check(minutes(1))).toEqual({ ok: true, behind: 1n, seal: 2n });
  expect(await check(minutes(1))).toEqual({ ok: true, behind: 2n, seal: 2n });
  const tamper = (reference: string) =>
    shop.owner.script(`
      alter table ledger_journals disable trigger user;
      update ledger_journals set reference = '${reference}' where kind = 'redeem';
      alter table ledger_journals enable trigger user`);
  // What stands before the point is read again within a day, and again until it is mended.
  await tamper('other');
  expect(await check(minutes(1))).toMatchObject({ ok: true, behind: 2n });
  expect(await check(hours(24))).toEqual({ ok: false, behind: 0n, seal: null });
  expect(await check(minutes(1))).toMatchObject({ ok: false, behind: 0n });
  await tamper('test');
  expect(await check(minutes(1))).toEqual({ ok: true, behind: 0n, seal: 2n });
});

test('a check that died with its process is made again', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(sql`insert into ledger_checks default values`);
  await shop.moveClock(minutes(59));
  expect(await checkLedger(shop)).toBe(false);
  await shop.moveClock(minutes(2));
  expect(await checkLedger(shop)).toBe(true);
});

test('a check that failed is made again as soon as if it had found nothing', async () => {
  const shop = await startShop({ working: false });
  const broken = {
    rule: 'broken',
    breaches: sql<{ breach: string }>`select (1 / 0)::text as breach`,
  };
  await expect(checkLedger({ ...shop, invariants: [broken] })).rejects.toThrow('division by zero');
  expect(await lastCheck(shop.db)).toBeUndefined();
  expect(await checkLedger(shop)).toBe(false);
  await shop.moveClock(minutes(20));
  expect(await checkLedger(shop)).toBe(true);
});

test('a check under way is given up at a stop, and is due again at once', async () => {
  const shop = await startShop({ working: false });
  const slow = {
    rule: 'slow',
    breaches: sql<{ breach: string }>`select pg_sleep(60)::text as breach`,
  };
  const stop = new AbortController();
  const checking = checkLedger({ ...shop, invariants: [slow] }, stop.signal);
  const readers = () =>
    shop.db.rows(sql`
      select 1 from pg_stat_activity where datname = current_database()
        and state = 'active' and wait_event = 'PgSleep'`);
  await expect.poll(readers).toHaveLength(1);
  stop.abort();
  expect(await checking).toBe(false);
  expect(await readers()).toEqual([]);
  expect(await checkLedger(shop)).toBe(true);
});

test('what does not hold is kept, measured and logged', async () => {
  const shop = await startShop({ working: false });
  const broken = { rule: 'never', breaches: sql<{ breach: string }>`select 'this one' as breach` };
  const said: unknown[] = [];
  const log = Object.assign(Object.create(shop.log), {
    error: (...all: unknown[]) => said.push(all),
  });
  await checkLedger({ db: shop.db, log, invariants: [broken] });
  const problems = [{ rule: 'never', breach: 'this one' }];
  expect(said).toEqual([[{ problems }, expect.any(String)]]);
  const kept = await shop.db.one(sql`select problems from ledger_checks`);
  expect(kept).toEqual({ problems });
  const metrics = await (await fetch(`${shop.url}/metrics`)).text();
  expect(metrics).toContain('\ngiftlane_ledger_ok 0\n');
});
