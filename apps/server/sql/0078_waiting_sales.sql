-- Whether an offer of a member waits is asked whenever they look at what stands in the way of closing.
create index sell_orders_waiting on sell_orders (member_id) where state = 'pending';
