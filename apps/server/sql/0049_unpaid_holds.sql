-- Codes held without money are bounded by card and by network, too, and shorter where few are left.
insert into site_options (name, value, kind, public) values
  ('max_unpaid_codes_unverified', '500', 'whole', false),
  ('max_unpaid_codes_per_address', '2000', 'whole', false),
  ('unpaid_share_of_card', '100', 'whole', false),
  ('unpaid_share_of_card_unverified', '50', 'whole', false),
  ('short_order_lapse_minutes', '10', 'whole', false);

-- Where an unpaid order came from; forgotten as soon as it is paid or over.
alter table orders add column network text,
  add constraint orders_network_of_unpaid check (network is null or state = 'pending');
create function orders_forget_network() returns trigger language plpgsql as $$
begin
  new.network := null;
  return new;
end $$;
create trigger orders_network before update on orders
  for each row when (new.network is not null and new.state <> 'pending')
  execute function orders_forget_network();
create index orders_unpaid_network on orders (network) where state = 'pending';

create index codes_reserved on codes (card_id) where state = 'reserved';
