/** Invariants of selling, which hold at every commit. */
import { type Caused, causedBy } from '../../ledger/causes.ts';
import type { Invariant } from '../../ledger/rules.ts';
import { sql } from '../../platform/db/db.ts';

export const sellingInvariants: readonly Invariant[] = [
  causedBy(
    '6 a sell order is paid once after it was accepted, exactly what it says, and never else',
    ['sell'],
    sql<Caused>`
      select 'sell' as kind, o.member_id as owner, 'sell:' || o.id || e.step as key, e.account, e.amount, true as exact
      from sell_orders o cross join lateral (
        select o.gateway = 'Wallet' as at_once, 'member:' || o.member_id || ':wallet:' || o.payout_currency as wallet,
          o.gateway <> 'Wallet' or o.payout_currency <> o.currency as converts) w
      cross join lateral (values
        (':payout', 'house:bought_cards:' || o.currency, -o.subtotal_minor),
        (':payout', 'house:exchange_fees:' || o.currency, o.fee_minor),
        (':payout', 'house:conversion:' || o.currency, case when w.converts then o.total_minor end),
        (':payout', 'house:conversion:' || o.payout_currency, case when w.converts and w.at_once then -o.payout_minor end),
        (':payout', w.wallet, case when w.at_once then o.payout_minor end),
        (':instead', 'house:conversion:' || o.payout_currency, case when o.into_wallet_at is not null then -o.payout_minor end),
        (':instead', w.wallet, case when o.into_wallet_at is not null then o.payout_minor end)) e (step, account, amount)
      where o.member_id = any($1::text[]) and o.state = 'paid'`,
  ),
  {
    rule: '6 a card that is paid in coins has one send of the house to its address, or, where that came to nothing, its wallet was paid',
    over: 'owners',
    breaches: sql`
      select o.id || ' ' || coalesce(t.state, 'without a send') as breach
      from (select id, state, payee, total_minor, into_wallet_at, member_id,
          case gateway when 'BitCoin' then 'btc' when 'LiteCoin' then 'ltc' end as coin
        from sell_orders where member_id = any($1::text[])) o
      left join (select t.*, w.owner from coin_transfers t join coin_wallets w on w.id = t.wallet_id
        where t.sale_id is not null) t on t.sale_id = o.id
      left join ledger_journals j on j.owner = o.member_id and j.key = 'sell:' || o.id || ':payout'
      where (o.coin is not null and o.state = 'paid') <> (t.id is not null)
        or (t.id is not null and (t.coin, t.address, t.owner, t.value::text)
          is distinct from (o.coin, o.payee, 'house', j.facts ->> 'units'))
        or (o.into_wallet_at is not null and t.state not in ('failed', 'rejected')) limit 20`,
  },
  {
    rule: '12 the lines of a sell order add up to its sums',
    over: 'owners',
    breaches: sql`
      select o.id as breach from sell_orders o
      left join sell_lines l on l.member_id = o.member_id and l.order_id = o.id
      where o.member_id = any($1::text[]) group by o.member_id, o.id
      having coalesce(sum(l.price_minor * l.quantity), 0) <> o.subtotal_minor
        or coalesce(sum(l.fee_minor), 0) <> o.fee_minor limit 20`,
  },
  {
    rule: '14 the pictures of a sell order are its own and its member’s, until a declined one is erased',
    over: 'owners',
    breaches: sql`
      select l.order_id || ' ' || picture as breach from sell_lines l
      cross join unnest(array[l.front, l.back, l.receipt]) as picture
      left join uploads u on u.path = picture
      where l.member_id = any($1::text[]) and (u.path is null or u.member_id <> l.member_id or u.kind <> 'sellimages'
        or u.used_by is distinct from l.order_id)
        and not exists (select 1 from sell_orders o join members m on m.id = o.member_id
          where o.member_id = l.member_id and o.id = l.order_id and o.state = 'declined'
            and m.erased_at is not null) limit 20`,
  },
];
