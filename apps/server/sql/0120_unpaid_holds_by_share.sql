-- What unpaid orders hold is bounded by shares of a card, and by how long they held codes within a day.
delete from site_options where name in ('max_unpaid_codes_per_member', 'max_unpaid_codes_unverified',
  'max_unpaid_codes_per_address', 'unpaid_share_of_card_unverified', 'unpaid_returns_per_card',
  'short_order_lapse_minutes');
update site_options set value = '95' where name = 'unpaid_share_of_card';
insert into site_options (name, value, kind, public) values
  ('unpaid_share_of_card_new', '10', 'whole', false),
  ('unpaid_minutes_a_day', '120', 'whole', false);

-- Of new accounts alone: where an unpaid order came from, and the network around that. Both are forgotten once it is
-- paid or over.
alter table orders add column wide_network text,
  add constraint orders_wide_network check ((wide_network is null) = (network is null));
create or replace function orders_forget_network() returns trigger language plpgsql as $$
begin
  new.network := null;
  new.wide_network := null;
  return new;
end $$;
drop index orders_unpaid_network;
create index orders_unpaid_network on orders (wide_network) where state = 'pending';
drop index codes_reserved;
