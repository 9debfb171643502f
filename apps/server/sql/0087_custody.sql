-- Custody: stopping a coin, sends that wait before they are wished, and the house's cold accounts.

-- Whether a coin is held: nothing of it is wished or signed then. The signer keeps these rows from changing while it
-- signs, so that nothing is signed any more once a hold is stored.
create table coin_holds (
  coin text primary key,
  held_at timestamptz,
  reason text,
  constraint coin_holds_reason check ((held_at is null) = (reason is null))
);
insert into coin_holds (coin) values ('btc'), ('ltc');

insert into site_options (name, value, kind, public) values
  ('coin_approve_above', '0', 'whole', false),
  ('coin_new_address_above', '0', 'whole', false);

-- Sends that wait before they are wished of the signer, and what was decided of them. The wish is ready, under a tag that
-- the signer does not take: who can only write here can neither change it nor let it go.
create table coin_approvals (
  transfer_id text primary key references coin_transfers,
  coin text not null,
  wish text not null,            -- JSON
  tag bytea not null,
  goes_at timestamptz,           -- from when it goes on by itself; none where a person has to look
  created_at timestamptz not null default app_now(),
  decision text check (decision in ('approved', 'rejected', 'cancelled', 'released')),
  decided_by text,               -- an operator, or the member; nobody where its time had come
  reason text,                   -- of a rejection; the member reads it
  decided_at timestamptz,
  constraint coin_approvals_decided check ((decision is null) = (decided_at is null)),
  constraint coin_approvals_reason check ((decision = 'rejected') = (reason is not null))
);
create index coin_approvals_due on coin_approvals (coin, goes_at) where decision is null and goes_at is not null;
create function coin_approvals_guard() returns trigger language plpgsql as $$
begin
  if (new.transfer_id, new.coin, new.wish, new.tag, new.goes_at, new.created_at)
      is distinct from (old.transfer_id, old.coin, old.wish, old.tag, old.goes_at, old.created_at)
    or old.decision is not null then
    raise exception 'a send that waits is decided once, and never changes'
      using errcode = 'integrity_constraint_violation', constraint = 'coin_approvals_once';
  end if;
  return new;
end $$;
create trigger coin_approvals_once before update on coin_approvals
  for each row execute function coin_approvals_guard();
create trigger coin_approvals_kept before delete on coin_approvals
  for each row execute function ledger_refuse_change();

-- What waits is not wished before it is let go. Checked at commit.
create function coin_wishes_check_approval() returns trigger language plpgsql as $$
begin
  if exists (select 1 from coin_approvals a where a.transfer_id = new.transfer_id
      and coalesce(a.decision, '') not in ('approved', 'released'))
  then
    raise exception 'transfer % waits and may not be wished', new.transfer_id
      using errcode = 'integrity_constraint_violation', constraint = 'coin_wishes_approved';
  end if;
  return null;
end $$;
create constraint trigger coin_wishes_approved after insert on coin_wishes
  deferrable initially deferred for each row execute function coin_wishes_check_approval();

-- A transfer in the names the server uses.
create or replace view coin_transfer_rows as
  select t.id, t.coin, t.wallet_id as "walletId", t.type, t.txid, t.address, t.value, t.fee, t.comment,
    t.order_id as "orderId", t.request_key as "requestKey", t.state, t.height, t.in_block_at as "inBlockAt",
    t.created_at as "createdAt", t.sale_id as "saleId", a.goes_at as "goesAt", a.decision, a.reason
  from coin_transfers t left join coin_approvals a on a.transfer_id = t.id;

-- Sends of the house to an account whose keys lie elsewhere, and the place of the address there.
create table coin_sweeps (
  transfer_id text primary key references coin_transfers,
  xpub text not null,
  index integer not null check (index >= 0)
);
create trigger coin_sweeps_kept before update or delete on coin_sweeps
  for each row execute function ledger_refuse_change();
select ledger_open('house:coin_cold:' || coin, 'house', coin) from unnest(array['btc', 'ltc']) as coin;
