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
    rule: '7 a wallet has what lies on its outputs, less what is on its way out',
    breaches: sql`
      select w.id || ' lies ' || coalesce(o.units, 0) || ', on its way ' || coalesce(s.units, 0)
        || ', ledger ' || coalesce(b.balance, 0) as breach
      from coin_wallets w
      left join (select wallet_id, sum(value) as units from coin_outputs where booked
        group by wallet_id) o on o.wallet_id = w.id
      left join (select wallet_id, sum(value + fee) as units from coin_transfers
        where type = 'send' and state in ('created', 'pendingApproval', 'signed', 'unconfirmed')
        group by wallet_id) s on s.wallet_id = w.id
      left join ledger_accounts a on a.name = 'member:' || w.owner || ':coin:' || w.coin
      left join ledger_balances b on b.account_id = a.id
      where w.owner <> 'house'
        and coalesce(o.units, 0) - coalesce(s.units, 0) <> coalesce(b.balance, 0)
        and not exists (select 1 from members m where m.id = w.owner and m.frozen_at is not null)
      limit 20`,
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
