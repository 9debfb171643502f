import { expect, inject, onTestFinished, test } from 'vitest';
import { minutes } from '../platform/process/durations.ts';
import { goOn, type Interrupted, interruptAt, ofTheJourney, until } from '../testing/crashes.ts';
import { cloneDatabase } from '../testing/databases.ts';
import { sendShoppers } from '../testing/diaries.ts';
import { type Killable, openKillable } from '../testing/killable.ts';
import { longTest } from '../testing/long.ts';
import { refundThroughCrashes } from '../testing/refund-crashes.ts';
import { sellThroughCrashes } from '../testing/sell-crashes.ts';

async function killable(): Promise<Killable> {
  const database = await cloneDatabase(inject('server'));
  const world = await openKillable(database.url);
  onTestFinished(async () => {
    await world.close();
    await database.drop();
  });
  return world;
}

/** Beside other tests a server starts slowly; that it is ready within ten seconds is measured by the proof. */
const readyWithinMs = minutes(1);

/**
 * Where money moves and where work begins: written that the provider is asked, paid and not written yet, paid from the
 * wallet, sent, and a job. `npm run prove` goes through all points, and those of adding money, twenty times.
 */
const once = ofTheJourney.filter((point) =>
  [
    'checkout.capture_claimed',
    'checkout.captured',
    'checkout.wallet_before_commit',
    'jobs.worked',
    'wallet.sent',
  ].includes(point),
);

/** Those that many buyers who pay from the wallet pass again and again. */
const ofLoad = ['checkout.wallet_before_commit', 'checkout.wallet_committed', 'jobs.taken'];

test(
  '9 kill -9 of the server at each point of buying loses nothing and doubles nothing',
  async () => {
    const world = await killable();
    const interrupted: Interrupted[] = [];
    for (const point of once) interrupted.push(await interruptAt(point, world));
    const { readyMs, problems, broken } = await goOn(world, interrupted);
    expect(interrupted.map(({ diedOf }) => diedOf)).toEqual(once.map(() => 'SIGKILL'));
    expect(problems).toEqual({});
    expect(broken).toEqual([]);
    expect(Math.max(readyMs, ...interrupted.map((one) => one.readyMs))).toBeLessThan(readyWithinMs);
  },
  minutes(5),
);

longTest(
  '9 kill -9 of the server at points of buying under load loses nothing and doubles nothing',
  async () => {
    const world = await killable();
    let life = await world.live({ CRASH_POINT: `${ofLoad[0]}:40` });
    const diaries = await sendShoppers(world, () => life.url, { shoppers: 6, codes: 20_000 });
    for (const next of [...ofLoad.slice(1), '']) {
      expect(await life.death).toBe('SIGKILL');
      life = await world.live({ CRASH_POINT: `${next}:40` });
    }
    const after = diaries.promised;
    await until('orders came in again', () => diaries.promised > after + 100);
    expect(await diaries.close()).toEqual([]);
    expect((await world.verify()).problems).toEqual([]);
    expect(diaries.repeated).toBeGreaterThan(0);
    expect(diaries.longestGapMs).toBeLessThan(readyWithinMs);
  },
  minutes(5),
);

test(
  '9 kill -9 while money is given back gives it back once',
  async () => {
    const { deaths, code, found, broken } = await refundThroughCrashes(await killable());
    expect(deaths).toEqual(['SIGKILL', 'SIGKILL']);
    expect(code).toBe(0);
    expect(found).toEqual({ refunds: 1, state: 'refunded', voided: 3 });
    expect(broken).toEqual([]);
  },
  minutes(5),
);

longTest(
  '6 kill -9 while a card is offered and paid for stores one offer and pays once',
  async () => {
    const { deaths, answers, orders, balance, broken } = await sellThroughCrashes(await killable());
    expect(deaths).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
    expect(answers).toEqual([0, 200, 0, 1]);
    expect([orders, balance]).toEqual([1, 44_00n]);
    expect(broken).toEqual([]);
  },
  minutes(5),
);
