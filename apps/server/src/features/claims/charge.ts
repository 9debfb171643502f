/** Charges the seller of a card whose code did not work, by decision alone. */
import { type Currency, formatMoney } from '@giftlane/contract/money/money.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { house, lockBalance, move, post, walletOf } from '../../ledger/ledger.ts';
import type { Db, Queryable } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { lockSale, needSale, type Sale } from '../selling/selling.ts';
import { takenCodes } from '../stock/stock.ts';
import { mailJob } from './mail-job.ts';
import { needClaim } from './open.ts';
import {
  addStep,
  type Charge,
  type Claim,
  chargeable,
  findClaim,
  lockClaim,
  setCharged,
} from './queries.ts';

/** What `read` answers, or null where it refuses. */
export const orNull = <T>(read: Promise<T>): Promise<T | null> =>
  read.catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });

/** The sale that a claimed code came from: its id is the name of the code's sheet. */
export async function sourceSale(db: Db, { codeId }: Claim): Promise<Sale | null> {
  const [code] = await takenCodes(db, [codeId]);
  return orNull(needSale(db, code?.source.replace(/\.csv$/i, '') ?? ''));
}

/**
 * What a claim would charge a sale. Refuses `claim.sale_other`, also where the code came from another one or was claimed
 * before this one was paid, and `claim.sale_used_up`.
 */
export async function chargeOf(
  db: Queryable,
  { sale, source }: { readonly sale: Sale; readonly source: Sale | null },
  { cardId, createdAt }: Claim,
): Promise<Charge> {
  const lines = sale.lines.filter((line) => line.cardId === cardId);
  const isLater = sale.decidedAt === null || sale.decidedAt > createdAt;
  const isOther = source !== null && source.id !== sale.id;
  if (sale.state !== 'paid' || lines.length === 0 || isLater || isOther)
    throw new Refusal('claim.sale_other');
  const charge = (await chargeable(db, sale.id, lines)).find(({ amountMinor }) => amountMinor > 0n);
  if (!charge) throw new Refusal('claim.sale_used_up');
  return charge;
}

export interface Charged {
  readonly amountMinor: bigint;
  readonly currency: Currency;
}

/**
 * Charges a seller what one card of the sale brought, once for each claim, after the buyer got a code or the money.
 * Refuses `claim.not_met`, `claim.charged`, `claim.amount_changed`, `claim.sale_other`, `claim.sale_used_up`, and `claim.seller_short` with
 * nothing charged. Lock order: claim, sale, balance.
 */
export async function chargeClaim(
  db: Db,
  id: string,
  {
    saleId,
    reason,
    expected,
  }: {
    saleId: string;
    reason: string;
    /** What was shown before. */
    expected: Charged;
  },
): Promise<Charged> {
  const { memberId: sellerId } = await needSale(db, saleId);
  const source = await sourceSale(db, needClaim(await findClaim(db, id)));
  return db.tx(async (tx) => {
    const claim = needClaim(await lockClaim(tx, id));
    if (claim.chargedAt) throw new Refusal('claim.charged');
    if (claim.state !== 'replaced' && claim.state !== 'refunded')
      throw new Refusal('claim.not_met');
    const sale = await lockSale(tx, { memberId: sellerId, id: saleId });
    if (!sale) throw new Refusal('sell.not_found');
    const charge = await chargeOf(tx, { sale, source }, claim);
    const currency = sale.payoutCurrency;
    if (charge.amountMinor !== expected.amountMinor || currency !== expected.currency)
      throw new Refusal('claim.amount_changed', {
        amount: formatMoney(charge.amountMinor, currency),
      });
    const wallet = walletOf(sellerId, currency);
    const balance = await lockBalance(tx, wallet);
    if (balance < charge.amountMinor)
      throw new Refusal('claim.seller_short', { balance: formatMoney(balance, currency) });
    await setCharged(tx, id, { ...charge, saleId, currency });
    await post(tx, {
      owner: sellerId,
      key: `claim:${id}:charge`,
      kind: 'claim_charge',
      reference: saleId,
      entries: move(charge.amountMinor, currency, {
        from: wallet,
        to: house('guarantee', currency),
      }),
    });
    const n = await addStep(tx, claim, { kind: 'charged', side: 'shop', words: reason });
    await enqueue(tx, { job: mailJob, payload: { claimId: id, n } });
    return { amountMinor: charge.amountMinor, currency };
  });
}
