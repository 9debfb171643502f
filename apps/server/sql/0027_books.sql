-- The bookkeeper's view: sums of each day, and corrections by two persons.

-- What sealed journals posted on a day (UTC), by kind and account. Members' accounts of a kind are one:
-- `members:wallet`. Each sealed journal is counted once, up to `ledger_days_to`.
create table ledger_days (
  day date not null, kind text not null, account text not null, currency text not null,
  amount bigint not null, postings bigint not null,
  primary key (day, kind, account, currency)
);
create table ledger_days_to (single boolean primary key default true check (single), seal bigint not null);
insert into ledger_days_to (seal) values (0);

-- A journal that a person asks for and another one books. Its entries never change.
create table ledger_corrections (
  id text primary key,
  entries jsonb not null,        -- [{account, currency, amount}], in smallest units, as the ledger posts them
  reason text not null check (reason <> ''),
  asked_by text not null references operators,
  decided_by text references operators,
  decision text constraint ledger_corrections_decision check (decision in ('booked', 'rejected')),
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  constraint ledger_corrections_by_two check (decision is distinct from 'booked' or decided_by <> asked_by),
  constraint ledger_corrections_whole check (
    (decision is null) = (decided_by is null) and (decision is null) = (decided_at is null))
);
create index ledger_corrections_newest on ledger_corrections (created_at, id);
call keep_rows('ledger_corrections');
create trigger ledger_corrections_edges before update on ledger_corrections for each row when (
  old.decision is not null or new.id <> old.id or new.entries <> old.entries or new.reason <> old.reason
  or new.asked_by <> old.asked_by or new.created_at <> old.created_at)
  execute function refuse('a correction is decided once and its entries do not change');

-- At commit: a journal of kind `correction` was booked by a second person.
create function ledger_corrections_check() returns trigger language plpgsql as $$
begin
  perform must_hold(exists (
    select 1 from ledger_corrections c
    where 'correction:' || c.id = new.key and c.decision = 'booked'), 'ledger_corrections_booked', new.key);
  return null;
end $$;
create constraint trigger ledger_corrections_booked after insert on ledger_journals
  deferrable initially deferred for each row when (new.kind = 'correction')
  execute function ledger_corrections_check();

alter table ledger_journals drop constraint ledger_journals_kind;
alter table ledger_journals add constraint ledger_journals_kind check (kind in (   -- those of ledger/kinds.ts
    'buy', 'hold', 'release', 'capture', 'cashback', 'refund', 'unmatched', 'reversal', 'restored', 'refund_owed',
    'refund_settled', 'refund_reversed', 'coin_paid', 'coin_given_up', 'coin_credit', 'add', 'freeze', 'keep',
    'unfreeze', 'sell', 'redeem', 'send', 'points', 'points_back', 'spend_points', 'friend_points', 'friend_back',
    'coin_in', 'coin_lost', 'coin_out', 'coin_settled', 'coin_unsettled', 'coin_back', 'coin_cold_found', 'audit',
    'correction'));
