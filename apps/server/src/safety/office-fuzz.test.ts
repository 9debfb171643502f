/**
 * Whatever an owner sends to a call of the office, the reply is one that the contract describes, and the audit log has what
 * it should. FUZZ_RUNS, FUZZ_SEED and FUZZ_ONLY as in fuzz.test.ts.
 */
import { type Call, isLogged } from '@giftlane/contract/call.ts';
import { expect, test } from 'vitest';
import { startCoinShop } from '../features/coins/coins.testing.ts';
import { sql } from '../platform/db/db.ts';
import { minutes } from '../platform/process/durations.ts';
import { openOfficeFuzz } from '../testing/fuzz-office.ts';
import { openWorld } from '../testing/fuzz-world.ts';
import { officeCalls } from '../testing/office-calls.ts';

const {
  FUZZ_RUNS = '12',
  FUZZ_SEED = String(Math.floor(Math.random() * 2 ** 31)),
  FUZZ_ONLY = '',
} = process.env;
/** What chance seldom gets right is sent so many times the runs. */
const mostRounds = 4;
const [runs, seed] = [Number(FUZZ_RUNS), Number(FUZZ_SEED)];

const named = (some: readonly Call[]) => some.map(({ name }) => name);

test('no request of an owner gets a fault or a reply that is not described; what is to be logged is, and nothing else', {
  timeout: minutes(5 + runs / 10),
}, async () => {
  const shop = await startCoinShop({ env: { THROTTLE: '0' } });
  await openWorld(shop);
  const { operations, fuzz } = await openOfficeFuzz(shop);
  const failures: string[] = [];
  const done: string[] = [];
  for (const operation of operations.filter(({ name }) => name.startsWith(FUZZ_ONLY)))
    try {
      let isDone = false;
      for (let round = 0; !isDone && round < mostRounds; round += 1) {
        const statuses = await fuzz(operation, { runs, seed: seed + round });
        isDone = [...statuses].some((status) => status < 300);
      }
      if (isDone) done.push(operation.name);
    } catch (error) {
      failures.push(`${operation.name}, FUZZ_SEED=${seed}: ${String(error)}`);
    }
  expect(failures.join('\n\n')).toBe('');
  const entries = await shop.owner.rows(
    sql<{ deed: string }>`select distinct deed from audit_entries`,
  );
  const logged = new Set(entries.map(({ deed }) => deed));
  const calls = (await officeCalls()).filter(({ policy }) => policy === 'staff');
  const wrong = calls.filter((call) =>
    isLogged(call) ? done.includes(call.name) && !logged.has(call.name) : logged.has(call.name),
  );
  expect(named(wrong)).toEqual([]);
  // A fuzz that is refused at the door proves nothing about the rooms.
  if (FUZZ_ONLY === '')
    expect(
      done.length,
      `never done: ${named(calls.filter(({ name }) => !done.includes(name)))}`,
    ).toBeGreaterThan(calls.length / 2);
});
