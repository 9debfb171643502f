-- Operators in the office: roles of single permissions, the last owner, recovery by two people.

-- The fixed roles, whose permissions the program knows, and the house's own.
create table operator_roles (
  id text primary key,
  name text not null constraint operator_roles_named check (name <> ''),
  permissions text[],   -- null: a fixed role
  constraint operator_roles_fixed
    check ((permissions is null) = (id in ('owner', 'catalogue', 'support', 'reviewer', 'finance')))
);
create unique index operator_roles_name_once on operator_roles (lower(name collate "C"));
insert into operator_roles (id, name)
select role, role from unnest(array['owner', 'catalogue', 'support', 'reviewer', 'finance']) role;

-- A role goes once nobody has it who still works here.
alter table operators drop constraint operators_role_check, alter column role drop not null;
alter table operators
  add column seen_at timestamptz,
  add constraint operators_role_known foreign key (role) references operator_roles on delete set null,
  add constraint operators_role_at_work check (role is not null or closed_at is not null);

create function operators_keep_owner() returns trigger language plpgsql as $$
begin
  -- One after the other, so that two owners never end each other.
  perform 1 from operator_roles where id = 'owner' for no key update;
  perform must_hold(exists (
    select 1 from operators
    where role = 'owner' and closed_at is null and password_hash is not null and id <> old.id
  ), 'operators_last_owner', old.id);
  return new;
end $$;
create trigger operators_last_owner before update on operators for each row
  when (old.role = 'owner' and old.closed_at is null and old.password_hash is not null
    and (new.role is distinct from 'owner' or new.closed_at is not null or new.password_hash is null))
  execute function operators_keep_owner();

-- Operators who lost password or app: an owner starts, another person confirms, then they are invited.
create table operator_recoveries (
  operator_id text primary key references operators,
  started_by text not null references operators,
  started_at timestamptz not null default app_now(),
  confirmed_by text references operators,
  constraint operator_recoveries_of_others check (operator_id <> started_by and operator_id <> confirmed_by),
  constraint operator_recoveries_by_two check (started_by <> confirmed_by)
);

alter table operator_sessions
  add column device text not null default '', add column place text not null default '';

create index audit_entries_actor_deed on audit_entries (actor, deed, id);
