-- One cart per member, in one currency: lines carry it and must agree with the cart.
create table carts (
  member_id text primary key references members,
  currency text not null,
  constraint carts_member_currency unique (member_id, currency)
);

create table cart_lines (
  member_id text not null,
  id text not null,
  card_id text not null,
  currency text not null,
  quantity integer not null constraint cart_lines_quantity check (quantity between 1 and 1000),
  created_at timestamptz not null default app_now(),
  primary key (member_id, id),
  constraint cart_lines_card_once unique (member_id, card_id),
  constraint cart_lines_one_currency foreign key (member_id, currency)
    references carts (member_id, currency)
);
