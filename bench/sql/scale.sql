-- A shop of any size in minutes: delivered wallet orders, their members, codes and books, as plain functions of a number.
-- Sessions fill ranges side by side; indexes and keys are built afterwards, and no trigger runs meanwhile. What the
-- triggers would have written (balances, movements) is computed, and `ledger verify` finds nothing wrong with it.

-- Tables that are filled, and what is rebuilt on them: indexes and keys first, then references.
create table if not exists bench_rebuilds (
  id bigint generated always as identity, of text, part text, makes text
);
create or replace function bench_filled() returns text[] language sql immutable as $$
  select array['orders', 'codes', 'order_lines', 'ledger_journals', 'ledger_postings', 'ledger_movements', 'code_reveals',
    'members', 'sessions', 'vouchers', 'ledger_accounts', 'ledger_balances', 'code_batches']
$$;

-- Takes triggers, indexes, keys and references off the tables, and notes how they are made again.
create or replace function bench_strip() returns void language plpgsql as $$
declare
  v_tables regclass[] := bench_filled()::regclass[];
  v record;
begin
  insert into bench_rebuilds (of, part, makes)
    select c.conrelid::regclass, case c.contype when 'f' then 'reference' else 'key' end,
      format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
    from pg_constraint c where c.contype in ('p', 'u', 'f')
      and (c.conrelid = any (v_tables) or c.contype = 'f' and c.confrelid = any (v_tables)) and c.conparentid = 0;
  insert into bench_rebuilds (of, part, makes)
    select i.indrelid::regclass, 'key', pg_get_indexdef(i.indexrelid) from pg_index i
    where i.indrelid = any (v_tables) and not exists (select from pg_constraint c where c.conindid = i.indexrelid);
  for v in select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as does
    from pg_constraint c where c.contype in ('p', 'u', 'f')
      and (c.conrelid = any (v_tables) or c.contype = 'f' and c.confrelid = any (v_tables)) order by c.contype = 'f' desc
  loop execute v.does; end loop;
  for v in select format('drop index %s', i.indexrelid::regclass) as does from pg_index i where i.indrelid = any (v_tables)
  loop execute v.does; end loop;
  for v in select format('alter table %s disable trigger user', t) as does from unnest(v_tables) t
  loop execute v.does; end loop;
end $$;

-- Builds the keys and indexes of one table, or every reference (of null) with all triggers on again.
create or replace function bench_rebuild(p_of text) returns void language plpgsql as $$
declare v record;
begin
  perform set_config('maintenance_work_mem', '1GB', true), set_config('enable_seqscan', 'on', true);
  for v in select makes from bench_rebuilds
    where case when p_of is null then part = 'reference' else part = 'key' and of = p_of end order by id
  loop execute v.makes; end loop;
  if p_of is null then
    for v in select format('alter table %s enable trigger user', t) as does from unnest(bench_filled()) t
    loop execute v.does; end loop;
    drop table bench_rebuilds;
    if to_regproc('recount_stock') is not null then call recount_stock(); end if;
  end if;
end $$;

create or replace function bench_member_id(p_number bigint) returns text language sql immutable as
  $$ select 'mem_bench' || lpad(p_number::text, 7, '0') $$;

-- Members p_from to p_to of p_members, each of whom bought p_each times: a wallet with money, a session
-- `bench-token-<number>`. Their accounts are numbered after p_accounts, their journals are 1 to p_members.
create or replace procedure bench_scale_members(
  p_from bigint, p_to bigint, p_each int, p_accounts bigint, p_began timestamptz) language plpgsql as $$
declare
  v_money constant bigint := 1000000000;
  v_vouchers bigint := (select id from ledger_accounts where name = 'house:vouchers:usd');
  v_words text[] := array['Archer', 'Baker', 'Carter', 'Dawson', 'Ellis', 'Foster', 'Grant', 'Hughes', 'Irving', 'Jensen'];
