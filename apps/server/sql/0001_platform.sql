-- What every feature stands on: the clock, guards of history, limits, keys, options, jobs and operators.

-- The shop's clock. Tests replace it to move time; in production it is now().
create function app_now() returns timestamptz language sql stable parallel safe as $$ select now() $$;

-- Fails the transaction unless a rule holds, under the rule's name as if it were a constraint. So a rule travels with
-- the statements that depend on it, or is checked at commit.
create function must_hold(p_holds boolean, p_rule text, p_of text default '') returns void language plpgsql as $$
begin
  if p_holds is not true then
    raise exception 'rule % is broken by %', p_rule, coalesce(nullif(p_of, ''), 'this')
      using errcode = 'integrity_constraint_violation', constraint = p_rule;
  end if;
end $$;

-- For guards that are the condition of a trigger: refuses under the trigger's name as if it were a constraint.
create function refuse() returns trigger language plpgsql as $$
begin
  raise exception '% (% %)', tg_argv[0], tg_table_name, coalesce(to_jsonb(old) ->> 'id', '')
    using errcode = 'integrity_constraint_violation', constraint = tg_name, table = tg_table_name;
end $$;

create function history_refuse_loss() returns trigger language plpgsql as $$
begin
  raise exception '% are kept for ever', tg_table_name
    using errcode = 'integrity_constraint_violation', constraint = 'history_kept', table = tg_table_name;
end $$;

