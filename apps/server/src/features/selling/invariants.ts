/** What must hold of selling at every commit. */
import type { Invariant } from '../../ledger/verify.ts';
import { sql } from '../../platform/db.ts';

export const sellingInvariants: readonly Invariant[] = [
  {
    rule: '6 a sell order is paid once after it was accepted, and never else',
    breaches: sql`
      select coalesce(o.id, j.reference) || ' ' || coalesce(o.state, 'unknown') as breach
      from sell_orders o
      full join ledger_journals j on j.kind = 'sell' and j.owner = o.member_id
        and j.reference = o.id
      where coalesce(j.kind, 'sell') = 'sell' and (o.id is null
        or (o.state = 'paid') <> (j.id is not null)
        or (j.id is not null and j.key <> 'sell:' || o.id || ':payout'
          and (o.into_wallet_at is null or j.key <> 'sell:' || o.id || ':instead'))
        or (o.state = 'paid' and not exists (select 1 from ledger_journals p
          where p.owner = o.member_id and p.key = 'sell:' || o.id || ':payout'))) limit 20`,
  },
  {
    rule: '6 a card that is paid in coins has one send of the house to its address, or, where that came to nothing, its wallet was paid',
    breaches: sql`
      select coalesce(o.id, t.sale_id) || ' ' || coalesce(t.state, 'without a send') as breach
      from (select id, state, payee, total_minor, into_wallet_at, member_id,
          case gateway when 'BitCoin' then 'btc' when 'LiteCoin' then 'ltc' end as coin
        from sell_orders) o
      full join (select t.*, w.owner from coin_transfers t join coin_wallets w on w.id = t.wallet_id
        where t.sale_id is not null) t on t.sale_id = o.id
      left join ledger_journals j on j.owner = o.member_id and j.key = 'sell:' || o.id || ':payout'
      where o.id is null
        or (o.coin is not null and o.state = 'paid') <> (t.id is not null)
        or (t.id is not null and (t.coin, t.address, t.owner, t.value::text)
          is distinct from (o.coin, o.payee, 'house', j.facts ->> 'units'))
        or (o.into_wallet_at is not null and t.state not in ('failed', 'rejected')) limit 20`,
  },
  {
    rule: '6 what was paid for cards is what their sell orders say',
    breaches: sql`
      select o.id as breach from sell_orders o
      left join ledger_journals j on j.owner = o.member_id
        and j.key in ('sell:' || o.id || ':payout', 'sell:' || o.id || ':instead')
      left join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
      left join ledger_accounts a on a.id = p.account_id
      where o.state = 'paid'
      group by o.member_id, o.id
      having coalesce(sum(p.amount) filter (where a.name = 'member:' || o.member_id || ':wallet:'
          || o.payout_currency), 0)
          <> case when o.gateway = 'Wallet' or o.into_wallet_at is not null then o.payout_minor else 0 end
        or coalesce(sum(p.amount) filter (where a.name = 'house:bought_cards:' || o.currency), 0)
          <> -o.subtotal_minor
        or coalesce(sum(p.amount) filter (where a.name = 'house:exchange_fees:' || o.currency), 0)
          <> o.fee_minor
      limit 20`,
  },
  {
    rule: '12 the lines of a sell order add up to its sums',
    breaches: sql`
      select o.id as breach from sell_orders o
      left join sell_lines l on l.member_id = o.member_id and l.order_id = o.id
      group by o.member_id, o.id
      having coalesce(sum(l.price_minor * l.quantity), 0) <> o.subtotal_minor
        or coalesce(sum(l.fee_minor), 0) <> o.fee_minor limit 20`,
  },
  {
    rule: '14 the pictures of a sell order are its own and its member’s, until a declined one is erased',
    breaches: sql`
      select l.order_id || ' ' || picture as breach from sell_lines l
      cross join unnest(array[l.front, l.back, l.receipt]) as picture
      left join uploads u on u.path = picture
      where (u.path is null or u.member_id <> l.member_id or u.kind <> 'sellimages'
        or u.used_by is distinct from l.order_id)
        and not exists (select 1 from sell_orders o join members m on m.id = o.member_id
          where o.member_id = l.member_id and o.id = l.order_id and o.state = 'declined'
            and m.erased_at is not null) limit 20`,
  },
];