begin
  perform set_config('synchronous_commit', 'off', false);
  for v_at in p_from..p_to by 10000 loop
    create temporary table added on commit drop as
      select n, bench_member_id(n) as id, p_accounts + 2 * n - 1 as wallet, v_words[1 + n % 10] || n % 1000 as last_name
      from generate_series(v_at, least(p_to, v_at + 9999)) n;
    insert into members (id, email, email_key, first_name, last_name, full_name, name_words, country_code, country_name,
        currency, email_verified_at, created_at, membership_level)
      select id, id || '@example.com', id || '@example.com', 'Anna', last_name, 'Anna ' || last_name,
        'anna ' || lower(last_name), 'US', 'United States', 'usd', p_began, p_began, 1 + n % 2 from added;
    insert into sessions (token_hash, id, member_id, expires_at)
      select sha256(('bench-token-' || n)::bytea), 'ses_' || id, id, now() + interval '30 days' from added;
    insert into ledger_accounts (id, name, owner, currency, created_at) overriding system value
      select wallet + held, 'member:' || id || case held when 0 then ':wallet:usd' else ':held:usd' end, id, 'usd', p_began
      from added, generate_series(0, 1) held;
    insert into ledger_balances (account_id, balance, postings)
      select wallet + held, case held when 0 then v_money - 2363 * p_each else 0 end,
        case held when 0 then 1 + 2 * p_each else 0 end from added, generate_series(0, 1) held;
    insert into vouchers (id, code_fingerprint, pin_fingerprint, value_minor, currency, redeemed_by, redeemed_at)
      select 'vou_' || id, sha256(id::bytea), '', v_money, 'usd', id, p_began from added;
    insert into ledger_journals (owner, id, key, input_hash, kind, reference, created_at) overriding system value
      select id, n, 'voucher:vou_' || id, sha256(id::bytea), 'redeem', 'vou_' || id, p_began from added;
    insert into ledger_postings (owner, journal_id, position, account_id, currency, amount)
      select id, n, position, case position when 1 then v_vouchers else wallet end, 'usd',
        case position when 1 then -v_money else v_money end from added, generate_series(1, 2) position;
    insert into ledger_movements (account_id, nth, owner, journal_id, position, kind, incoming, amount, balance, moved_at,
        kind_nth, kind_total)
      select wallet, 1, id, n, 2, 'redeem', true, v_money, v_money, p_began, 1, v_money from added;
    commit;
  end loop;
end $$;

-- Orders p_from to p_to: in turn each member buys once, in no order of their numbers, then all again. One code each,
-- looked at once.
create or replace procedure bench_scale_orders(
  p_from bigint, p_to bigint, p_members bigint, p_brands int, p_accounts bigint, p_began timestamptz, p_apart interval)
  language plpgsql as $$
declare
  v_house bigint[] := array(select a.id from unnest(array['sales', 'service_charges', 'discounts', 'cashback'])
    with ordinality w (name, nth) join ledger_accounts a on a.name = 'house:' || w.name || ':usd' order by w.nth);
  v_batch text;
