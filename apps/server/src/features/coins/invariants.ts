/** Invariants of coins, true at every commit. */
import { type Caused, causedBy } from '../../ledger/causes.ts';
import type { Invariant } from '../../ledger/rules.ts';
import { sql } from '../../platform/db/db.ts';

export const coinInvariants: readonly Invariant[] = [
  {
    rule: '7 what the ledger has on the chain of a coin are the outputs it counts',
    breaches: sql`
      select c.coin || ': outputs ' || coalesce(o.units, 0) || ', ledger ' || coalesce(-p.units, 0) as breach
      from unnest(array['btc', 'ltc']) as c (coin)
      left join (select coin, sum(value) as units from coin_outputs where booked group by coin) o
        on o.coin = c.coin
      left join (select a.currency as coin, sum(p.amount) as units
        from ledger_accounts a join ledger_postings p on p.account_id = a.id
        where a.name like 'house:coin\_chain:%' group by a.currency) p on p.coin = c.coin
      where coalesce(o.units, 0) <> coalesce(-p.units, 0)`,
  },
  {
    rule: '7 a wallet has what lies on its outputs, less what is on its way out and more what the house lost for it',
    over: 'owners',
    breaches: sql`
      select w.id || ' lies ' || coalesce(o.units, 0) || ', on its way ' || coalesce(s.units, 0)
        || ', lost ' || coalesce(l.units, 0) || ', ledger ' || coalesce(b.balance, 0) as breach
      from coin_wallets w
      cross join lateral (select sum(value) as units from coin_outputs
        where wallet_id = w.id and booked) o
      cross join lateral (select sum(value + fee) as units from coin_transfers
        where wallet_id = w.id and type = 'send'
          and state in ('created', 'pendingApproval', 'signed', 'unconfirmed')) s
      left join ledger_accounts a on a.name = 'member:' || w.owner || ':coin:' || w.coin
      left join ledger_balances b on b.account_id = a.id
      left join (select j.owner, p.currency, -sum(p.amount) as units from ledger_journals j
        join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
        join ledger_accounts h on h.id = p.account_id and h.name like 'house:losses:%'
        where j.owner = any($1::text[]) and j.kind in ('coin_lost', 'coin_in') group by j.owner, p.currency) l
        on l.owner = w.owner and l.currency = w.coin
      where w.owner = any($1::text[]) and w.owner <> 'house'
        and coalesce(o.units, 0) - coalesce(s.units, 0) + coalesce(l.units, 0)
        <> coalesce(b.balance, 0)
      limit 20`,
  },
  {
    rule: '7 the house has what lies on its outputs, less what it sends and more what it lost of them',
    breaches: sql`
      select w.id || ' lies ' || coalesce(o.units, 0) || ', on its way ' || coalesce(s.units, 0)
        || ', ledger ' || coalesce(p.units, 0) as breach
      from coin_wallets w
      left join (select wallet_id, sum(value) as units from coin_outputs where booked
        group by wallet_id) o on o.wallet_id = w.id
      left join (select wallet_id, sum(value + fee) as units from coin_transfers
        where type = 'send' and state in ('created', 'pendingApproval', 'signed', 'unconfirmed')
        group by wallet_id) s on s.wallet_id = w.id
      left join (select a.currency as coin, sum(p.amount) as units
        from ledger_accounts a join ledger_postings p on p.account_id = a.id
        where a.name ~ '^house:(conversion|unmatched|coin_refills|coin_fees|coin_cold):'
          or a.name ~ '^house:losses:' and p.owner = 'house'
        group by a.currency) p on p.coin = w.coin
      where w.owner = 'house' and coalesce(o.units, 0) - coalesce(s.units, 0) <> coalesce(p.units, 0)`,
  },
  {
    rule: '7 what nobody is known to own came to the house, and neither paid an order nor was bought',
    breaches: sql`
      select c.coin || ': outputs ' || coalesce(o.units, 0) || ', orders ' || coalesce(q.units, 0)
        || ', ledger ' || coalesce(p.units, 0) as breach
      from unnest(array['btc', 'ltc']) as c (coin)
      left join (select o.coin, sum(o.value) as units from coin_outputs o
        join coin_wallets w on w.id = o.wallet_id
        join coin_addresses a on a.coin = o.coin and a.script = o.script
        where w.owner = 'house' and o.booked and o.made_by is null and not o.matched and not a.refill
        group by o.coin) o on o.coin = c.coin
      left join (select coin, sum(received - credited - case when paid then amount - given_up else 0 end) as units
        from coin_quotes group by coin) q on q.coin = c.coin
      left join (select a.currency as coin, sum(p.amount) as units
        from ledger_accounts a join ledger_postings p on p.account_id = a.id
        where a.name like 'house:unmatched:%' group by a.currency) p on p.coin = c.coin
      where coalesce(o.units, 0) + coalesce(q.units, 0) <> coalesce(p.units, 0)`,
  },
  {
    rule: '6 what is on its way out is what the ledger has set aside for it',
    breaches: sql`
      select c.coin || ': transfers ' || coalesce(t.units, 0) || ', ledger ' || coalesce(p.units, 0) as breach
      from unnest(array['btc', 'ltc']) as c (coin)
      left join (select coin, sum(value + fee) as units from coin_transfers
        where type = 'send' and state in ('created', 'pendingApproval', 'signed', 'unconfirmed')
        group by coin) t on t.coin = c.coin
      left join (select a.currency as coin, sum(p.amount) as units
        from ledger_accounts a join ledger_postings p on p.account_id = a.id
        where a.name like 'house:coin\_sending:%' group by a.currency) p on p.coin = c.coin
      where coalesce(t.units, 0) <> coalesce(p.units, 0)`,
  },
  {
    rule: '7 what the ledger has in the cold account are the sweeps of the house that the chain has settled, and what was found there',
    breaches: sql`
      select c.coin || ': sweeps ' || coalesce(s.units, 0) || ', found ' || coalesce(f.units, 0) || ', ledger ' || coalesce(-p.units, 0) as breach
      from unnest(array['btc', 'ltc']) as c (coin)
      left join (select t.coin, sum(t.value) as units
        from coin_sweeps s join coin_transfers t on t.id = s.transfer_id
        join coin_wallets w on w.id = t.wallet_id and w.owner = 'house'
        where t.state = 'confirmed' and t.type = 'send' and t.sale_id is null and t.order_id is null
        group by t.coin) s on s.coin = c.coin
      left join (select coin, sum(value) as units from coin_cold_found group by coin) f on f.coin = c.coin
      left join (select a.currency as coin, sum(p.amount) as units
        from ledger_accounts a join ledger_postings p on p.account_id = a.id
        where a.name like 'house:coin\\_cold:%' group by a.currency) p on p.coin = c.coin
      where coalesce(s.units, 0) + coalesce(f.units, 0) <> coalesce(-p.units, 0)`,
  },
  {
    rule: '6 a send that waits was not decided and not wished, and what was decided waits no more',
    breaches: sql`
      select t.id || ' ' || t.state || ' ' || coalesce(a.decision, 'undecided') as breach
      from coin_transfers t left join coin_approvals a on a.transfer_id = t.id
      left join coin_wishes w on w.transfer_id = t.id
      where t.type = 'send' and ((t.state = 'pendingApproval') <> (a.transfer_id is not null and a.decision is null)
        or a.transfer_id is not null and (w.transfer_id is not null)
          <> coalesce(a.decision in ('approved', 'released'), false)
        or a.decision in ('rejected', 'cancelled') and t.state <> 'rejected') limit 20`,
  },
  {
    rule: '7 what was counted with an order came to its address',
    over: 'owners',
    breaches: sql`
      select q.order_id || ' ' || q.received || ' ' || coalesce(sum(o.value), 0) as breach
      from coin_quotes q
      left join coin_outputs o on o.coin = q.coin and o.script = q.script and o.matched
      where q.member_id = any($1::text[]) group by q.member_id, q.order_id, q.received
      having q.received <> coalesce(sum(o.value), 0) limit 20`,
  },
  {
    rule: '7 what somebody else has spent is not on the books',
    breaches: sql`
      select coin || ' ' || txid || ':' || vout as breach from coin_outputs
      where booked and spent_height is not null and reserved_by is null limit 20`,
  },
  {
    rule: '6 an output is set aside for one send that spends it, and spent by it alone',
    breaches: sql`
      select o.coin || ' ' || o.txid || ':' || o.vout as breach from coin_outputs o
      join coin_transfers t on t.id = o.reserved_by
      where t.state in ('failed', 'rejected') or t.coin <> o.coin or t.wallet_id <> o.wallet_id
      limit 20`,
  },
  causedBy(
    '7 what outputs brought and lost is booked as often as they say, to whoever has their wallet, and nothing else is',
    ['coin_in', 'coin_lost', 'coin_cold_found'],
    // A house loss is cleared when its output is credited again, so the split is not checked here; the wallet sums are.
    sql<Caused>`
      with held as materialized (
        select o.coin, w.owner, o.value, o.credited, 'coin:' || o.coin || ':' || o.txid || ':' || o.vout || ':' as at,
          case when w.owner <> 'house' then 'member:' || w.owner || ':coin:' when a.refill then 'house:coin_refills:'
            else 'house:unmatched:' end || o.coin as account
        from coin_outputs o join coin_wallets w on w.id = o.wallet_id
        join coin_addresses a on a.coin = o.coin and a.script = o.script
        where w.owner = any($1::text[]))
      select 'coin_in' as kind, h.owner, h.at || 'in:' || nth as key, e.account, e.amount, e.exact
      from held h cross join generate_series(1, h.credited) nth
      cross join lateral (values ('house:coin_chain:' || h.coin, -h.value, true), (h.account, h.value, false),
        ('house:losses:' || h.coin, h.value, false)) e (account, amount, exact)
      union all
      select 'coin_lost', h.owner, j.key, e.account, e.amount, e.exact
      from ledger_journals j
      join held h on h.owner = j.owner and h.at = array_to_string((string_to_array(j.key, ':'))[1:4], ':') || ':'
      cross join lateral (select split_part(j.key, ':', 5) = 'lost' as lost) w
      cross join lateral (values (w.lost, 'house:coin_chain:' || h.coin, h.value, true), (true, h.account, -h.value, false),
        (true, 'house:losses:' || h.coin, case when w.lost then -h.value else h.value end, false)) e (is_there, account, amount, exact)
      where j.owner = any($1::text[]) and j.kind = 'coin_lost' and e.is_there and j.key ~ ('^' || h.at || '(lost:\\d+|repaid:\\d+:[^:]+)$')
        and split_part(j.key, ':', 6)::numeric <= h.credited
      union all
      select 'coin_cold_found', 'house', 'coin_cold:' || f.coin || ':' || f.txid || ':' || f.vout, e.account, e.amount, true
      from coin_cold_found f cross join lateral (values
        ('house:coin_cold:' || f.coin, -f.value), ('house:coin_refills:' || f.coin, f.value)) e (account, amount)
      where 'house' = any($1::text[])`,
  ),
  causedBy(
    '6 what sends set aside, take and give back is booked as they say, and nothing else is',
    ['coin_out', 'coin_settled', 'coin_unsettled', 'coin_back'],
    sql<Caused>`
      with sends as (
        select t.id, t.coin, w.owner, t.value, t.fee, t.state, t.settled, t.order_id is not null as to_house,
          'house:coin_sending:' || t.coin as aside, 'house:coin_chain:' || t.coin as chain, 'house:conversion:' || t.coin as conversion,
          case w.owner when 'house' then 'house:conversion:' else 'member:' || w.owner || ':coin:' end || t.coin as pays,
          case w.owner when 'house' then 'house:coin_fees:' else 'member:' || w.owner || ':coin:' end || t.coin as bears,
          case when s.transfer_id is null then 0 else t.value end as cold
        from coin_transfers t join coin_wallets w on w.id = t.wallet_id left join coin_sweeps s on s.transfer_id = t.id
        where w.owner = any($1::text[]) and t.type = 'send'),
      steps as (
        select 'coin_out' as kind, '' as step, 1 as sign, false as leaves, s.* from sends s
        union all
        select 'coin_back', ':undone', -1, false, s.* from sends s where s.state in ('failed', 'rejected')
        union all
        select 'coin_settled', ':settled:' || nth, 1, true, s.* from sends s, generate_series(1, s.settled) nth
        union all
        select 'coin_unsettled', ':unsettled:' || nth, -1, true, s.*
        from sends s, generate_series(1, s.settled - (s.state = 'confirmed')::int) nth)
      select s.kind, s.owner, 'coin_send:' || s.id || s.step as key, e.account, sum(s.sign * e.amount) as amount, true as exact
      from steps s cross join lateral (values
        (not s.leaves, s.pays, -s.value), (not s.leaves, s.bears, -s.fee), (not s.leaves, s.aside, s.value + s.fee),
        (s.leaves, s.aside, -s.value - s.fee), (s.leaves, s.chain, s.fee + case when s.to_house then 0 else s.value end),
        (s.leaves, s.conversion, s.cold + case when s.to_house then s.value else 0 end),
        (s.leaves, 'house:coin_cold:' || s.coin, -s.cold)) e (is_there, account, amount)
      where e.is_there group by s.kind, s.owner, s.id, s.step, e.account`,
  ),
];
