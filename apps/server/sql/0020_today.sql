-- What the back office shows of today and the days before, counted ahead of being looked at.

-- Figures of past days (UTC), written by a chore and counted anew while orders of a day still change.
create table day_figures (
  day date not null,
  figure text not null check (figure in ('orders', 'sales', 'cashback', 'refunds', 'sign_ups', 'sold')),
  subject text not null,         -- a currency; of `sold` a card; else empty
  amount bigint not null,        -- a number, or minor units
  primary key (figure, day, subject)
);

-- What takes whole tables to count: the one row is written anew every few minutes.
create table kept_figures (
  single boolean primary key default true check (single),
  begun_at timestamptz not null,
  liabilities jsonb not null default '[]',
  stock jsonb not null default '[]',
  counted_at timestamptz
);

create index order_lines_refunded on order_lines (refunded_at) where refunded_at is not null;
