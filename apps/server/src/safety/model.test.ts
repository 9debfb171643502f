/**
 * Wallets, stock and orders against a model in memory (trust programme, C). MODEL_RUNS says how many
 * sequences, MODEL_SEED and MODEL_PATH repeat one that failed.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { setOption } from '../features/content/content.ts';
import { minutes } from '../platform/process/durations.ts';
import { makeCard, makeMember } from '../testing/builders.ts';
import { eventsDone, everyCaptureSettled } from '../testing/faults.ts';
import { agree, type Real } from '../testing/model-agree.ts';
import { commands, end } from '../testing/model-commands.ts';
import type { Model } from '../testing/model-paper.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

const {
  MODEL_RUNS = '10',
  MODEL_SEED = String(Math.floor(Math.random() * 2 ** 31)),
  MODEL_PATH,
} = process.env;
const runs = Number(MODEL_RUNS);

/** Fresh members and cards, on both sides. */
async function begin(shop: TestShop): Promise<{ model: Model; real: Real }> {
  const plain = { priceMinor: 10_00, chargeMinor: 0, discountMinor: 0, cashbackMinor: 0 };
  // 7.50 with 2 % charge, 10 % discount and 4 % cashback: whole cents, whatever the quantity.
  const rich = { priceMinor: 7_50, chargeMinor: 15, discountMinor: 75, cashbackMinor: 30 };
  const percents = { serviceChargeBp: 200, discountBp: 1000, cashbackBp: 400 };
  const codes = 6;
  return {
    model: {
      nowMs: 0,
      members: [
        { walletMinor: 60_00, heldMinor: 0 },
        { walletMinor: 15_00, heldMinor: 0 },
      ],
      cards: [
        { ...plain, free: codes },
        { ...rich, free: codes },
      ],
      orders: [],
    },
    real: {
      shop,
      members: [
        await makeMember(shop, { walletMinor: 60_00n, verified: true }),
        await makeMember(shop, { walletMinor: 15_00n, verified: true }),
      ],
      cards: [
        await makeCard(shop, { codes, priceMinor: 10_00n }),
        await makeCard(shop, { codes, priceMinor: 7_50n, ...percents }),
      ],
      ids: new Map(),
    },
  };
}

test('whatever happens in whatever order, the shop and the paper agree', {
  timeout: minutes(3 + runs / 20),
}, async () => {
  const shop = await startShop({ working: false, env: { THROTTLE: '0' } });
  // The paper weighs no unpaid orders.
  await setOption(shop.db, 'unpaid_minutes_a_day', '100000');
  await setOption(shop.db, 'unpaid_share_of_card_new', '100');
  const lives: { model: Model; real: Real }[] = [];
  const sequences = fc.commands(commands, { maxCommands: 40, size: 'max' });
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const life = await begin(shop);
    await fc.asyncModelRun(() => life, sequence);
    await end(life.model, life.real);
    lives.push(life);
  });
  await fc.assert(property, {
    numRuns: runs,
    endOnFailure: MODEL_PATH !== undefined,
    seed: Number(MODEL_SEED),
    ...(MODEL_PATH && { path: MODEL_PATH }),
  });
  // Jobs and all the webhooks that came meanwhile run only now, when every order is over.
  const worker = await shop.work();
  await everyCaptureSettled(shop);
  await eventsDone(shop);
  await worker.stop();
  for (const { model, real } of lives) await agree(model, real);
  expect(lives).toHaveLength(runs);
});
