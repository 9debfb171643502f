/** What must hold of checkout at every commit. */
import type { Invariant } from '../../ledger/verify.ts';
import { sql } from '../../platform/db.ts';

export const checkoutInvariants: readonly Invariant[] = [
  {
    rule: '5 an order paid by card has a capture of exactly what was asked',
    breaches: sql`
      select o.id as breach from orders o
      left join payment_captures c on c.member_id = o.member_id and c.order_id = o.id
        and c.use = 'order'
      where o.gateway = 'PayPal' and o.state in ('paid', 'accepted', 'delivered', 'refunded')
        and (c.capture_id is null or c.currency <> o.currency
          or c.amount_minor <> o.total_minor - o.wallet_minor) limit 20`,
  },
  {
    rule: '5 an order paid by a coin has a send of exactly what was asked, or as much came to its address',
    breaches: sql`
      select o.id as breach from orders o
      left join coin_quotes q on q.member_id = o.member_id and q.order_id = o.id
      left join coin_transfers t on t.id = q.transfer_id and t.order_id = o.id and t.value = q.amount
        and t.state not in ('failed', 'rejected')
      left join ledger_journals j on j.owner = o.member_id and j.key = 'order:' || o.id || ':coins'
      where o.gateway in ('BitCoin', 'LiteCoin')
        and (o.state in ('paid', 'accepted', 'delivered', 'refunded')
            and t.id is null and not coalesce(q.paid or q.given_up > 0, false)
          or coalesce(q.paid, false) <> (j.id is not null)) limit 20`,
  },
  {
    rule: '5 an order is paid if and only if its sale is in the ledger',
    breaches: sql`
      select o.id || ' ' || o.state as breach from orders o
      left join ledger_journals j on j.owner = o.member_id and j.key = 'order:' || o.id || ':sale'
      where (j.id is null) = (o.state in ('paid', 'accepted', 'delivered', 'refunded')) limit 20`,
  },
  {
    rule: '2 what members hold aside is what their pending orders hold',
    breaches: sql`
      select a.name || ' holds ' || b.balance || ', orders say ' || coalesce(sum(o.wallet_minor), 0)
        as breach
      from ledger_accounts a join ledger_balances b on b.account_id = a.id
      left join orders o on o.member_id = a.owner and o.currency = a.currency
        and o.state = 'pending'
      where a.name like 'member:%:held:%'
      group by a.name, b.balance having b.balance <> coalesce(sum(o.wallet_minor), 0) limit 20`,
  },
  {
    rule: '12 sales, charges and discounts in the ledger are those of the orders',
    // From the journal to its order, which is found by its key: a member may have a thousand others.
    breaches: sql`
      select o.id as breach from ledger_journals j
      join orders o on o.member_id = j.owner and o.id = split_part(j.key, ':', 2)
      join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
      join ledger_accounts a on a.id = p.account_id and a.owner = 'house'
        and a.name not like 'house:paypal_clearing:%' and a.name not like 'house:conversion:%'
      where j.key like 'order:%:sale'
      group by o.member_id, o.id, o.total_minor having sum(p.amount) <> o.total_minor limit 20`,
  },
];
