-- An order ends at once when what came for it does not fit: the provider's order is used up by that.
alter table orders drop constraint orders_fail_reason_check;
alter table orders add constraint orders_fail_reason_check
  check (fail_reason in ('declined', 'cancelled', 'lapsed', 'returned'));
