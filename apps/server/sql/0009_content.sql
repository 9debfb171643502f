-- Name/value pairs an operator can change. The shop reads numbers from them, so those marked whole are
-- whole numbers, whoever writes them.
create table site_options (
  name text primary key,
  value text not null,
  kind text not null default 'text' check (kind in ('text', 'whole')),
  public boolean not null default false,
  constraint site_options_whole check (kind <> 'whole' or value ~ '^[0-9]{1,9}$')
);
insert into site_options (name, value, kind, public) values
  ('banner_video', '', 'text', true),
  ('media_url', '/media', 'text', true),
  ('pro_member_threshold', '1000', 'whole', false),
  ('max_codes_per_order', '1000', 'whole', true),
  ('order_lapse_minutes', '30', 'whole', false),
  ('throttle_login_account', '10', 'whole', false),
  ('throttle_login_address', '100', 'whole', false),
  ('throttle_registration_address', '20', 'whole', false),
  ('throttle_forgot_account', '5', 'whole', false),
  ('throttle_forgot_address', '100', 'whole', false),
  ('throttle_mail_account', '5', 'whole', false),
  ('throttle_redeem_misses', '10', 'whole', false);
