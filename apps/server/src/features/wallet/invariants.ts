/** Invariants of vouchers and transfers at every commit. */
import { type Caused, causedBy } from '../../ledger/causes.ts';
import type { Invariant } from '../../ledger/rules.ts';
import { sql } from '../../platform/db/db.ts';

export const walletInvariants: readonly Invariant[] = [
  causedBy(
    '2, 6 a redeemed voucher has one journal of its value, a transfer one from wallet to wallet, and there are no others',
    ['redeem', 'send'],
    sql<Caused>`
      select 'redeem' as kind, v.redeemed_by as owner, 'voucher:' || v.id as key, e.account, e.amount, true as exact
      from vouchers v cross join lateral (values
        ('house:vouchers:' || v.currency, -v.value_minor),
        ('member:' || v.redeemed_by || ':wallet:' || v.currency, v.value_minor)) e (account, amount)
      where v.redeemed_by = any($1::text[]) and v.redeemed_at is not null
      union all
      select 'send', t.member_id, 'send:' || t.id, e.account, e.amount, true
      from transfers t cross join lateral (values
        ('member:' || t.member_id || ':wallet:' || t.currency, -t.amount_minor),
        ('member:' || t.receiver_id || ':wallet:' || t.currency, t.amount_minor)) e (account, amount)
      where t.member_id = any($1::text[])`,
  ),
];
