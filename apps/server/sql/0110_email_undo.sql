-- A changed address can be taken back by the link mailed to the former one, for a week. Until then nobody else
-- opens or moves an account there.
alter table email_changes
  add column from_key text,
  add column from_shown_at timestamptz,    -- members.owner_shown_at before the change
  drop constraint email_changes_state_check,
  add constraint email_changes_state_check check (state in ('asked', 'done', 'dropped', 'undone'));
update email_changes set from_key = lower(from_email);
alter table email_changes alter column from_key set not null;
create index email_changes_former on email_changes (from_key) where state = 'done';

-- Whoever reads a mistyped address has no claim to the account: only an address whose link was opened in a session of the
-- account takes it back.
create function is_undoable(c email_changes) returns boolean language sql stable as $$
  select c.state = 'done' and c.from_shown_at is not null and c.decided_at > app_now() - interval '7 days'
$$;

create function is_kept_for_other(key text, member text) returns boolean language sql stable as $$
  select exists (
    select 1 from email_changes c where c.from_key = key and c.member_id <> member and is_undoable(c))
$$;

-- After the row: who registers the address while it is being left has waited for that change by then.
create function members_leave_former_emails() returns trigger language plpgsql as $$
begin
  if is_kept_for_other(new.email_key, new.id) then
    raise exception 'another account can still take this address back'
      using errcode = 'unique_violation', constraint = 'members_email_once';
  end if;
  return null;
end $$;
create trigger members_leave_former_emails after insert or update of email_key on members
  for each row execute function members_leave_former_emails();

alter table mail_tokens drop constraint mail_tokens_purpose_check;
alter table mail_tokens add constraint mail_tokens_purpose_check
  check (purpose in ('verify', 'reset', 'reopen', 'undo'));
