-- The back office: notes about members, codes that staff is shown, and indexes of its search and lists.

-- A keyed fingerprint of a code's last characters, by which staff finds its order. A chore fills it in codes loaded
-- before; it is empty where a code can not be read.
alter table codes add column tail bytea;
create index codes_tail on codes (tail, id) where line_id is not null;
create index codes_serial on codes (serial, id) where line_id is not null;
create index codes_without_tail on codes (id) where tail is null;

-- `staff`: an operator saw it, whom the owner's copy does not name.
alter table code_reveals
  drop constraint code_reveals_kind_check,
  add column operator text,
  add constraint code_reveals_kind_check check (kind in ('view', 'download', 'staff')),
  add constraint code_reveals_by_staff check ((kind = 'staff') = (operator is not null));

-- Each state, method and currency has few values: a list of some of each is merged from runs of this index.
create index orders_sorted on orders (state, gateway, currency, created_at desc, id desc) include (member_id);
create index members_sorted on members (membership_level, created_at desc, id desc);
create index members_frozen on members (created_at desc, id desc) where frozen_at is not null;
create index members_email_prefix on members (email_key collate "C");
create index refunds_provider_id on refunds (provider_refund_id) where provider_refund_id is not null;
create index coin_transfers_address on coin_transfers (address);

-- What staff notes about a member. A note is added, and goes with the account.
create table member_notes (
  id text primary key, member_id text not null references members,
  operator_id text not null references operators,
  note text not null check (note <> ''), created_at timestamptz not null default app_now()
);
create index member_notes_member on member_notes (member_id, created_at desc, id desc);
create trigger member_notes_once before update on member_notes
  for each row execute function refuse('a note is added and never changed');
