-- Settlement files of the card provider, read and matched against the books. Nothing is booked by them.

create table settlement_files (
  id text primary key,
  hash bytea not null constraint settlement_files_once unique,   -- SHA-256 of the file
  name text not null check (name <> ''),
  account text not null,
  begins_at timestamptz not null, ends_at timestamptz not null,
  read_by text not null references operators,
  created_at timestamptz not null default app_now(),
  constraint settlement_files_period check (ends_at between begins_at and begins_at + interval '32 days')
);
create index settlement_files_newest on settlement_files (created_at, id);
call keep_rows('settlement_files', 'update or delete');

-- Signed: what came to the shop's account is positive, and so are fees that the provider took.
create table settlement_sums (
  file_id text not null references settlement_files, currency text not null,
  matched integer not null, paid_minor bigint not null, returned_minor bigint not null,
  fee_minor bigint not null,
  others integer not null, other_minor bigint not null,   -- lines that are about no payment, such as withdrawals
  primary key (file_id, currency)
);
call keep_rows('settlement_sums', 'update or delete');

create table settlement_differences (
  file_id text not null references settlement_files, position integer not null,
  kind text not null check (kind in ('file_only', 'books_only', 'amount')),
  transaction_id text not null, event text not null, at timestamptz not null,
  file_minor bigint, file_currency text,
  books_minor bigint, books_currency text,
  primary key (file_id, position),
  constraint settlement_differences_whole check (
    (kind = 'books_only') = (file_minor is null) and (kind = 'file_only') = (books_minor is null)
    and (file_minor is null) = (file_currency is null) and (books_minor is null) = (books_currency is null))
);
create index settlement_differences_kind on settlement_differences (file_id, kind, position);
call keep_rows('settlement_differences', 'update or delete');

create index payment_captures_newest on payment_captures (created_at);
