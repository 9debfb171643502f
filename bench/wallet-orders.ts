/** Orders from the wallet over HTTP compared with the same writes as one database function. */
import {
  type Figure,
  filledDatabase,
  load,
  refill,
  type Scale,
  type Section,
  say,
} from './section.ts';
import { type Stage, versionOf } from './stage.ts';
import { asCount, asPercent, spreadOf } from './stats.ts';
import { yardstick } from './yardstick.ts';

const wantedShare = 0.35;

async function rounds(stage: Stage, scale: Scale, compare: boolean) {
  const database = await filledDatabase(stage, 'giftlane_orders', { brands: 1_200 });
  const shop = await stage.shop(database);
  const { warmUpMs, roundMs: runMs } = scale;
  const shopPace: number[] = [];
  const functionPace: number[] = [];
  await load(shop, 'order', { warmUpMs: 0, runMs: warmUpMs });
  if (compare) await yardstick(database, 'order', { folder: stage.folder, runMs: warmUpMs });
  for (let round = 0; round < scale.rounds; round += 1) {
    say(`round ${round + 1} of ${scale.rounds}`);
    await refill(database);
    shopPace.push((await load(shop, 'order', { warmUpMs: 500, runMs })).perSecond);
    await refill(database);
    if (compare)
      functionPace.push(await yardstick(database, 'order', { folder: stage.folder, runMs }));
  }
  const problems = await stage.verify(database);
  await shop.stop();
  await database.close();
  if (problems.length > 0) throw new Error(`the books are wrong: ${problems.join('; ')}`);
  return { shopPace, functionPace };
}

export const walletOrders: Section = async (stage, scale): Promise<Figure[]> => {
  const compare = (await versionOf('pgbench')) !== undefined;
  if (!compare) console.log('pgbench is missing (Debian: postgresql-contrib): no ratio.');
  const { shopPace, functionPace } = await rounds(stage, scale, compare);
  const figures: Figure[] = [
    { name: 'wallet orders a second', value: asCount(spreadOf(shopPace)), wanted: '' },
  ];
  if (!compare) return figures;
  // Compared round by round, so that other load on the machine affects both.
  const share = spreadOf(shopPace.map((pace, i) => pace / (functionPace[i] ?? Number.NaN)));
  return [
    ...figures,
    {
      name: 'the same writes as one function, a second',
      value: asCount(spreadOf(functionPace)),
      wanted: '',
    },
    {
      name: 'wallet orders, of the function',
      value: asPercent(share),
      wanted: 'at least 35 %',
      met: share.median >= wantedShare,
    },
  ];
};
