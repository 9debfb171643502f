/** Server and database killed at named points and at random moments: no promise is broken. */
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../apps/server/src/platform/process/durations.ts';
import {
  goOn,
  type Interrupted,
  interruptAt,
  interruptDatabaseAt,
  ofTheJourney,
  until,
} from '../apps/server/src/testing/crashes.ts';
import { type Diaries, sendShoppers } from '../apps/server/src/testing/diaries.ts';
import type { Killable } from '../apps/server/src/testing/killable.ts';
import { refundThroughCrashes } from '../apps/server/src/testing/refund-crashes.ts';
import { sellThroughCrashes } from '../apps/server/src/testing/sell-crashes.ts';
import { mustBeEmpty, type Proof } from './proof.ts';

const readyWithinMs = seconds(10);

function mustBeReady(readyMs: number): void {
  if (readyMs > readyWithinMs) throw new Error(`ready again after ${Math.round(readyMs)} ms`);
}

async function goOnWell(world: Killable, interrupted: readonly Interrupted[]): Promise<string> {
  const { readyMs, problems, broken } = await goOn(world, interrupted);
  mustBeEmpty(Object.values(problems).flat());
  mustBeEmpty(broken);
  mustBeReady(readyMs);
  return `ready in ${Math.round(readyMs)} ms`;
}

const points: readonly Proof[] = ofTheJourney.map((point) => ({
  name: point,
  title: `kill -9 of the server at ${point}`,
  runs: 20,
  async run({ world }) {
    const interrupted = await interruptAt(point, world);
    if (interrupted.diedOf !== 'SIGKILL') throw new Error(`it died of ${interrupted.diedOf}`);
    return goOnWell(world, [interrupted]);
  },
}));

const databaseAtPoints: Proof = {
  name: 'database-at-points',
  title: 'kill -9 of the postmaster at each of those points, one after the other',
  runs: 20,
  async run({ world, database }) {
    const interrupted: Interrupted[] = [];
    for (const point of ofTheJourney)
      interrupted.push(await interruptDatabaseAt(point, world, database));
    return goOnWell(world, interrupted);
  },
};

const refunds: Proof = {
  name: 'refunds',
  title: 'kill -9 at checkout.refund_posted and checkout.refund_sent',
  runs: 20,
  async run({ world }) {
    const { deaths, code, found, broken } = await refundThroughCrashes(world);
    const well = deaths.every((death) => death === 'SIGKILL') && code === 0 && found.refunds === 1;
    if (!well) throw new Error(JSON.stringify({ deaths, code, found }));
    mustBeEmpty(broken);
    return `order ${found.state}`;
  },
};

const sales: Proof = {
  name: 'sales',
  title: 'kill -9 while a card is offered, accepted and paid for',
  runs: 20,
  async run({ world }) {
    const { deaths, answers, orders, balance, broken } = await sellThroughCrashes(world);
    const well = deaths.every((death) => death === 'SIGKILL') && orders === 1 && balance === 44_00n;
    if (!well) throw new Error(`${deaths.join()} ${answers.join()} ${orders} ${balance}`);
    mustBeEmpty(broken);
    return 'one offer, one payout';
  },
};

const shoppers = { shoppers: 8, codes: 60_000 };

async function closeWell(world: Killable, diaries: Diaries): Promise<string> {
  mustBeEmpty(await diaries.close());
  mustBeEmpty((await world.verify()).problems);
  const gap = Math.round(diaries.longestGapMs);
  if (gap > readyWithinMs) throw new Error(`${gap} ms without an order`);
  return `${diaries.promised} promised, ${diaries.repeated} repeated, gap ${gap} ms`;
}

const serverUnderLoad: Proof = {
  name: 'server-under-load',
  title: 'kill -9 of the server three times under load, after 5 to 15 s each',
  runs: 20,
  async run({ world }) {
    let life = await world.live();
    const diaries = await sendShoppers(world, () => life.url, shoppers);
    for (let kill = 0; kill < 3; kill += 1) {
      await sleep(seconds(5 + Math.random() * 10));
      await life.kill();
      life = await world.live();
      mustBeReady(life.readyMs);
    }
    const said = await closeWell(world, diaries);
    await life.kill();
    return said;
  },
};

const databaseUnderLoad: Proof = {
  name: 'database-under-load',
  title: 'kill -9 of the postmaster every 20 s under load, three times',
  runs: 20,
  async run({ world, database }) {
    const life = await world.live();
    const diaries = await sendShoppers(world, () => life.url, shoppers);
    for (let kill = 0; kill < 3; kill += 1) {
      await sleep(seconds(20));
      const before = diaries.promised;
      await database.kill();
      await until('orders came in again', () => diaries.promised > before + 20);
    }
    const said = await closeWell(world, diaries);
    await life.kill();
    return said;
  },
};

export const crashes: readonly Proof[] = [
  ...points,
  databaseAtPoints,
  refunds,
  sales,
  serverUnderLoad,
  databaseUnderLoad,
];
