-- Loads a shop for measurements: brands, cards, members with money and a session, codes, past orders.
-- Everything is made so that `ledger verify` still finds nothing wrong.

-- Writes one journal.
create or replace function bench_post(
  p_owner text, p_key text, p_hash bytea, p_kind text, p_reference text, p_facts jsonb,
  p_accounts text[], p_currencies text[], p_amounts bigint[]
) returns void language sql as $$
  select from ledger_post_all(array[p_owner], array[p_key], array[p_hash], array[p_kind],
    array[p_reference], array[p_facts], array_fill(1, array[cardinality(p_accounts)]),
    array(select generate_series(1, cardinality(p_accounts))::smallint), p_accounts, p_currencies,
    p_amounts);
$$;

create or replace function bench_brands(p_count int) returns void language sql as $$
  insert into brands (id, slug, title, category, short_desc, description, redeem, logo, banner)
  select 'brd_bench' || lpad(n::text, 6, '0'), 'bench-' || n,
    (array['Nimbus', 'Harbor', 'Velvet', 'Copper', 'Juniper', 'Aurora', 'Cobalt', 'Meadow'])[1 + n % 8]
      || ' ' || (array['Arcade', 'Studio', 'Market', 'Pay', 'Wallet', 'Games', 'Books'])[1 + n % 7]
      || ' ' || n,
    (array['Gaming', 'Entertainment', 'Shopping', 'Prepaid Card', 'Wallet Funds'])[1 + n % 5],
    'Credit for what you like, delivered at once. Number ' || n || '.',
    repeat('A gift card that fits in a message: choose an amount, pay, and read the code. ', 10),
    repeat('Open the app, choose Redeem, enter the code and confirm. ', 6),
    '/media/logos/' || n % 1200 || '.svg', '/media/banners/' || n % 1200 || '.svg'
  from generate_series(1, p_count) n;
  insert into cards (id, brand_id, currency, value_minor, price_minor, discount_bp, cashback_bp,
    service_charge_bp)
  select 'card_bench' || lpad(n::text, 6, '0') || kind, 'brd_bench' || lpad(n::text, 6, '0'),
    currency, price, price, 500, 200, 150
  from generate_series(1, p_count) n,
    (values ('a', 'usd', 2500), ('b', 'usd', 5000), ('c', 'usd', 10000), ('d', 'eur', 2500),
      ('e', 'eur', 5000)) c (kind, currency, price);
$$;

-- A member with an empty wallet and a session whose token is bench-token-<number>; answers the member's id.
create or replace function bench_member(p_number int) returns text language plpgsql as $$
declare
  v_id text := 'mem_bench' || lpad(p_number::text, 7, '0');
begin
  insert into members (id, email, email_key, first_name, last_name, full_name, country_code,
      country_name, currency, email_verified_at)
    values (v_id, v_id || '@example.com', v_id || '@example.com', 'Anna', 'Archer', 'Anna Archer',
      'US', 'United States', 'usd', now());
  perform ledger_open('member:' || v_id || ':wallet:usd', v_id, 'usd');
  perform ledger_open('member:' || v_id || ':held:usd', v_id, 'usd');
  insert into sessions (token_hash, id, member_id, expires_at) values
    (sha256(('bench-token-' || p_number)::bytea), 'ses_' || v_id, v_id, now() + interval '30 days');
  return v_id;
end $$;

-- Members with money.
create or replace function bench_members(p_from int, p_to int, p_wallet bigint) returns void
  language plpgsql as $$
declare
  v_id text;
begin
  for n in p_from..p_to loop
    v_id := bench_member(n);
    insert into vouchers (id, code_fingerprint, pin_fingerprint, value_minor, currency, redeemed_by, redeemed_at)
      values ('vou_' || v_id, sha256(v_id::bytea), '', p_wallet, 'usd', v_id, now());
    perform bench_post(v_id, 'voucher:vou_' || v_id, sha256(v_id::bytea), 'redeem', 'bench', null,
      array['house:vouchers:usd', 'member:' || v_id || ':wallet:usd'], array['usd', 'usd'],
      array[-p_wallet, p_wallet]);
  end loop;
end $$;

-- A member whose wallet moved so often within the last two years: one time in ten money came, else it went. Nothing
-- caused that, which `ledger verify` says.
create or replace procedure bench_past_wallet(p_number int, p_count int) language plpgsql as $$
declare
  v_id text := bench_member(p_number);
  v_wallet text := 'member:' || v_id || ':wallet:usd';
  v_at_once constant int := 10000;
