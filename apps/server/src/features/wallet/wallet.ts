/** The wallet's face: vouchers, permits for wallet actions, and what must hold of them. */
import type { Currency } from '@giftlane/contract/money.ts';
import type { Invariant } from '../../ledger/verify.ts';
import { type Db, sql } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import type { KeyRing } from '../../platform/secrets.ts';
import { codeFingerprint, newPrinted, type Printed, pinFingerprint } from './codes.ts';
import { insertVouchers } from './queries.ts';

export type { Printed } from './codes.ts';
export { authorize } from './permits.ts';
export { type RedeemParts, redeem } from './redeem.ts';

interface NewVouchers {
  readonly valueMinor: bigint;
  readonly currency: Currency;
  readonly count: number;
  readonly keys: KeyRing;
}

/** Makes vouchers. Their codes and PINs are answered here and can never be read again. */
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

export const walletInvariants: readonly Invariant[] = [
  {
    rule: '2 a redeemed voucher has exactly one journal of its value, another one none',
    breaches: sql`
      select v.id || ' has ' || count(p.owner) as breach from vouchers v
      left join ledger_journals j on j.kind = 'redeem' and j.key = 'voucher:' || v.id
      left join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
        and p.amount = v.value_minor and p.account_id = (select id from ledger_accounts
          where name = 'member:' || v.redeemed_by || ':wallet:' || v.currency)
      group by v.id
      having count(p.owner) <> (v.redeemed_at is not null)::int
        or count(distinct j.id) <> (v.redeemed_at is not null)::int limit 20`,
  },
];
