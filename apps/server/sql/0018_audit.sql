-- The audit log of the back office: a hash chain over what operators do and look at, sealed by the ledger's tree.

alter table audit_entries
  add column operator_id text references operators,   -- null: the command line without a person's name
  add column subject text not null default '',        -- the id of what it is about
  add column hash bytea;

create function audit_hash(p_previous bytea, e audit_entries) returns bytea language sql stable as $$
  select sha256(p_previous || convert_to(concat_ws(E'\x1f', e.id, e.actor, coalesce(e.operator_id, ''), e.deed, e.subject,
    e.facts::text, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')), 'UTF8'))
$$;

-- One entry after the other: ids have no gaps, and each hash covers all entries before it.
create function audit_chain() returns trigger language plpgsql as $$
declare v_last record;
begin
  perform pg_advisory_xact_lock(hashtext('audit log'));
  select id, hash into v_last from audit_entries order by id desc limit 1;
  new.id := coalesce(v_last.id, 0) + 1;
  new.hash := audit_hash(coalesce(v_last.hash, ''), new);
  return new;
end $$;

alter table audit_entries disable trigger audit_entries_kept;
do $$
declare e audit_entries; v_hash bytea := '';
begin
  for e in select * from audit_entries order by id loop
    v_hash := audit_hash(v_hash, e);
    update audit_entries set hash = v_hash where id = e.id;
  end loop;
end $$;
alter table audit_entries enable trigger audit_entries_kept;
alter table audit_entries alter column hash set not null;
create trigger audit_entries_chain before insert on audit_entries for each row execute function audit_chain();

create index audit_entries_subject on audit_entries (subject, id) where subject <> '';
create index audit_entries_actor on audit_entries (actor, id);
create index audit_entries_deed on audit_entries (deed, id);
create index audit_entries_created_at on audit_entries (created_at, id);

-- `audit`: a journal without postings, whose facts are the last entry and its hash.
alter table ledger_journals drop constraint ledger_journals_kind;
alter table ledger_journals add constraint ledger_journals_kind check (kind in (   -- those of ledger/kinds.ts
    'buy', 'hold', 'release', 'capture', 'cashback', 'refund', 'unmatched', 'reversal', 'restored', 'refund_owed',
    'refund_settled', 'refund_reversed', 'coin_paid', 'coin_given_up', 'coin_credit', 'add', 'freeze', 'keep',
    'unfreeze', 'sell', 'redeem', 'send', 'points', 'points_back', 'spend_points', 'friend_points', 'friend_back',
    'coin_in', 'coin_lost', 'coin_out', 'coin_settled', 'coin_unsettled', 'coin_back', 'coin_cold_found', 'audit'));

-- A case of a queue that an operator works on.
create table office_cases (
  queue text not null, id text not null,
  operator_id text not null references operators,
  until timestamptz not null,
  primary key (queue, id)
);
