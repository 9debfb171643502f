/** The public interface of the wallet: vouchers, permits, jobs and invariants. */
import { type Currency, formatMoney } from '@giftlane/contract/money/money.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { type KeyRing, newToken, tokenHash } from '../../platform/secrets/secrets.ts';
import {
  findSameBatch,
  insertVoucherBatch,
  insertVouchers,
  lockIssuer,
  madeInADay,
  type NewBatch,
  voucherFor,
} from './queries.ts';
import { codeFingerprint, type Printed, pinFingerprint, printedOf } from './redeem/codes.ts';

export { walletInvariants } from './invariants.ts';
export { walletJobs } from './jobs.ts';
export { listMovements } from './movements.ts';
export type { Printed } from './redeem/codes.ts';
export { type RedeemParts, redeem } from './redeem/redeem.ts';
export { authorize } from './send/permits.ts';
export { walletTerms } from './terms.ts';

export interface NewVouchers {
  readonly valueMinor: bigint;
  readonly currency: Currency;
  readonly count: number;
  readonly keys: KeyRing;
  readonly issuer?: string;
  /** Of which the codes are made. The same key and vouchers again are the same batch. */
  readonly key?: string;
  /** The most that the issuer makes of the currency in 24 hours. */
  readonly mostMinor?: bigint;
}

/** Refuses a stored batch with which its issuer made more than the limit. */
async function checkLimit(tx: Tx, batch: NewBatch, mostMinor: bigint): Promise<void> {
  const over = (await madeInADay(tx, batch)) - mostMinor;
  if (over <= 0n) return;
  const left = batch.valueMinor * BigInt(batch.count) - over;
  throw new Refusal('voucher.over_limit', {
    left: formatMoney(left > 0n ? left : 0n, batch.currency),
  });
}

/**
 * Creates vouchers. Their codes and PINs are returned, and made again only by who has the key. Refuses `voucher.key_used`
 * for other vouchers of the same key, and `voucher.over_limit`.
 */
export async function createBatch(
  db: Db,
  { valueMinor, currency, count, keys, issuer = '', key = newToken(), mostMinor }: NewVouchers,
): Promise<{ id: string; printed: Printed[] }> {
  const printed = Array.from({ length: count }, (_, at) => printedOf(keys, key, at));
  const batch = { id: newId('vob'), keyHash: tokenHash(key), valueMinor, currency, count, issuer };
  const rows = printed.map((one) => ({
    id: newId('vou'),
    codeFingerprint: codeFingerprint(keys, one.code),
    pinFingerprint: pinFingerprint(keys, one),
  }));
  const id = await db.tx(async (tx) => {
    if (mostMinor !== undefined) await lockIssuer(tx, issuer);
    if (!(await insertVoucherBatch(tx, batch))) return findSameBatch(tx, batch);
    if (mostMinor !== undefined) await checkLimit(tx, batch, mostMinor);
    await insertVouchers(tx, rows, batch);
    return batch.id;
  });
  if (id === undefined) throw new Refusal('voucher.key_used');
  return { id, printed };
}

/** A voucher by its id or code, for staff; undefined when there is none. */
export const voucherOf = ({ db, keys }: { db: Db; keys: KeyRing }, searched: string) =>
  voucherFor(db, searched, codeFingerprint(keys, searched));
/** Like `createBatch`, for who needs the codes alone. */
export const createVouchers = async (db: Db, wish: NewVouchers): Promise<Printed[]> =>
  (await createBatch(db, wish)).printed;
