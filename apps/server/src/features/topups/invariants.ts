/** Invariants of top-ups at every commit. */
import { type Caused, causedBy } from '../../ledger/causes.ts';
import type { Invariant } from '../../ledger/rules.ts';
import { sql } from '../../platform/db/db.ts';

export const topUpInvariants: readonly Invariant[] = [
  {
    rule: '5 money is added if and only if it was captured, exactly that much',
    over: 'owners',
    breaches: sql`
      select t.id || ' ' || t.state as breach from top_ups t
      left join payment_captures c on c.member_id = t.member_id and c.order_id = t.id
        and c.use = 'order'
      where t.member_id = any($1::text[]) and ((t.state = 'paid') <> (c.capture_id is not null)
        or c.amount_minor <> t.amount_minor or c.currency <> t.currency) limit 20`,
  },
  causedBy(
    '6 a paid top-up has one journal of its amount, what is set aside is of one that was taken back, and there are no others',
    ['add', 'freeze', 'keep', 'unfreeze'],
    sql<Caused>`
      select 'add' as kind, t.member_id as owner, 'add:' || t.id as key, e.account, e.amount, true as exact
      from top_ups t cross join lateral (values
        ('house:paypal_clearing:' || t.currency, -t.amount_minor),
        ('member:' || t.member_id || ':wallet:' || t.currency, t.amount_minor)) e (account, amount)
      where t.member_id = any($1::text[]) and t.state = 'paid'
      union all
      select s.kind, j.owner, j.key, e.account, e.amount, false
      from ledger_journals j
      join capture_sums c on c.member_id = j.owner and c.order_id = j.reference and c.use = 'order'
      join top_ups t on t.member_id = c.member_id and t.id = c.order_id
      join (values ('frozen', 'freeze', 'wallet', 1), ('kept', 'keep', 'losses', -1), ('unkept', 'keep', 'losses', 1),
        ('released', 'unfreeze', 'wallet', -1)) s (step, kind, other, sign) on s.step = split_part(j.key, ':', 3)
      cross join lateral (values
        ('member:' || j.owner || ':frozen:' || c.currency, s.sign * c.reversed_minor),
        (case s.other when 'wallet' then 'member:' || j.owner || ':wallet:' else 'house:losses:' end || c.currency,
          -s.sign * c.reversed_minor)) e (account, amount)
      where j.owner = any($1::text[]) and j.kind in ('freeze', 'keep', 'unfreeze') and split_part(j.key, ':', 1) = 'capture' and split_part(j.key, ':', 2) = c.capture_id`,
  ),
  {
    rule: '5 of what was taken back no more is kept or released than was set aside, nor set aside again than was kept',
    over: 'owners',
    breaches: sql`
      select j.owner || ' ' || split_part(j.key, ':', 2) as breach from ledger_journals j
      join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
      join ledger_accounts a on a.id = p.account_id and a.name not like 'member:%:wallet:%'
      where j.owner = any($1::text[]) and j.kind in ('freeze', 'keep', 'unfreeze')
      group by j.owner, split_part(j.key, ':', 2), a.name having sum(p.amount) < 0 limit 20`,
  },
];
