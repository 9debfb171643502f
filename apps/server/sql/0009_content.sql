create table site_options (
  name text primary key,
  value text not null,
  public boolean not null default false
);
insert into site_options (name, value, public) values
  ('banner_video', '', true),
  ('media_url', '/media', true),
  ('pro_member_threshold', '1000', false),
  ('max_codes_per_order', '1000', true),
  ('order_lapse_minutes', '30', false),
  ('throttle_login_account', '10', false),
  ('throttle_login_address', '100', false),
  ('throttle_registration_address', '20', false),
  ('throttle_forgot_account', '5', false),
  ('throttle_redeem_misses', '10', false);