begin
  for v_from in 0..p_count - 1 by v_at_once loop
    insert into ledger_journals (owner, key, input_hash, kind, reference, created_at)
      select v_id, 'test_past:' || n, sha256('past'), case when n % 10 = 0 then 'cashback' else 'buy' end,
        'past', now() - interval '730 days' * (p_count - n) / p_count
      from generate_series(v_from, least(v_from + v_at_once, p_count) - 1) n order by n;
    insert into ledger_postings (owner, journal_id, position, account_id, currency, amount)
      select j.owner, j.id, side.position, a.id, 'usd',
        side.sign * case when j.kind = 'cashback' then 900 else -100 end
      from generate_series(v_from, least(v_from + v_at_once, p_count) - 1) n
      join ledger_journals j on j.owner = v_id and j.key = 'test_past:' || n
      cross join (values (1, 1, v_wallet), (2, -1, 'house:sales:usd')) side (position, sign, account)
      join ledger_accounts a on a.name = side.account;
    commit;
  end loop;
end $$;

-- Codes for the first card of some brands. Their contents are noise as long as a sealed code.
create or replace function bench_codes(p_brands int, p_each int) returns void language plpgsql as $$
declare
  v_batch text := 'bat_' || gen_random_uuid();
begin
  insert into code_batches (id, source, loaded) values (v_batch, 'bench', p_brands * p_each);
  insert into codes (card_id, batch_id, serial, content, fingerprint, tail)
    select 'card_bench' || lpad(b::text, 6, '0') || 'a', v_batch, 'S' || n,
      sha256(random()::text::bytea) || sha256(random()::text::bytea),
      sha256(convert_to(v_batch || b || ':' || n, 'utf8')), sha256(convert_to(right('0000' || n, 4), 'utf8'))
    from generate_series(1, p_each) n, generate_series(1, p_brands) b;
end $$;

-- Delivered orders of the past, written without the shop: only constraints and indexes look on.
create or replace function bench_past_orders(p_from int, p_to int, p_members int, p_brands int)
  returns void language plpgsql as $$
declare
  v_batch text := 'bat_' || gen_random_uuid();
  v_wallet bigint;
begin
  insert into code_batches (id, source, loaded) values (v_batch, 'bench', p_to - p_from + 1);
  create temporary table past on commit drop as
    select n, 'mem_bench' || lpad((1 + (n::bigint * 7919) % p_members)::text, 7, '0') as member_id,
      'card_bench' || lpad((1 + n % p_brands)::text, 6, '0') || 'a' as card_id,
      'ord_past' || lpad(n::text, 19, '0') as order_id, 'ol_past' || lpad(n::text, 19, '0') as line_id,
      now() - interval '300 days' + n * interval '20 seconds' as at
    from generate_series(p_from, p_to) n;
  insert into orders (member_id, id, client_id, content_hash, gateway, currency, state, subtotal_minor,
      service_charge_minor, discount_minor, total_minor, wallet_minor, cashback_minor, created_at)
    select member_id, order_id, 'past-' || n, sha256(order_id::bytea), 'Wallet', 'usd', 'delivered',
      2500, 38, 125, 2413, 2413, 50, at from past;
  insert into codes (card_id, batch_id, serial, content, fingerprint, tail, state, member_id, line_id)
    select card_id, v_batch, 'S' || n, sha256(order_id::bytea) || sha256(line_id::bytea),
      sha256(convert_to(v_batch || n, 'utf8')), sha256(convert_to(right('0000' || n, 4), 'utf8')), 'sold', member_id, line_id from past;
  insert into order_lines (member_id, order_id, id, position, card_id, card_version, title,
      value_minor, price_minor, discount_bp, cashback_bp, service_charge_bp, quantity, payable_minor,
      cashback_minor, state)
    select member_id, order_id, line_id, 1, card_id, 1, 'Past Arcade $25', 2500, 2500, 500, 200, 150,
      1, 2413, 50, 3 from past;
  insert into ledger_journals (owner, key, input_hash, kind, reference, created_at)
    select member_id, 'order:' || order_id || ':' || step, sha256((order_id || step)::bytea),
      kind, order_id, at
    from past, (values ('sale', 'buy'), ('cashback', 'cashback')) s (step, kind);
  insert into ledger_postings (owner, journal_id, position, account_id, currency, amount)
    select j.owner, j.id, e.position, a.id, 'usd', e.amount
    from past p
    join ledger_journals j on j.owner = p.member_id and j.reference = p.order_id
    join (values ('buy', 1, 'wallet', -2413), ('buy', 2, 'sales', 2500),
        ('buy', 3, 'service_charges', 38), ('buy', 4, 'discounts', -125), ('cashback', 1, 'cashback', -50),
        ('cashback', 2, 'wallet', 50)) e (kind, position, account, amount) on e.kind = j.kind
    join ledger_accounts a on a.name = case when e.account = 'wallet'
      then 'member:' || p.member_id || ':wallet:usd' else 'house:' || e.account || ':usd' end;
end $$;