-- Has the rows of a table kept for ever; with 'update or delete' they never change either.
create procedure keep_rows(p_table text, p_against text default 'delete') language plpgsql as $$
begin
  execute format('create trigger %1$s_kept before %2$s on %1$s
    for each row execute function history_refuse_loss()', p_table, p_against);
  execute format('create trigger %1$s_no_truncate before truncate on %1$s
    for each statement execute function history_refuse_loss()', p_table);
end $$;

-- Which release may run on this schema: the number of the newest file of sql/ that the oldest one must have.
create table oldest_release (single boolean primary key default true check (single), migration integer not null);
insert into oldest_release (migration) values (0);

-- Digests, by which a process sees that it has the keys the database was written with.
create table key_checks (
  name text primary key,
  digest bytea not null check (length(digest) = 32), created_at timestamptz not null default app_now()
);

-- Rate limits: fixed windows of counted tries (platform/limits/throttle.ts).
create table throttle_windows (
  key text primary key, hits integer not null check (hits > 0), started_at timestamptz not null
);
create index throttle_windows_started on throttle_windows (started_at);

-- Jobs, inserted in the transaction that makes them necessary; that neither notifies nor locks (docs/decisions/0013).
create table jobs (
  id bigint generated always as identity primary key,
  task text not null,
  payload jsonb not null,
  queue text not null default '',            -- of a named queue one job runs at a time
  priority smallint not null default 0,      -- jobs that strangers can cause go last
  due_at timestamptz not null default now(),
  attempts smallint not null default 0 check (attempts >= 0),
  max_attempts smallint not null default 12 check (max_attempts > 0),
  worker text,                               -- who works on it, until `leased_until`; then it is taken again
  leased_until timestamptz,
  given_up_at timestamptz,                   -- its last attempt failed: an operator has to look
  last_error text, created_at timestamptz not null default app_now()
) with (
  fillfactor = 40,                           -- taking a job updates its row in place, and no index
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000,
  vacuum_truncate = off                      -- giving space back would lock the table
);
create index jobs_due on jobs (queue, priority, due_at, id) where given_up_at is null;
create index jobs_given_up on jobs (given_up_at, id) where given_up_at is not null;

-- Which worker runs the jobs of a queue.
create table job_queues (name text primary key, worker text not null, leased_until timestamptz not null);

-- Operators: accounts of their own, never members.
create table operators (
  id text primary key, email text not null, email_key text not null constraint operators_email_once unique,
  role text not null check (role in ('owner', 'catalogue', 'support', 'finance')),
  created_at timestamptz not null default app_now(),
  constraint operators_email_key_lower check (email_key = lower(email collate "C"))
);

-- What operators did, written before it is done.
create table audit_entries (
  id bigint generated always as identity primary key,
  actor text not null,          -- an operator's id, or the account that used the command line
  deed text not null,           -- such as 'order refund'
  facts jsonb not null,         -- its arguments
  created_at timestamptz not null default app_now()
);
call keep_rows('audit_entries', 'update or delete');

-- Settings an operator can change while the shop runs. The shop reads numbers from those of kind `whole`, and makes
-- links of those of kind `explorer`, so the database checks both.
create table site_options (
  name text primary key, value text not null,
  kind text not null default 'text' check (kind in ('text', 'whole', 'explorer')),
  public boolean not null default false,
  constraint site_options_whole check (kind <> 'whole' or value ~ '^[0-9]{1,9}$'),
  constraint site_options_explorer check (kind <> 'explorer' or value = ''
    or value ~ '^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?/[^[:space:]<>"]*\{txid\}[^[:space:]<>"]*$')
);
insert into site_options (name, value, kind, public) values
  -- Without films of its own the page about selling shows the home page's; without `support_email` mails' sender gets it.
  ('media_url', '/media', 'text', true), ('banner_video', '', 'text', true), ('banner_poster', '', 'text', true),
  ('sell_video', '', 'text', true), ('sell_poster', '', 'text', true), ('support_email', '', 'text', true),
  ('company_name', '', 'text', true), ('company_address', '', 'text', true),
  ('company_registration', '', 'text', true), ('explorer_btc', '', 'explorer', true),
  ('explorer_ltc', '', 'explorer', true), ('max_codes_per_order', '1000', 'whole', true);
insert into site_options (name, kind, value)
select name, 'whole', value from (values
  -- Tries within a window.
  ('throttle_login_account', 10), ('throttle_login_address', 100), ('throttle_registration_address', 20),
  ('throttle_forgot_account', 5), ('throttle_forgot_address', 100), ('throttle_mail_account', 5),
  ('throttle_redeem_misses', 10), ('throttle_contact_address', 10), ('throttle_newsletter_address', 20),
  ('throttle_push_address', 60), ('throttle_upload_member', 120), ('throttle_upload_megabytes', 300),
  ('throttle_search_member', 60), ('throttle_search_day', 500), ('throttle_search_address', 600),
  -- Accounts. Values without a password are in whole units of the currency.
  ('session_idle_days', 14), ('session_days', 30), ('verified_email_needed', 0), ('pro_member_threshold', 1000),
  ('reveals_without_password', 10), ('reveals_value_without_password', 100),
  ('wallet_purchases_without_password', 1000), ('close_grace_days', 7), ('identity_kept_years', 5),
  ('exports_per_day', 3), ('max_unused_uploads_per_member', 100),
  -- Unpaid orders hold codes up to a share of each card's, and for so long within a day.
  ('order_lapse_minutes', 30), ('unpaid_share_of_card', 95), ('unpaid_share_of_card_new', 10),
  ('unpaid_minutes_a_day', 120),
  -- Wallets, in whole units of the currency.
  ('top_up_least', 5), ('top_up_daily_limit', 500), ('top_up_daily_limit_verified', 10000), ('send_daily_limit', 500),
  -- Points and friends.
  ('points_percent', 1), ('points_least', 100), ('friend_points', 500), ('friend_least_purchase', 50),
  ('friend_wait_days', 14), ('friend_yearly_limit', 20), ('friend_tie_days', 7),
  -- Selling. So many cards fit on one set of pictures.
  ('max_pending_sell_orders', 20), ('max_cards_per_sale', 4), ('sell_payout_daily_limit', 1000),
  -- Coins. Unconfirmed ones hold an order's codes for so many minutes. Sends above an amount wait; 0: none does.
  ('coin_confirmations_btc', 3), ('coin_confirmations_ltc', 6), ('coin_hold_minutes', 120),
  ('coin_send_daily_limit', 1000), ('coin_approve_above', 0), ('coin_new_address_above', 0)
) as options (name, value);
