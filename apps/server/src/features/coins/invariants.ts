/** What must hold of coins at every commit. */
import type { Invariant } from '../../ledger/verify.ts';
import { sql } from '../../platform/db.ts';

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
    breaches: sql`
      select w.id || ' lies ' || coalesce(o.units, 0) || ', on its way ' || coalesce(s.units, 0)
        || ', lost ' || coalesce(l.units, 0) || ', ledger ' || coalesce(b.balance, 0) as breach
      from coin_wallets w
      left join (select wallet_id, sum(value) as units from coin_outputs where booked
        group by wallet_id) o on o.wallet_id = w.id
      left join (select wallet_id, sum(value + fee) as units from coin_transfers
        where type = 'send' and state in ('created', 'pendingApproval', 'signed', 'unconfirmed')
        group by wallet_id) s on s.wallet_id = w.id
      left join ledger_accounts a on a.name = 'member:' || w.owner || ':coin:' || w.coin
      left join ledger_balances b on b.account_id = a.id
      left join (select j.owner, p.currency, -sum(p.amount) as units from ledger_journals j
        join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
        join ledger_accounts h on h.id = p.account_id and h.name like 'house:losses:%'
        where j.kind in ('coin_lost', 'coin_in') group by j.owner, p.currency) l
        on l.owner = w.owner and l.currency = w.coin
      where w.owner <> 'house' and coalesce(o.units, 0) - coalesce(s.units, 0) + coalesce(l.units, 0)
        <> coalesce(b.balance, 0)
      limit 20`,
  },
  {
    rule: '7 the house has what lies on its outputs, less what it sends; what came to it for nothing lies where it came',
    breaches: sql`
      select w.id || ' lies ' || coalesce(o.units, 0) || ', on its way ' || coalesce(s.units, 0)
        || ', ledger ' || coalesce(p.units, 0) || '; for nothing ' || coalesce(o.unmatched, 0)
        || ', ledger ' || coalesce(p.unmatched, 0) as breach
      from coin_wallets w
      left join (select o.wallet_id, sum(o.value) as units,
          sum(o.value) filter (where o.made_by is null and not a.refill) as unmatched
        from coin_outputs o join coin_addresses a on a.coin = o.coin and a.script = o.script
        where o.booked group by o.wallet_id) o on o.wallet_id = w.id
      left join (select wallet_id, sum(value + fee) as units from coin_transfers
        where type = 'send' and state in ('created', 'pendingApproval', 'signed', 'unconfirmed')
        group by wallet_id) s on s.wallet_id = w.id
      left join (select a.currency as coin, sum(p.amount) as units,
          sum(p.amount) filter (where a.name like 'house:unmatched:%') as unmatched
        from ledger_accounts a join ledger_postings p on p.account_id = a.id
        where a.name ~ '^house:(conversion|unmatched|coin_refills|coin_fees):'
        group by a.currency) p on p.coin = w.coin
      where w.owner = 'house' and (coalesce(o.units, 0) - coalesce(s.units, 0) <> coalesce(p.units, 0)
        or coalesce(o.unmatched, 0) <> coalesce(p.unmatched, 0))`,
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
    rule: '6 an output is set aside for one send that spends it, and spent by it alone',
    breaches: sql`
      select o.coin || ' ' || o.txid || ':' || o.vout as breach from coin_outputs o
      join coin_transfers t on t.id = o.reserved_by
      where t.state in ('failed', 'rejected') or t.coin <> o.coin or t.wallet_id <> o.wallet_id
      limit 20`,
  },
];
