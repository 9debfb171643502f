-- Unpaid orders hold codes that others would buy: a member's may hold so many and no more.
insert into site_options (name, value, kind, public) values
  ('max_unpaid_codes_per_member', '2000', 'whole', false);
create index orders_unpaid on orders (member_id) where state = 'pending';
