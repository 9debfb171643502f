/**
 * Whatever is sent to an operation of the OpenAPI document, the reply is as documented (trust programme,
 * F). FUZZ_RUNS says how many requests each gets, FUZZ_SEED repeats a run, FUZZ_ONLY picks operations. A
 * plan that failed is kept in testing/fuzz-cases.ts.
 */
import { expect, test } from 'vitest';
import { minutes } from '../platform/durations.ts';
import { fetchDocument, fuzzOperation } from '../testing/fuzz.ts';
import { operationsOf } from '../testing/fuzz-operations.ts';
import { openWorld } from '../testing/fuzz-world.ts';
import { startShop } from '../testing/start-shop.ts';

const {
  FUZZ_RUNS = '200',
  FUZZ_SEED = String(Math.floor(Math.random() * 2 ** 31)),
  FUZZ_ONLY = '',
} = process.env;
const [runs, seed] = [Number(FUZZ_RUNS), Number(FUZZ_SEED)];

test('no request to any operation gets a fault or a reply that is not documented', {
  timeout: minutes(5 + runs / 100),
}, async () => {
  const shop = await startShop({ env: { THROTTLE: '0' } });
  const document = await fetchDocument(shop);
  const world = await openWorld(shop);
  const operations = operationsOf(document).filter(({ name }) => name.startsWith(FUZZ_ONLY));
  const failures: string[] = [];
  const neverDone: string[] = [];
  for (const operation of operations) {
    const options = { runs, seed, base: document.base };
    try {
      const { statuses } = await fuzzOperation({ shop, world }, operation, options);
      if (!Object.keys(statuses).some((status) => Number(status) < 300))
        neverDone.push(operation.name);
    } catch (error) {
      failures.push(`${operation.name}, FUZZ_SEED=${seed}: ${String(error)}`);
    }
  }
  expect(failures.join('\n\n')).toBe('');
  // A fuzz that is refused at the door proves nothing about the rooms.
  expect(neverDone).toEqual([]);
  expect(operations.length).toBeGreaterThan(0);
});
