import fc from 'fast-check';
import { expect, test } from 'vitest';
import { networkOf } from './networks.ts';
import { dustOf, mostPayable, planPayment, virtualSize } from './plan.ts';

const script = `0014${'aa'.repeat(20)}`;
const change = `0014${'bb'.repeat(20)}`;

test('dust is what nodes say it is', () => {
  expect(dustOf(script, networkOf('btc', 'main'))).toBe(294n);
  expect(dustOf(script, networkOf('ltc', 'main'))).toBe(2_940n);
  expect(dustOf(`5120${'aa'.repeat(32)}`, networkOf('btc', 'main'))).toBe(330n);
  expect(dustOf(`76a914${'aa'.repeat(20)}88ac`, networkOf('btc', 'main'))).toBe(546n);
});

const outputs = fc
  .array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1, maxLength: 40 })
  .map((values) => values.map((value, vout) => ({ txid: 'f'.repeat(64), vout, value, script })));

test.for(['btc', 'ltc'] as const)(
  'a %s payment pays exactly what is wished, never too little fee, and no dust comes back',
  (coin) => {
    const network = networkOf(coin, 'regtest');
    fc.assert(
      fc.property(
        outputs,
        fc.bigInt({ min: 3_000n, max: 10n ** 10n }),
        fc.integer({ min: 1, max: 500 }),
        (own, value, rate) => {
          const plan = planPayment(own, { to: script, value, change, rate, network });
          const sum = own.reduce((total, one) => total + one.value, 0n);
          if (!plan) {
            const least = value + virtualSize(own.length, [script]) * BigInt(rate);
            expect(sum).toBeLessThan(least);
            return;
          }
          const spent = plan.inputs.reduce((total, one) => total + one.value, 0n);
          const made = plan.outputs.reduce((total, one) => total + one.value, 0n);
          expect(plan.outputs[0]).toEqual({ script, value });
          expect(spent - made).toBe(plan.fee);
          const size = virtualSize(
            plan.inputs.length,
            plan.outputs.map((one) => one.script),
          );
          expect(plan.fee).toBeGreaterThanOrEqual(size * BigInt(rate));
          if (plan.outputs[1])
            expect(plan.outputs[1].value).toBeGreaterThanOrEqual(dustOf(change, network));
          else
            expect(plan.fee - size * BigInt(rate)).toBeLessThan(
              dustOf(change, network) + 31n * BigInt(rate),
            );
        },
      ),
      { numRuns: 500 },
    );
  },
);

test('the most that can be paid can be paid, and nothing more', () => {
  const network = networkOf('btc', 'regtest');
  fc.assert(
    fc.property(outputs, fc.integer({ min: 1, max: 300 }), (own, rate) => {
      const most = mostPayable(own, { to: script, rate, network });
      if (most === 0n) return;
      expect(planPayment(own, { to: script, value: most, change, rate, network })).toBeDefined();
      expect(
        planPayment(own, { to: script, value: most + 1n, change, rate, network }),
      ).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});
