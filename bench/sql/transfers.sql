-- The yardsticks of sends and adds: what the shop writes for each, in the same commits, and none of the checks it
-- makes before. Same tables, same triggers, same number of rows.
create sequence if not exists bench_transfers;

create or replace function bench_id(p_number int) returns text language sql immutable as
  $$ select 'mem_bench' || lpad(p_number::text, 7, '0') $$;

-- A try of a member is counted.
create or replace function bench_count(p_what text, p_member int) returns void language sql as $$
  insert into throttle_windows as w (key, hits, started_at) values (p_what || bench_id(p_member), 1, app_now())
  on conflict (key) do update set
    hits = case when w.started_at < app_now() - interval '5 minutes' then excluded.hits else w.hits + excluded.hits end,
    started_at = case when w.started_at < app_now() - interval '5 minutes' then app_now() else w.started_at end
$$;

-- A pair for one action; answers what it is known by.
create or replace function bench_permit(p_member int, p_purpose text, p_about text) returns text
  language sql as $$
  insert into wallet_permits (token_hash, secret_hash, member_id, session_id, purpose, about, expires_at)
  values (sha256(uuidv4()::text::bytea), sha256('secret'), bench_id(p_member),
    'ses_' || bench_id(p_member), p_purpose, p_about, app_now() + interval '5 minutes')
  returning encode(token_hash, 'hex')
$$;

create or replace function bench_spend(p_permit text, p_outcome jsonb) returns void language sql as $$
  update wallet_permits set used_at = app_now(), outcome = p_outcome
  where token_hash = decode(p_permit, 'hex')
$$;

create or replace function bench_send(p_sender int, p_to int, p_amount bigint, p_permit text)
  returns void language plpgsql as $$
declare
  v_member text := bench_id(p_sender);
  v_receiver text := bench_id(p_to);
  v_id text := 'snd_yard' || lpad(nextval('bench_transfers')::text, 19, '0');
begin
  insert into transfers (member_id, id, receiver_id, currency, amount_minor)
    values (v_member, v_id, v_receiver, 'usd', p_amount);
  perform bench_post(v_member, 'send:' || v_id, sha256(v_id::bytea), 'send', v_id, null,
    array['member:' || v_member || ':wallet:usd', 'member:' || v_receiver || ':wallet:usd'],
    array['usd', 'usd'], array[-p_amount, p_amount]);
  perform bench_spend(p_permit, jsonb_build_object('input', v_receiver, 'amountMinor', p_amount::text,
    'currency', 'usd', 'transferId', v_id));
  insert into jobs (task, payload, max_attempts)
    values ('wallet.sent', jsonb_build_object('transferId', v_id), 20);
end $$;

-- The steps of adding money, each of which the shop commits before it asks the provider or answers.
create or replace function bench_add_begin(p_number int, p_amount bigint) returns text language plpgsql as $$
declare
  v_id text := 'top_yard' || lpad(nextval('bench_transfers')::text, 19, '0');
begin
  perform bench_count('card provider ', p_number);
  insert into top_ups (member_id, id, currency, amount_minor, lapses_at)
    values (bench_id(p_number), v_id, 'usd', p_amount, app_now() + interval '30 minutes');
  insert into payments (member_id, order_id, id, provider, amount_minor, currency, state)
    values (bench_id(p_number), v_id, 'pay' || v_id, 'paypal', p_amount, 'usd', 'created');
  return v_id;
end $$;

create or replace function bench_add_tie(p_number int, p_id text) returns void language plpgsql as $$
begin
  update payments set provider_order_id = 'P' || p_id where member_id = bench_id(p_number) and order_id = p_id;
  insert into payment_refs (provider, provider_order_id, member_id, order_id)
    values ('paypal', 'P' || p_id, bench_id(p_number), p_id);
  update top_ups set payment_id = 'P' || p_id where member_id = bench_id(p_number) and id = p_id;
end $$;

create or replace function bench_add_name(p_number int, p_id text) returns void language sql as $$
  update top_ups set client_id = 'client-of-' || p_id where member_id = bench_id(p_number) and id = p_id
$$;

create or replace function bench_add_claim(p_number int, p_id text) returns void language sql as $$
  select bench_count('card provider ', p_number);
  update payments set attempt = 1, state = 'claimed', claimed_at = app_now()
  where member_id = bench_id(p_number) and order_id = p_id
$$;

create or replace function bench_add_record(p_number int, p_id text, p_amount bigint) returns void
  language plpgsql as $$
begin
  update top_ups set state = 'paid', paid_at = app_now() where member_id = bench_id(p_number) and id = p_id;
  perform bench_post(bench_id(p_number), 'add:' || p_id, sha256(p_id::bytea), 'add', p_id, null,
    array['house:paypal_clearing:usd', 'member:' || bench_id(p_number) || ':wallet:usd'],
    array['usd', 'usd'], array[-p_amount, p_amount]);
  insert into jobs (task, payload, max_attempts)
    values ('checkout.added', jsonb_build_object('memberId', bench_id(p_number), 'topUpId', p_id), 20);
  insert into payment_captures (provider, capture_id, member_id, order_id, amount_minor, currency, use, payer)
    values ('paypal', 'C' || p_id, bench_id(p_number), p_id, p_amount, 'usd', 'order', sha256('payer'));
  update payments set state = 'captured' where member_id = bench_id(p_number) and order_id = p_id;
end $$;
