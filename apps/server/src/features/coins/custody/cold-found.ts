/** What lies in the cold account, and what of it the books do not know: they are an older copy that was put back. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { postAll } from '../../../ledger/ledger.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { openAccount } from '../../../utxo/scripts.ts';
import { type Chain, lockChain, mostUndone } from '../chain/chain-queries.ts';
import { type FoundOutput, type Lying, lyingAt, sameTip } from '../chain/check.ts';
import { needNetwork, needNode } from '../parts.ts';
import { coldFoundJournal } from '../postings.ts';
import type { SweepParts } from './sweep.ts';
import { type ColdPlace, insertFound, nextColdIndex, unknownOf } from './sweep-queries.ts';

type Parts = Pick<SweepParts, 'nodes' | 'cold'> & { readonly db: Db };

/** What lies in the cold account, by no sweep of the books. */
export interface ColdFound {
  /** It spent what was the house's, and is in the books now. */
  readonly booked: readonly Lying[];
  /** So did this, but so few blocks ago that they may still be given up: another rescan books it. */
  readonly young: readonly Lying[];
  /** Nothing of the house that the books know was spent for it: what it is has to be found out. */
  readonly strange: readonly Lying[];
}

/** The next addresses of the cold account by their scripts, from the first on. */
async function placesOf(
  { db, ...parts }: Parts,
  { coin, xpub, gap }: { coin: Coin; xpub: string; gap: number },
): Promise<ReadonlyMap<string, ColdPlace>> {
  const keys = openAccount(xpub);
  const network = needNetwork(parts, coin);
  const known = await db.tx((tx) => nextColdIndex(tx, coin, xpub));
  return new Map(
    Array.from({ length: known + gap }, (_, index) => [
      keys.addressAt({ branch: 0, index }, network).script,
      { xpub, index },
    ]),
  );
}

interface Look {
  readonly lying: readonly FoundOutput[];
  /** Where each script of the account is in it. */
  readonly places: ReadonlyMap<string, ColdPlace>;
}

/** What lies on the addresses of a cold account, and the tip at which it does. */
async function look(
  parts: Parts,
  wanted: { coin: Coin; xpub: string; gap: number },
): Promise<Look & { readonly tip: Chain }> {
  const { coin } = wanted;
  const before = await sameTip(parts, coin);
  const places = await placesOf(parts, wanted);
  const lying = await lyingAt(needNode(parts, coin), [...places.keys()]);
  const tip = await sameTip(parts, coin);
  if (tip.hash !== before.hash)
    throw new Refusal('coins.behind', { ours: before.height, theirs: tip.height });
  return { lying, places, tip };
}

/** Those that no sweep of the books made; `ours` where outputs of the house were spent for them. */
async function unknownIn(tx: Tx, coin: Coin, { lying, places }: Look) {
  const unknown = await unknownOf(tx, coin, lying);
  return lying.flatMap((one) => {
    const place = places.get(one.script);
    const known = unknown.find(({ txid, vout }) => txid === one.txid && vout === one.vout);
    return place && known ? [{ ...one, ...place, ours: known.ours }] : [];
  });
}

export interface ColdSeen {
  /** All that lies there. */
  readonly lying: readonly Lying[];
  /** The house sent it, and the books do not know: `coin rescan` books it. */
  readonly forgotten: readonly Lying[];
  /** See `ColdFound`. */
  readonly strange: readonly Lying[];
}

/**
 * Looks what lies in the cold account of a coin, `gap` addresses beyond those that are known, and books nothing; undefined
 * where there is no such account. Refuses `coins.behind` and `coins.unavailable`.
 */
export async function seeCold(
  parts: Parts,
  coin: Coin,
  gap: number,
): Promise<ColdSeen | undefined> {
  const account = parts.cold[coin];
  if (!account) return undefined;
  const seen = await look(parts, { coin, xpub: account.xpub, gap });
  const unknown = await parts.db.tx((tx) => unknownIn(tx, coin, seen));
  return {
    lying: seen.lying,
    forgotten: unknown.filter(({ ours }) => ours),
    strange: unknown.filter(({ ours }) => !ours),
  };
}

/**
 * Looks there as `seeCold` does and books what the house sent there without the books; nothing where there is no such
 * account. Refuses like it.
 */
export async function findCold(parts: Parts, coin: Coin, gap: number): Promise<ColdFound> {
  const { db, cold } = parts;
  const account = cold[coin];
  if (!account) return { booked: [], young: [], strange: [] };
  const { tip, ...seen } = await look(parts, { coin, xpub: account.xpub, gap });
  return db.tx(async (tx) => {
    const now = await lockChain(tx, coin);
    if (now?.hash !== tip.hash)
      throw new Refusal('coins.behind', { ours: now?.height ?? 0, theirs: tip.height });
    const found = await unknownIn(tx, coin, seen);
    const isOld = ({ height }: FoundOutput) => height <= tip.height - mostUndone;
    const ours = found.filter((one) => one.ours);
    const booked = ours.filter(isOld);
    await insertFound(tx, coin, booked);
    await postAll(
      tx,
      booked.map((one) => coldFoundJournal(coin, one)),
    );
    return {
      booked,
      young: ours.filter((one) => !isOld(one)),
      strange: found.filter((one) => !one.ours),
    };
  });
}
