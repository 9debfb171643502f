-- What is seen and bought without a proof counts since the last one, for a member and a day, not for a session and an hour.
alter table code_reveals add column proven boolean not null default false;
drop index code_reveals_session;
create index code_reveals_unproven on code_reveals (member_id, created_at) where kind = 'view' and not proven;

delete from site_options where name = 'reveals_within_minutes';
-- In whole units of the wallet's currency.
insert into site_options (name, value, kind, public) values
  ('wallet_purchases_without_password', '1000', 'whole', false);
