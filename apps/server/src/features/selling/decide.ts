/** Accepting or declining an offer, by an operator. The database enforces one decision per offer. */
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
  lockPictures,
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
  /** For sends from the house's coin wallet. */
  readonly coins: HouseSendParts;
}

/** A sell order of any member; refuses `sell.not_found`. */
export async function needSale(db: Db, id: string): Promise<Sale> {
  const memberId = await sellerOf(db, id);
  const sale = memberId === undefined ? undefined : await findSale(db, { memberId, id });
  if (!sale) throw new Refusal('sell.not_found');
  return sale;
}

/** Locks a pending offer; refuses `sell.decided`. Lock order: the seller first. */
async function lockPending(tx: Tx, key: SaleKey): Promise<Sale> {
  await lockSeller(tx, key.memberId);
  const sale = await lockSale(tx, key);
  if (!sale) throw new Refusal('sell.not_found');
  if (sale.state !== 'pending')
    throw new Refusal('sell.decided', { order: sale.id, state: sale.state });
  return sale;
}

/**
 * Refuses `sell.pictures_not_seen` unless the operator has viewed each picture of this offer since it was made:
 * a mistyped id must not decide another offer.
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

/** Refuses `sell.sold_before` when a front or back picture is also in a paid offer, or twice in this one. */
async function refuseCopies(tx: Tx, { id }: Sale): Promise<void> {
  const copies = await copiedIn(tx, [id]);
  const sold = copies.find(({ otherId, otherState }) => otherState === 'paid' || otherId === id);
  if (sold) throw new Refusal('sell.sold_before', { order: id, other: sold.otherId });
}

/**
 * Pays an offer into its member's wallet or in coins. Refuses `sell.decided`, `sell.pictures_not_seen`,
 * `account.frozen`, `sell.over_limit`, and `sell.sold_before` unless `evenSeen`. After these refusals it can be
 * accepted later: `rates.unavailable` when the currencies differ; for coins `coins.no_rate`, `coins.no_fee`,
 * `coins.unavailable`, `coins.held`, `coins.dust` and `coins.house_short`.
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
    // Also with `evenSeen`: a parallel decision on the same picture must see this payout.
    await lockPictures(tx, key);
    if (!evenSeen) await refuseCopies(tx, sale);
    // Lock before reading, so that a parallel freeze or KYC decision is seen.
    await holdMembers(tx, [memberId]);
    const member = await needActive(tx, memberId);
    const payout = await payoutOf(tx, sale, { currency: sale.payoutCurrency });
    if (payout === 'unknown' || payout.payoutMinor <= 0n) throw new Refusal('rates.unavailable');
    const { paidMinor } = await loadOf(tx, memberId);
    await checkLimit(options, member, paidMinor + payout.payoutMinor);
    await setSalePaid(tx, key, { payoutMinor: payout.payoutMinor, by: operator });
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

/** Declines an offer with a notice for its member. Refuses `sell.decided` and `sell.pictures_not_seen`. */
export async function declineSale(
  { db }: Pick<DecisionParts, 'db'>,
  id: string,
  { operator, notice }: { operator: string; notice: string },
): Promise<Sale> {
  const { memberId } = await needSale(db, id);
  const key = { memberId, id };
  return db.tx(async (tx) => {
    await requireSeen(tx, await lockPending(tx, key), operator);
    await setSaleDeclined(tx, key, { notice, by: operator });
    await enqueue(tx, { job: mailJob, payload: { memberId, saleId: id, about: 'declined' } });
    return reread(tx, key);
  });
}
