-- A send whose fee turned out too low is sped up by another one, which spends its change at a higher fee: blocks take both
-- together (child pays for parent). It pays nobody but the network.
alter table coin_transfers
  add column bumps text constraint coin_transfers_bumps references coin_transfers (id),
  drop constraint coin_transfers_value_check,
  add constraint coin_transfers_value_check check (value > 0 or value = 0 and bumps is not null),
  add constraint coin_transfers_bump_pays_nobody check (
    bumps is null or type = 'send' and value = 0 and order_id is null and sale_id is null);
create unique index coin_transfers_bumped_once on coin_transfers (bumps)
  where bumps is not null and state not in ('failed', 'rejected');

create or replace function coin_transfers_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.coin, new.wallet_id, new.type, new.txid, new.vout, new.address, new.value, new.fee, new.order_id,
      new.sale_id, new.bumps, new.request_key)
    is distinct from (old.id, old.coin, old.wallet_id, old.type, old.txid, old.vout, old.address, old.value,
      old.fee, old.order_id, old.sale_id, old.bumps, old.request_key)
    or new.state <> old.state and (old.state, new.state) not in (
      ('created', 'signed'), ('created', 'failed'), ('created', 'rejected'), ('created', 'pendingApproval'),
      ('pendingApproval', 'created'), ('pendingApproval', 'rejected'), ('signed', 'unconfirmed'),
      ('signed', 'confirmed'), ('signed', 'failed'), ('unconfirmed', 'signed'), ('unconfirmed', 'confirmed'),
      ('unconfirmed', 'removed'), ('unconfirmed', 'failed'), ('removed', 'unconfirmed'), ('removed', 'confirmed'),
      ('confirmed', 'unconfirmed'))
  then
    raise exception 'coin transfer % may not go from % to %', old.id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'coin_transfers_edges';
  end if;
  return new;
end $$;

-- A transfer in the names the server uses. `canBump`: it waits for a block, and change of it lies free.
create or replace view coin_transfer_rows as
  select t.id, t.coin, t.wallet_id as "walletId", t.type, t.txid, t.address, t.value, t.fee, t.comment,
    t.order_id as "orderId", t.request_key as "requestKey", t.state, t.height, t.in_block_at as "inBlockAt",
    t.created_at as "createdAt", t.sale_id as "saleId", a.goes_at as "goesAt", a.decision, a.reason, t.bumps,
    t.type = 'send' and t.state = 'unconfirmed' and t.height is null and t.depth < 20 and exists (
      select 1 from coin_outputs o where o.made_by = t.id and o.wallet_id = t.wallet_id
        and o.reserved_by is null and o.spent_txid is null and not o.gone) as "canBump"
  from coin_transfers t left join coin_approvals a on a.transfer_id = t.id;
