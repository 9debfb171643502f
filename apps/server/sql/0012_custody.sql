-- What the signer is asked to sign, what has to wait before that, and coins of the house that lie elsewhere.

-- While a coin is held nothing of it is wished or signed. The signer locks these rows while it signs, so that nothing is
-- signed any more once a hold is stored.
create table coin_holds (
  coin text primary key, held_at timestamptz, reason text,
  constraint coin_holds_reason check ((held_at is null) = (reason is null))
);
insert into coin_holds (coin) values ('btc'), ('ltc');

-- Whole unsigned transactions with what the signer needs to know of each input, under a tag it can check. Nothing of a
-- wish changes but the answer, and that once.
create table coin_wishes (
  number bigint generated always as identity primary key,
  coin text not null,
  transfer_id text not null constraint coin_wishes_transfer_once unique references coin_transfers,
  wish text not null,            -- JSON
  tag bytea not null, created_at timestamptz not null default app_now(),
  raw text,                      -- the signed transaction, hex
  refusal text,                  -- why it was not signed
  answered_at timestamptz
);
create index coin_wishes_open on coin_wishes (number) where answered_at is null;
create index coin_wishes_refused on coin_wishes (answered_at) where refusal is not null;
create trigger coin_wishes_once before update on coin_wishes for each row when (
  (new.number, new.coin, new.transfer_id, new.wish, new.tag)
    is distinct from (old.number, old.coin, old.transfer_id, old.wish, old.tag)
  or old.answered_at is not null
) execute function refuse('a wish never changes and is answered once');
call keep_rows('coin_wishes');

-- Sends that wait before they are wished. The wish is ready, under a tag that the signer does not take: whoever can only
-- write here can neither change it nor let it go.
create table coin_approvals (
  transfer_id text primary key references coin_transfers,
  coin text not null,
  wish text not null,            -- JSON
  tag bytea not null,
  goes_at timestamptz,           -- when it goes on by itself; none where a person has to look
  created_at timestamptz not null default app_now(),
  decision text check (decision in ('approved', 'rejected', 'cancelled', 'released')),
  decided_by text,               -- an operator, or the member; nobody where its time had come
  reason text,                   -- of a rejection; the member reads it
  decided_at timestamptz,
  constraint coin_approvals_decided check ((decision is null) = (decided_at is null)),
  constraint coin_approvals_reason check ((decision = 'rejected') = (reason is not null))
);
create index coin_approvals_due on coin_approvals (coin, goes_at) where decision is null and goes_at is not null;
create index coin_approvals_open on coin_approvals (coin) where decision is null;
create trigger coin_approvals_once before update on coin_approvals for each row when (
  (new.transfer_id, new.coin, new.wish, new.tag, new.goes_at, new.created_at)
    is distinct from (old.transfer_id, old.coin, old.wish, old.tag, old.goes_at, old.created_at)
  or old.decision is not null
) execute function refuse('a send that waits is decided once and never changes');
call keep_rows('coin_approvals');

-- At commit: what waits is not wished before it is let go.
create function coin_wishes_check_approval() returns trigger language plpgsql as $$
begin
  perform must_hold(not exists (
    select 1 from coin_approvals a where a.transfer_id = new.transfer_id
      and coalesce(a.decision, '') not in ('approved', 'released')), 'coin_wishes_approved', new.transfer_id);
  return null;
end $$;
create constraint trigger coin_wishes_approved after insert on coin_wishes
  deferrable initially deferred for each row execute function coin_wishes_check_approval();

-- Sends of the house to its cold account, whose keys lie elsewhere, and the place of the address there.
create table coin_sweeps (
  transfer_id text primary key references coin_transfers, xpub text not null,
  index integer not null check (index >= 0)
);
call keep_rows('coin_sweeps', 'update or delete');

-- What the chain says the house sent to its cold account after the backup that was restored.
create table coin_cold_found (
  coin text not null, txid text not null, vout integer not null, value bigint not null check (value > 0),
  xpub text not null, index integer not null check (index >= 0), created_at timestamptz not null default app_now(),
  primary key (coin, txid, vout)
);
call keep_rows('coin_cold_found', 'update or delete');

-- A transfer in the names the server uses. `canBump`: it waits for a block, and change of it lies free.
create view coin_transfer_rows as
  select t.id, t.coin, t.wallet_id as "walletId", t.type, t.txid, t.address, t.value, t.fee, t.comment,
    t.order_id as "orderId", t.request_key as "requestKey", t.state, t.height, t.in_block_at as "inBlockAt",
    t.created_at as "createdAt", t.sale_id as "saleId", a.goes_at as "goesAt", a.decision, a.reason, t.bumps,
    t.type = 'send' and t.state = 'unconfirmed' and t.height is null and t.depth < 20 and exists (
      select 1 from coin_outputs o where o.made_by = t.id and o.wallet_id = t.wallet_id
        and o.reserved_by is null and o.spent_txid is null and not o.gone) as "canBump"
  from coin_transfers t left join coin_approvals a on a.transfer_id = t.id;
