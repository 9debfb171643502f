/** Members transfer money to each other for half an hour; every snapshot must have the same sum. */
import { currencies } from '@giftlane/contract/money/money.ts';
import { apiBase } from '../apps/server/src/platform/http/http.ts';
import { runBank } from '../apps/server/src/testing/bank.ts';
import { mustBeEmpty, type Proof } from './proof.ts';

const forMs = process.argv.includes('--quick') ? 10_000 : 30 * 60_000;

export const bank: Proof = {
  name: 'bank',
  title:
    '32 workers send among 20 members of each currency for half an hour: no look finds another sum',
  runs: 1,
  async run({ world }) {
    const { url, kill } = await world.live();
    const seen = await runBank({
      shop: world.shop,
      at: url + apiBase,
      workers: 32,
      members: 20,
      currencies,
      forMs,
    });
    await kill();
    const { problems } = await world.verify();
    mustBeEmpty([...seen.deviations, ...seen.faults, ...problems]);
    const refused = Object.entries(seen.refused).map(([name, count]) => `${name} ${count}`);
    return `${seen.sends} sends, ${seen.snapshots} looks; refused: ${refused.join(', ')}`;
  },
};
