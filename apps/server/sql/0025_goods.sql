-- The catalogue and the stock in the back office: prices that come, the order of best sellers, sheets imported on
-- screen, codes taken out of stock.

alter table brands
  add column best_place integer constraint brands_best_place_bounds check (best_place between 1 and 100),
  -- Made by an import that was undone: it is put away, and an import that names it makes it anew.
  add column taken_back boolean not null default false;
create unique index brands_best_once on brands (best_place) where best_place is not null;
create index brands_by_title on brands (title, id);
create index brands_words on brands using gin (to_tsvector('simple', title || ' ' || slug));
alter table cards add column taken_back boolean not null default false;

-- What a brand was before an import, by which the import can be undone while nothing else has changed the brand.
create table brands_before (
  import_id text not null, brand_id text not null references brands,
  revision bigint not null,         -- after the import
  before jsonb not null,            -- the brand and the cards that were written; null for what the import made
  primary key (import_id, brand_id)
);

-- Prices that begin to hold at a time; a blank one leaves what the card has.
create table coming_prices (
  id text primary key,
  card_id text not null references cards,
  starts_at timestamptz not null,
  price_minor bigint check (price_minor > 0),
  discount_bp integer check (discount_bp between 0 and 10000),
  cashback_bp integer check (cashback_bp between 0 and 10000),
  service_charge_bp integer check (service_charge_bp between 0 and 10000),
  exchange_fees_bp integer check (exchange_fees_bp between 0 and 10000),
  operator_id text not null references operators,
  created_at timestamptz not null default app_now(),
  applied_at timestamptz,
  constraint coming_prices_once unique (card_id, starts_at)
);
create index coming_prices_due on coming_prices (starts_at) where applied_at is null;
create trigger coming_prices_applied_once before update or delete on coming_prices for each row
  when (old.applied_at is not null) execute function refuse('a price that holds already does not come again');

-- Sheets of brands and cards or of codes. They are loaded whole or not at all.
create table imports (
  id text primary key,
  kind text not null check (kind in ('catalogue', 'codes')),
  name text not null,
  content bytea,                    -- encrypted; gone once it was loaded or given up, or after a day
  encoding text not null,
  separator text not null,
  head text[] not null,             -- the cells of the first line
  columns text[] not null,          -- what each of them is; empty: nothing
  notes text[] not null default '{}',
  state text not null check (state in ('checking', 'checked', 'loading', 'loaded', 'undone', 'dropped')),
  edition integer not null default 1,   -- grows when the file is to be read otherwise
  added integer not null default 0, changed integer not null default 0, same integer not null default 0,
  refused integer not null default 0,
  total integer not null default 0, done integer not null default 0,
  batch_id text references code_batches,
  operator_id text not null references operators,
  created_at timestamptz not null default app_now(),
  loaded_at timestamptz,
  undone_by text references operators, undone_at timestamptz,
  constraint imports_loaded_without_content check (content is null or state in ('checking', 'checked', 'loading')),
  constraint imports_loaded_clean check (state not in ('loading', 'loaded') or refused = 0)
);
alter table imports alter column content set storage external;
create index imports_recent on imports (created_at, id);
create index imports_old on imports (created_at) where content is not null;
create trigger imports_edges before update on imports for each row when (
  old.state in ('undone', 'dropped') and new.state <> old.state
  or old.state = 'loaded' and new.state not in ('loaded', 'undone')
  or new.state = 'loaded' and old.state not in ('loading', 'loaded')
) execute function refuse('an import is loaded once and undone once');

-- What a check found, line by line; kept for a day.
create table import_lines (
  import_id text not null references imports, position integer not null,
  line integer not null, outcome text not null check (outcome in ('added', 'changed', 'refused')),
  field text not null,              -- the column of the sheet; empty for the whole line
  what text not null,
  primary key (import_id, position)
);
create index import_lines_of_outcome on import_lines (import_id, outcome, position);

