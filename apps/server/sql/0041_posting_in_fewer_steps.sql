-- What every order runs at least once, in fewer steps; it refuses what it refused before, by the same names.

-- Sums, accounts and journals are looked at in one query. Balances are moved one after the other in the
-- order of their accounts, so that no two journals wait for each other in a circle.
create or replace function ledger_check_postings() returns trigger language plpgsql as $$
declare
  v_own_xid xid8 := pg_current_xact_id();
  v_bad record;
  v_moved record;
begin
  select p.journal_id, sum(p.amount) <> 0 as uneven into v_bad
    from fresh p
    left join ledger_accounts a on a.id = p.account_id and a.currency = p.currency
    left join ledger_journals j on j.owner = p.owner and j.id = p.journal_id and j.xid = v_own_xid
    group by p.owner, p.journal_id, p.currency
    having sum(p.amount) <> 0 or count(*) filter (where a.id is null or j.id is null) > 0 limit 1;
  if found and v_bad.uneven then
    raise exception 'journal % does not sum to zero', v_bad.journal_id
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_journals_balance';
  end if;
  if found then
    raise exception 'journal % is closed, or an account is unknown in its currency', v_bad.journal_id
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_postings_belong';
  end if;
  for v_moved in
    select b.account_id, sum(p.amount) as delta, count(*) as postings
    from fresh p join ledger_balances b on b.account_id = p.account_id
    group by b.account_id order by b.account_id
  loop
    update ledger_balances b
      set balance = b.balance + v_moved.delta, postings = b.postings + v_moved.postings
      where b.account_id = v_moved.account_id;
  end loop;
  return null;
end $$;

create or replace function ledger_post_all(
  p_owners text[], p_keys text[], p_hashes bytea[], p_kinds text[], p_references text[],
  p_facts jsonb[], p_numbers integer[], p_positions smallint[], p_accounts text[],
  p_currencies text[], p_amounts bigint[])
returns table (journal_id bigint, replayed boolean) language plpgsql as $$
declare
  v_fresh bigint[];
  v_ids bigint[];
  v_other text;
begin
  with fresh as (
    insert into ledger_journals (owner, key, input_hash, kind, reference, facts)
      select * from unnest(p_owners, p_keys, p_hashes, p_kinds, p_references, p_facts)
      on conflict on constraint ledger_journals_key_once do nothing returning id)
  select coalesce(array_agg(id order by id), '{}') into v_fresh from fresh;
  v_ids := v_fresh;
  if cardinality(v_fresh) <> cardinality(p_keys) then
    select array_agg(j.id order by asked.number),
        min(j.key) filter (where j.input_hash <> asked.hash) into v_ids, v_other
      from unnest(p_owners, p_keys, p_hashes) with ordinality as asked (owner, key, hash, number)
      join ledger_journals j on j.owner = asked.owner and j.key = asked.key;
    if v_other is not null then
      raise exception 'journal key % was used with another input', v_other
        using errcode = 'integrity_constraint_violation', constraint = 'ledger_journals_same_input';
    end if;
  end if;
  insert into ledger_postings (owner, journal_id, position, account_id, currency, amount)
    select p_owners[e.number], v_ids[e.number], e.position, coalesce(a.id, 0), e.currency, e.amount
    from unnest(p_numbers, p_positions, p_accounts, p_currencies, p_amounts)
      as e (number, position, account, currency, amount)
    left join ledger_accounts a on a.name = e.account
    where v_ids[e.number] = any (v_fresh);
  foreach journal_id in array v_ids loop
    replayed := journal_id <> all (v_fresh);
    return next;
  end loop;
end $$;

-- The sums are looked at for every line; of the order itself it is enough to see that it has one.
create or replace function orders_check_lines() returns trigger language plpgsql as $$
declare
  v_order text;
begin
  if tg_table_name = 'orders' then
    v_order := new.id;
    if exists (select 1 from order_lines l where l.member_id = new.member_id and l.order_id = v_order)
    then return null;
    end if;
  else
    v_order := new.order_id;
    if exists (select 1 from orders o
        join order_lines l on l.member_id = o.member_id and l.order_id = o.id
        where o.member_id = new.member_id and o.id = v_order
        group by o.total_minor, o.cashback_minor
        having sum(l.payable_minor) = o.total_minor and sum(l.cashback_minor) = o.cashback_minor)
    then return null;
    end if;
  end if;
  raise exception 'the lines of order % do not add up to it', v_order
    using errcode = 'integrity_constraint_violation', constraint = 'orders_lines_add_up';
end $$;
