/** The public interface of the wallet: vouchers, permits, jobs and invariants. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { insertVouchers, voucherFor } from './queries.ts';
import { codeFingerprint, newPrinted, type Printed, pinFingerprint } from './redeem/codes.ts';

export { walletInvariants } from './invariants.ts';
export { walletJobs } from './jobs.ts';
export { listMovements } from './movements.ts';
export type { Printed } from './redeem/codes.ts';
export { type RedeemParts, redeem } from './redeem/redeem.ts';
export { authorize } from './send/permits.ts';
export { walletTerms } from './terms.ts';

interface NewVouchers {
  readonly valueMinor: bigint;
  readonly currency: Currency;
  readonly count: number;
  readonly keys: KeyRing;
}

/** Creates vouchers. Their codes and PINs are returned once and cannot be recovered. */
export async function createVouchers(
  db: Db,
  { valueMinor, currency, count, keys }: NewVouchers,
): Promise<Printed[]> {
  const printed = Array.from({ length: count }, newPrinted);
  const rows = printed.map((one) => ({
    id: newId('vou'),
    codeFingerprint: codeFingerprint(keys, one.code),
    pinFingerprint: pinFingerprint(keys, one),
  }));
  await db.tx((tx) => insertVouchers(tx, rows, { valueMinor, currency }));
  return printed;
}

/** A voucher by its id or code, for staff; undefined when there is none. */
export const voucherOf = ({ db, keys }: { db: Db; keys: KeyRing }, searched: string) =>
  voucherFor(db, searched, codeFingerprint(keys, searched));