-- Codes taken out of stock, by one operator alone or by two.
create table code_removals (
  id text primary key,
  kind text not null check (kind in ('void', 'export')),
  batch_id text references code_batches,
  card_id text references cards, serials text[],
  reason text not null,
  asked integer not null check (asked > 0),        -- free codes when it was asked for
  needs_second boolean not null,
  asked_by text not null references operators,
  asked_at timestamptz not null default app_now(),
  decided_by text references operators, decided_at timestamptz,
  accepted boolean,
  removed integer,                                 -- free codes that were left
  constraint code_removals_of_one check ((batch_id is null) = (card_id is not null and serials is not null)),
  constraint code_removals_two_people check (decided_by <> asked_by),
  constraint code_removals_export_by_two check (kind <> 'export' or needs_second),
  constraint code_removals_decided check (
    (decided_by is null) = (decided_at is null) and (decided_at is null) = (accepted is null)),
  constraint code_removals_done_as_decided check (removed is null or not needs_second or (accepted is true))
);
create index code_removals_recent on code_removals (asked_at, id);
create index code_removals_waiting on code_removals (asked_at, id) where needs_second and decided_at is null;
create trigger code_removals_once before update on code_removals for each row when (
  old.decided_at is not null and (new.decided_by, new.decided_at, new.accepted)
    is distinct from (old.decided_by, old.decided_at, old.accepted)
  or old.removed is not null and new.removed is distinct from old.removed
) execute function refuse('a removal is decided and done once');
call keep_rows('code_removals');

alter table code_batches add column undone_at timestamptz;
create index code_batches_recent on code_batches (created_at, id);

alter table codes add column removal_id text references code_removals;
create index codes_removed on codes (removal_id, id) where removal_id is not null;
create index codes_levels on codes (card_id, state);
create index codes_batch on codes (batch_id, state);
create index codes_serial_of_card on codes (card_id, serial);
create index codes_expired_unsold on codes (card_id, expires_at)
  where state = 'void' and line_id is null and removal_id is null and expires_at is not null;

-- As before, and: the fingerprint of a code that nobody ever bought grows by its id when its import is undone, so that
-- the mended sheet can be loaded.
drop trigger codes_edges on codes;
create trigger codes_edges before update on codes for each row when (
  old.state <> new.state and (old.state, new.state) not in (
    ('free', 'reserved'), ('free', 'sold'), ('free', 'void'), ('reserved', 'free'), ('reserved', 'sold'),
    ('reserved', 'void'), ('sold', 'void'))
  or (new.card_id, new.batch_id, new.serial) is distinct from (old.card_id, old.batch_id, old.serial)
  or (new.fingerprint is distinct from old.fingerprint and not (
    new.state = 'void' and old.state in ('free', 'void') and old.line_id is null and old.removal_id is null
    and length(old.fingerprint) = 32 and new.fingerprint = old.fingerprint || int8send(old.id)))
  or (old.removal_id is not null and new.removal_id is distinct from old.removal_id)
  or (old.state in ('sold', 'void') and (new.line_id, new.member_id) is distinct from (old.line_id, old.member_id))
  or (old.state = 'reserved' and new.state in ('reserved', 'sold') and new.line_id <> old.line_id)
  or (old.viewed_at is not null and new.viewed_at is distinct from old.viewed_at)
) execute function refuse('a code moves along its edges and does not change hands');

-- More codes than this are voided by two persons.
insert into site_options (name, value, kind) values ('codes_voided_alone', '50', 'whole');

-- As in 0016: made from the form that PostgreSQL prints.
do $$ declare made record; begin
  for made in select tgname, tgrelid::regclass as of, pg_get_triggerdef(oid) as def
    from pg_trigger where tgname in ('codes_edges', 'code_removals_once')
  loop
    execute format('drop trigger %I on %s; %s', made.tgname, made.of, made.def);
  end loop;
end $$;
