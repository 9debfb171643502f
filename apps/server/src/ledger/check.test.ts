import { expect, test } from 'vitest';
import { sql } from '../platform/db.ts';
import { minutes } from '../platform/durations.ts';
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
  expect(await lastCheck(shop.db)).toEqual({ ok: true });
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

test('a check that died with its process is made again', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(sql`insert into ledger_checks default values`);
  await shop.moveClock(minutes(59));
  expect(await checkLedger(shop)).toBe(false);
  await shop.moveClock(minutes(2));
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
