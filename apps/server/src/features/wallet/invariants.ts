/** What must hold of wallet at every commit. */
import type { Invariant } from '../../ledger/verify.ts';
import { sql } from '../../platform/db.ts';

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
  {
    rule: '6 a transfer has exactly one journal, which takes its amount from one wallet to the other',
    breaches: sql`
      select coalesce(t.id, j.reference) as breach from transfers t
      full join ledger_journals j on j.kind = 'send' and j.owner = t.member_id
        and j.key = 'send:' || t.id
      where coalesce(j.kind, 'send') = 'send' and (t.id is null or j.id is null
        or (select count(*) from ledger_postings p join ledger_accounts a on a.id = p.account_id
          where p.owner = j.owner and p.journal_id = j.id and (a.name, p.amount) in (
            ('member:' || t.member_id || ':wallet:' || t.currency, -t.amount_minor),
            ('member:' || t.receiver_id || ':wallet:' || t.currency, t.amount_minor))) <> 2)
      limit 20`,
  },
];
