/** Outputs in the cold account, and those the database does not know after a restore from a backup. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { postAll } from '../../../ledger/ledger.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { openAccount } from '../../../utxo/scripts.ts';
import { type Chain, lockChain, mostUndone } from '../chain/chain-queries.ts';
import { type FoundOutput, sameTip, type Unspent, unspentAt } from '../chain/check.ts';
import { needNetwork, needNode } from '../parts.ts';
import { coldFoundJournal } from '../postings.ts';
import type { SweepParts } from './sweep.ts';
import { type ColdPlace, insertFound, nextColdIndex, unknownOf } from './sweep-queries.ts';

type Parts = Pick<SweepParts, 'nodes' | 'cold'> & { readonly db: Db };

/** Outputs in the cold account that no stored sweep made. */
export interface ColdFound {
  /** Made from house outputs, and booked now. */
  readonly booked: readonly Unspent[];
  /** Made from house outputs, but fewer than `mostUndone` blocks deep: a later rescan books them. */
  readonly young: readonly Unspent[];
  /** Not made from house outputs known to the database: an operator must find out what they are. */
  readonly strange: readonly Unspent[];
}

/** Scripts of the cold account's addresses: those in use, and `gap` more. */
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
  /** The address of each script. */
  readonly places: ReadonlyMap<string, ColdPlace>;
}

/**
 * Unspent outputs of a cold account by the node, and the tip they were read at. Refuses `coins.behind` and
 * `coins.unavailable`.
 */
async function look(
  parts: Parts,
  wanted: { coin: Coin; xpub: string; gap: number },
): Promise<Look & { readonly tip: Chain }> {
  const { coin } = wanted;
  const before = await sameTip(parts, coin);
  const places = await placesOf(parts, wanted);
  const lying = await unspentAt(needNode(parts, coin), [...places.keys()]);
  const tip = await sameTip(parts, coin);
  if (tip.hash !== before.hash)
    throw new Refusal('coins.behind', { ours: before.height, theirs: tip.height });
  return { lying, places, tip };
}

/** Outputs that no stored sweep made; `ours` when they were made from house outputs. */
async function unknownIn(tx: Tx, coin: Coin, { lying, places }: Look) {
  const unknown = await unknownOf(tx, coin, lying);
  return lying.flatMap((one) => {
    const place = places.get(one.script);
    const known = unknown.find(({ txid, vout }) => txid === one.txid && vout === one.vout);
    return place && known ? [{ ...one, ...place, ours: known.ours }] : [];
  });
}

export interface ColdSeen {
  /** All unspent outputs of the account. */
  readonly lying: readonly Unspent[];
  /** Made from house outputs by a sweep the database does not know: `coin rescan` books them. */
  readonly forgotten: readonly Unspent[];
  /** See `ColdFound`. */
  readonly strange: readonly Unspent[];
}

/**
 * Reads the cold account of a coin from the node, up to `gap` addresses beyond those in use; books nothing. Undefined
 * when there is no cold account. Refuses `coins.behind` and `coins.unavailable`.
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

/** Like `seeCold`, and books sweeps the database does not know; empty when there is no cold account. */
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
