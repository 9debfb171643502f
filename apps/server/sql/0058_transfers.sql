-- Money a member sends another. What was sent never changes; the journal `send:<id>` moves it.
create table transfers (
  member_id text not null references members,
  id text not null constraint transfers_id_once unique,
  receiver_id text not null references members,
  currency text not null check (currency in ('aud', 'cad', 'gbp', 'usd', 'eur')),
  amount_minor bigint not null check (amount_minor > 0),
  note text not null default '' check (length(note) <= 140),
  created_at timestamptz not null default app_now(),
  primary key (member_id, id),
  constraint transfers_to_another check (receiver_id <> member_id)
);
-- What a day's limit is reckoned from.
create index transfers_newest on transfers (member_id, created_at);

create function transfers_guard() returns trigger language plpgsql as $$
begin
  raise exception 'transfer % was made and never changes', old.id
    using errcode = 'integrity_constraint_violation', constraint = 'transfers_kept';
end $$;
create trigger transfers_kept before update or delete on transfers
  for each row execute function transfers_guard();
create trigger transfers_no_truncate before truncate on transfers
  for each statement execute function history_refuse_loss();

-- Keys of journals are unique per member only; a transfer is booked once of all members.
create unique index ledger_journals_sent_once on ledger_journals (key) where kind = 'send';

alter table push_deliveries drop constraint push_deliveries_notice_check;
alter table push_deliveries add constraint push_deliveries_notice_check
  check (notice in ('delivered', 'refunded', 'received', 'sent'));

-- Members are found by the beginnings of their names' words, whatever accents these have, and by mobile
-- numbers in full.
create function name_words(p_name text) returns text[] language sql immutable
  return array_remove(regexp_split_to_array(
    regexp_replace(normalize(lower(p_name), nfkd), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+'), '');
create function name_vector(p_name text) returns tsvector language sql immutable
  return array_to_tsvector(name_words(p_name));
create function digits_of(p_number text) returns text language sql immutable
  return regexp_replace(p_number, '\D', '', 'g');
create index members_names on members using gin (name_vector(full_name));
create index members_mobiles on members (digits_of(dial_code || mobile)) where mobile <> '';

insert into site_options (name, value, kind, public) values
  ('send_daily_limit', '500', 'whole', false),
  ('throttle_search_member', '60', 'whole', false);
