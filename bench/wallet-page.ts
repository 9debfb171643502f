/** The requests of the wallet page, for a member with a million movements and one with a hundred. */
import { type Figure, filledDatabase, load, type Section, say } from './section.ts';
import { asCount, asPercent, spreadOf } from './stats.ts';

const [calm, busy] = [900_001, 900_002];
const calmMoves = 100;

export const walletPage: Section = async (stage, scale): Promise<Figure[]> => {
  const database = await filledDatabase(stage, 'giftlane_wallet', { brands: 100 });
  say(`a wallet moves ${scale.pastMoves} times`);
  const began = performance.now();
  await database.db.script(`call bench_past_wallet(${busy}, ${scale.pastMoves})`);
  const eachUs = ((performance.now() - began) * 1000) / scale.pastMoves;
  await database.db.script(`call bench_past_wallet(${calm}, ${calmMoves})`);
  await database.db.script('vacuum analyze');
  const shop = await stage.shop(database);
  const { warmUpMs, roundMs: runMs } = scale;
  const pace = async (member: number, round: number) =>
    (await load(shop, 'wallet', { warmUpMs: round === 0 ? warmUpMs : 500, runMs, member }))
      .perSecond;
  const calmPace: number[] = [];
  const busyPace: number[] = [];
  for (let round = 0; round < scale.rounds; round += 1) {
    say(`round ${round + 1} of ${scale.rounds}`);
    calmPace.push(await pace(calm, round));
    busyPace.push(await pace(busy, round));
  }
  await shop.stop();
  await database.close();
  const share = spreadOf(busyPace.map((value, i) => value / (calmPace[i] ?? Number.NaN)));
  return [
    {
      name: `wallet pages a second of a member with ${calmMoves} entries (3 requests each)`,
      value: asCount(spreadOf(calmPace)),
      wanted: '',
    },
    {
      name: `with ${scale.pastMoves} instead`,
      value: asPercent(share),
      wanted: 'within 20 % of the small one',
      met: Math.abs(share.median - 1) <= 0.2,
    },
    { name: 'one movement written into it, µs', value: eachUs.toFixed(0), wanted: 'timed' },
  ];
};
