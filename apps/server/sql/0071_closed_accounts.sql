-- Closing an account. Closed at once, erased some days later by a chore; until then a link in a mail undoes it.
-- What has to be kept (orders, the ledger, a verified identity for some years) stays under the member's id.
alter table members
  add column closed_at timestamptz,
  add column erased_at timestamptz,
  add constraint members_erased_after_closing check (erased_at is null or closed_at is not null);

create table closings (
  member_id text primary key references members,
  actor text not null check (actor <> ''),   -- the member's id, or who used the command line
  reason text not null default '',
  closed_at timestamptz not null default app_now(),
  erase_at timestamptz not null,
  erased_at timestamptz,
  -- Until when the data of a verified identity is kept; null where there is none, or none any more.
  identity_until timestamptz,
  constraint closings_erased_in_time check (erased_at >= erase_at)
);
create index closings_to_erase on closings (erase_at) where erased_at is null;
create index closings_with_identity on closings (identity_until) where identity_until is not null;

-- Nothing begins for an account that is closed: whoever writes for it has its row first, and so has whoever
-- closes it. Looked at after the references to members were checked, so after that wait.
create function members_must_be_open() returns trigger language plpgsql as $$
begin
  if exists (select 1 from added a join members m on m.id = a.member_id where m.closed_at is not null) then
    raise exception 'an account of these is closed'
      using errcode = 'integrity_constraint_violation', constraint = 'members_open';
  end if;
  return null;
end $$;
create trigger sessions_of_open after insert on sessions
  referencing new table as added for each statement execute function members_must_be_open();
create trigger identities_of_open after insert on identities
  referencing new table as added for each statement execute function members_must_be_open();
create trigger orders_of_open after insert on orders
  referencing new table as added for each statement execute function members_must_be_open();
create trigger top_ups_of_open after insert on top_ups
  referencing new table as added for each statement execute function members_must_be_open();
create trigger sell_orders_of_open after insert on sell_orders
  referencing new table as added for each statement execute function members_must_be_open();
create trigger kyc_submissions_of_open after insert on kyc_submissions
  referencing new table as added for each statement execute function members_must_be_open();
create trigger uploads_of_open after insert on uploads
  referencing new table as added for each statement execute function members_must_be_open();
create trigger email_changes_of_open after insert on email_changes
  referencing new table as added for each statement execute function members_must_be_open();

-- The link that undoes it.
alter table mail_tokens drop constraint mail_tokens_purpose_check;
alter table mail_tokens add constraint mail_tokens_purpose_check
  check (purpose in ('verify', 'reset', 'reopen'));

-- What was written to a receiver can be erased; nothing else of a transfer ever changes.
create or replace function transfers_guard() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or new.note <> ''
    or (new.member_id, new.id, new.receiver_id, new.currency, new.amount_minor, new.created_at)
       is distinct from
       (old.member_id, old.id, old.receiver_id, old.currency, old.amount_minor, old.created_at)
  then
    raise exception 'transfer % was made and never changes', old.id
      using errcode = 'integrity_constraint_violation', constraint = 'transfers_kept';
  end if;
  return new;
end $$;

-- Of a verified identity the data goes when the law's time is over.
alter table kyc_submissions
  add column erased_at timestamptz,
  drop constraint kyc_submissions_data,
  add constraint kyc_submissions_data
    check ((sealed is null) = (verdict is not distinct from 'r' or erased_at is not null));

-- What is of a member is found without reading everybody's. Messages and the newsletter go by address.
create index contact_messages_of_address on contact_messages (lower(email));
create index transfers_to on transfers (receiver_id, created_at);
create index upload_reads_member on upload_reads (member_id, id);
create index uploads_of_member on uploads (member_id, path);
create index email_changes_member on email_changes (member_id);
create index identity_links_member on identity_links (member_id);
create index push_deliveries_member on push_deliveries (member_id);
create index vouchers_redeemed_by on vouchers (redeemed_by) where redeemed_by is not null;
create index payment_captures_member on payment_captures (member_id);
create index payment_refs_member on payment_refs (member_id);
-- What stands in the way of closing.
create index orders_under_way on orders (member_id) where state in ('pending', 'paid', 'accepted');
create index refunds_under_way on refunds (member_id) where state <> 'done';

insert into site_options (name, value, kind, public) values
  ('close_grace_days', '7', 'whole', false),
  ('identity_kept_years', '5', 'whole', false);
