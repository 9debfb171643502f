/** An operator accepts or declines an offer. Each offer is decided once; the database sees to it. */
import { enqueue } from '../../jobs/jobs.ts';
import { openAccounts, post } from '../../ledger/ledger.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { crashPoint } from '../../platform/process/crash.ts';
import { holdMembers, needActive } from '../accounts/accounts.ts';
import type { HouseSendParts } from '../coins/coins.ts';
import type { Options } from '../content/content.ts';
import { areRead } from '../uploads/uploads.ts';
import { payInCoins, prepareCoins } from './coin-payout.ts';
import { checkLimit, payoutOf } from './limits.ts';
import { mailJob } from './mail-job.ts';
import { payoutJournal } from './payout.ts';
import {
  copiedIn,
  findSale,
  loadOf,
  lockPayouts,
  lockSale,
  lockSeller,
  type Sale,
  type SaleKey,
  sellerOf,
  setSaleDeclined,
  setSalePaid,
} from './queries.ts';

export interface DecisionParts {
  readonly db: Db;
  readonly options: Options;
  /** What sends coins of the house. */
  readonly coins: HouseSendParts;
}

/** A sell order by its id, whoever's it is; refuses `sell.not_found`. */
export async function needSale(db: Db, id: string): Promise<Sale> {
  const memberId = await sellerOf(db, id);
  const sale = memberId === undefined ? undefined : await findSale(db, { memberId, id });
  if (!sale) throw new Refusal('sell.not_found');
  return sale;
}

/** Locks an offer that nobody has decided; refuses `sell.decided`. The seller comes first, always. */
async function lockPending(tx: Tx, key: SaleKey): Promise<Sale> {
  await lockSeller(tx, key.memberId);
  const sale = await lockSale(tx, key);
  if (!sale) throw new Refusal('sell.not_found');
  if (sale.state !== 'pending')
    throw new Refusal('sell.decided', { order: sale.id, state: sale.state });
  return sale;
}

/**
 * Refuses `sell.pictures_not_seen` to whoever has not opened each picture of that very offer since it was
 * made: an id is easily mistyped, and a look at some other offer says nothing of this one.
 */
async function requireSeen(tx: Tx, sale: Sale, operator: string): Promise<void> {
  const paths = sale.lines.flatMap(({ front, back, receipt }) => [front, back, receipt]);
  if (!(await areRead(tx, { paths, operator, since: sale.createdAt })))
    throw new Refusal('sell.pictures_not_seen', { order: sale.id });
}

async function reread(tx: Tx, key: SaleKey): Promise<Sale> {
  const sale = await findSale(tx, key);
  if (!sale) throw new Refusal('sell.not_found');
  return sale;
}

/** Refuses pictures of a card that was paid for already, or that is in the same offer twice. */
async function refuseCopies(tx: Tx, { id }: Sale): Promise<void> {
  const copies = await copiedIn(tx, [id]);
  const sold = copies.find(({ otherId, otherState }) => otherState === 'paid' || otherId === id);
  if (sold) throw new Refusal('sell.sold_before', { order: id, other: sold.otherId });
}

/**
 * Pays an offer, into its member's wallet or in coins. Refuses `sell.decided`, `sell.pictures_not_seen` to an operator
 * who has not looked at all of its pictures, `account.frozen`, `sell.over_limit`, `sell.sold_before` unless `evenSeen`,
 * in another currency than the wallet's `rates.unavailable`, and in coins `coins.no_rate`, `coins.no_fee`,
 * `coins.unavailable`, `coins.dust` and `coins.house_short`: it can be accepted later.
 */
export async function acceptSale(
  { db, options, coins }: DecisionParts,
  id: string,
  { operator, evenSeen = false }: { operator: string; evenSeen?: boolean },
): Promise<Sale> {
  const offered = await needSale(db, id);
  const { memberId } = offered;
  const key = { memberId, id };
  const inCoins = offered.state === 'pending' ? await prepareCoins(coins, offered) : undefined;
  const paid = await db.tx(async (tx) => {
    const sale = await lockPending(tx, key);
    await requireSeen(tx, sale, operator);
    // Also of what is bought whatever it shows: others that show the same have to see it paid.
    await lockPayouts(tx);
    if (!evenSeen) await refuseCopies(tx, sale);
    // Held before it is read: whoever is frozen or refused meanwhile is seen to be.
    await holdMembers(tx, [memberId]);
    const member = await needActive(tx, memberId);
    const payout = await payoutOf(tx, sale, { currency: sale.payoutCurrency });
    if (payout === 'unknown' || payout.payoutMinor <= 0n) throw new Refusal('rates.unavailable');
    const { paidMinor } = await loadOf(tx, memberId);
    await checkLimit(options, member, paidMinor + payout.payoutMinor);
    await setSalePaid(tx, key, payout.payoutMinor);
    if (inCoins) await payInCoins(tx, coins, sale, inCoins);
    else {
      await openAccounts(tx, memberId, sale.payoutCurrency);
      await post(tx, payoutJournal(sale, payout.conversion));
    }
    await enqueue(tx, { job: mailJob, payload: { memberId, saleId: id, about: 'paid' } });
    crashPoint('selling.before_payout_commit');
    return reread(tx, key);
  });
  crashPoint('selling.paid');
  return paid;
}

/** Declines an offer with words for its member. Refuses `sell.decided` and `sell.pictures_not_seen`. */
export async function declineSale(
  { db }: Pick<DecisionParts, 'db'>,
  id: string,
  { operator, notice }: { operator: string; notice: string },
): Promise<Sale> {
  const { memberId } = await needSale(db, id);
  const key = { memberId, id };
  return db.tx(async (tx) => {
    await requireSeen(tx, await lockPending(tx, key), operator);
    await setSaleDeclined(tx, key, notice);
    await enqueue(tx, { job: mailJob, payload: { memberId, saleId: id, about: 'declined' } });
    return reread(tx, key);
  });
}
