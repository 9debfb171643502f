import { expect, onTestFinished } from 'vitest';
import { minutes } from '../platform/process/durations.ts';
import {
  goOn,
  type Interrupted,
  interruptDatabaseAt,
  ofTheJourney,
  until,
} from '../testing/crashes.ts';
import { sendShoppers } from '../testing/diaries.ts';
import { openKillable } from '../testing/killable.ts';
import { startKillableDatabase } from '../testing/killable-database.ts';
import { longTest } from '../testing/long.ts';

async function killable() {
  const database = await startKillableDatabase();
  onTestFinished(database.close);
  const world = await openKillable(database.url);
  onTestFinished(world.close);
  return { database, world };
}

/** Beside other tests a database starts slowly; that orders come in again within ten seconds is measured by the proof. */
const goesOnWithinMs = minutes(1);

/** A tenth of them; `npm run prove` goes through all, twenty times. */
const some = ofTheJourney.filter((_, index) => index % 10 === 1);

longTest(
  '9 kill -9 of the database at points of buying loses nothing and doubles nothing',
  async () => {
    const { database, world } = await killable();
    const interrupted: Interrupted[] = [];
    for (const point of some) interrupted.push(await interruptDatabaseAt(point, world, database));
    const { problems, broken } = await goOn(world, interrupted);
    expect(problems).toEqual({});
    expect(broken).toEqual([]);
  },
  minutes(5),
);

longTest(
  '9 kill -9 of the database under load loses nothing and doubles nothing',
  async () => {
    const { database, world } = await killable();
    const { url } = await world.live();
    const diaries = await sendShoppers(world, () => url, { shoppers: 6, codes: 20_000 });
    for (const kill of [1, 2]) {
      const before = diaries.promised;
      await until(`orders came in before kill ${kill}`, () => diaries.promised > before + 100);
      await database.kill();
    }
    const after = diaries.promised;
    await until('orders came in again', () => diaries.promised > after + 100);
    expect(await diaries.close()).toEqual([]);
    expect((await world.verify()).problems).toEqual([]);
    expect(diaries.repeated).toBeGreaterThan(0);
    expect(diaries.longestGapMs).toBeLessThan(goesOnWithinMs);
  },
  minutes(5),
);