begin
  perform set_config('synchronous_commit', 'off', false);
  for v_at in p_from..p_to by 10000 loop
    v_batch := 'bat_scale' || v_at;
    create temporary table past on commit drop as
      select n, m, k, bench_member_id(m) as member_id, p_accounts + 2 * m - 1 as wallet,
        'card_bench' || lpad((1 + n % p_brands)::text, 6, '0') || 'a' as card_id,
        'ord_past' || lpad(n::text, 19, '0') as order_id, 'ol_past' || lpad(n::text, 19, '0') as line_id,
        p_members + 2 * n - 1 as buy, p_began + n * p_apart as at
      from generate_series(v_at, least(p_to, v_at + 9999)) n,
        lateral (select 1 + (n - 1) * 7919 % p_members, 1 + (n - 1) / p_members) who (m, k);
    insert into code_batches (id, source, loaded, created_at) select v_batch, 'bench', count(*), min(at) from past;
    insert into orders (member_id, id, client_id, content_hash, gateway, currency, state, subtotal_minor,
        service_charge_minor, discount_minor, total_minor, wallet_minor, cashback_minor, created_at, delivered_at, mailed_at)
      select member_id, order_id, md5(order_id)::uuid, sha256(order_id::bytea), 'Wallet', 'usd', 'delivered',
        2500, 38, 125, 2413, 2413, 50, at, at, at from past;
    insert into order_lines (member_id, order_id, id, position, card_id, card_version, title, value_minor, price_minor,
        discount_bp, cashback_bp, service_charge_bp, quantity, payable_minor, cashback_minor, state)
      select member_id, order_id, line_id, 1, card_id, 1, 'Past Arcade $25', 2500, 2500, 500, 200, 150, 1, 2413, 50, 3
      from past;
    insert into codes (id, card_id, batch_id, serial, content, fingerprint, tail, state, member_id, line_id, viewed_at)
      overriding system value
      select n, card_id, v_batch, 'S' || n, sha256(order_id::bytea) || sha256(line_id::bytea),
        sha256(('scale' || n)::bytea), sha256(right('0000' || n, 4)::bytea), 'sold', member_id, line_id, at from past;
    insert into code_reveals (member_id, order_id, code_id, kind, address, proven, created_at)
      select member_id, order_id, n, 'view', '192.0.2.1', true, at from past;
    insert into ledger_journals (owner, id, key, input_hash, kind, reference, created_at) overriding system value
      select member_id, buy + back, 'order:' || order_id || case back when 0 then ':sale' else ':cashback' end,
        sha256((order_id || back)::bytea), case back when 0 then 'buy' else 'cashback' end, order_id, at
      from past, generate_series(0, 1) back;
    insert into ledger_postings (owner, journal_id, position, account_id, currency, amount)
      select member_id, buy + back, position, coalesce(v_house[house], wallet), 'usd', amount
      from past, (values (0, 1, null, -2413), (0, 2, 1, 2500), (0, 3, 2, 38), (0, 4, 3, -125), (1, 1, 4, -50),
        (1, 2, null, 50)) e (back, position, house, amount);
    insert into ledger_movements (account_id, nth, owner, journal_id, position, kind, incoming, amount, balance, moved_at,
        kind_nth, kind_total)
      select wallet, 2 * k + back, member_id, buy + back, 1 + back, case back when 0 then 'buy' else 'cashback' end,
        back = 1, amount, 1000000000 - 2363 * k - 50 * (1 - back), at, k, k * amount
      from past, (values (0, -2413), (1, 50)) e (back, amount);
    commit;
  end loop;
end $$;

-- Free codes p_from to p_to of the first card of each brand.
create or replace procedure bench_scale_codes(p_from bigint, p_to bigint, p_brands int) language plpgsql as $$
declare v_batch text;
begin
  perform set_config('synchronous_commit', 'off', false);
  for v_at in p_from..p_to by 20000 loop
    v_batch := 'bat_scale' || v_at;
    insert into code_batches (id, source, loaded) values (v_batch, 'bench', least(p_to, v_at + 19999) - v_at + 1);
    insert into codes (id, card_id, batch_id, serial, content, fingerprint, tail) overriding system value
      select n, 'card_bench' || lpad((1 + n % p_brands)::text, 6, '0') || 'a', v_batch, 'S' || n,
        sha256(n::text::bytea) || sha256((-n)::text::bytea), sha256(('scale' || n)::bytea),
        sha256(right('0000' || n, 4)::bytea)
      from generate_series(v_at, least(p_to, v_at + 19999)) n;
    commit;
  end loop;
end $$;

-- What is written next gets numbers behind those of the fill.
create or replace function bench_scale_numbers() returns void language sql as $$
  select setval(pg_get_serial_sequence(t, 'id'), n) from (
    select 'codes', max(id) from codes union all select 'ledger_journals', max(id) from ledger_journals
    union all select 'ledger_accounts', max(id) from ledger_accounts) numbered (t, n)
$$;
