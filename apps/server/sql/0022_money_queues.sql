-- What people decide about money in the back office: a second person for payouts, and indexes of its queues.

-- Who let a waiting send go. A payout takes two persons; the command line is one of them at most, whoever types. The tag (a
-- MAC of the wish key, which the database does not have) makes a consent one of the shop's.
create table coin_consents (
  transfer_id text not null references coin_approvals,
  operator_id text references operators,   -- none: the command line
  given_by text not null,
  tag bytea not null,
  given_at timestamptz not null default app_now()
);
create unique index coin_consents_once on coin_consents (transfer_id, coalesce(operator_id, ''));
-- Also where the command line was used under an operator's name.
create unique index coin_consents_name_once on coin_consents (transfer_id, given_by);
call keep_rows('coin_consents', 'update or delete');

-- At commit: what waits is not wished before its time has come, or one person has let it go, and two where members' coins
-- wait for people.
create or replace function coin_wishes_check_approval() returns trigger language plpgsql as $$
begin
  perform must_hold(not exists (
    select 1 from coin_approvals a
    join coin_transfers t on t.id = a.transfer_id
    join coin_wallets w on w.id = t.wallet_id
    where a.transfer_id = new.transfer_id and not coalesce(case a.decision
      when 'released' then a.goes_at <= app_now()
      when 'approved' then case when a.goes_at is null and w.owner <> 'house' then 2 else 1 end
        <= (select count(*) from coin_consents c where c.transfer_id = a.transfer_id)
    end, false)), 'coin_wishes_approved', new.transfer_id);
  return null;
end $$;
create constraint trigger coin_approvals_by_two after update of decision on coin_approvals
  deferrable initially deferred for each row when (new.decision in ('approved', 'released'))
  execute function coin_wishes_check_approval();

-- Who decided what stands here: an operator's id, or the command line.
alter table refunds add column resent_by text;
alter table capture_decisions add column decided_by text;

create index jobs_queue_failed on jobs (id) where given_up_at is not null;
create index coin_approvals_queue on coin_approvals (created_at, transfer_id) where decision is null;
create index coin_quotes_owing on coin_quotes (created_at)
  where received > credited + case when paid then amount - given_up else 0 end;
create index payment_captures_disputed on payment_captures (created_at) where disputed;
create index capture_reversals_open on capture_reversals (taken_at) where not settled;
