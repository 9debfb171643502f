-- Finding orders among many. By state and day: the index that lists them knows the state, so that what does
-- not fit is passed over without reading its row.
drop index orders_newest;
create index orders_newest on orders (member_id, created_at desc, id desc)
  include (state, fail_reason);

-- By card: the same rule, in the order that also finds a member's orders of a card. The lines of an order
-- are found by the primary key.
alter table order_lines
  drop constraint order_lines_card_once,
  add constraint order_lines_card_once unique (member_id, card_id, order_id);
