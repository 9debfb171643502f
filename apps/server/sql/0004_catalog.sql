-- Brands (the specification's gift card categories), their cards (a denomination in a currency), and rates.

create sequence catalog_revisions;

create table brands (
  id text primary key,
  slug text not null constraint brands_slug_once unique,
  title text not null, category text not null, short_desc text not null default '',
  short_sell_desc text not null default '', description text not null default '',
  redeem text not null default '', logo text not null default '', banner text not null default '',
  video text not null default '',
  -- New after every change of the brand or one of its cards: what a process that keeps the catalogue in memory reads
  -- again, whatever the order transactions commit in.
  revision bigint not null default nextval('catalog_revisions'),
  retired_at timestamptz, created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create function brands_new_revision() returns trigger language plpgsql as $$
begin
  new.revision := nextval('catalog_revisions'); new.updated_at := app_now(); return new;
end $$;
create trigger brands_revision before update on brands for each row execute function brands_new_revision();

-- Wakes every process's catalogue at commit, once per transaction.
create function catalog_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog_changed', ''); return null;
end $$;
create trigger brands_notify after insert or update or delete on brands
  for each statement execute function catalog_notify();

-- Views are counted in rows of their own: that neither rewrites wide brand rows nor waits for an import.
create table brand_views (
  brand_id text primary key references brands, views bigint not null check (views >= 0)
) with (fillfactor = 70);

create table cards (
  id text primary key,
  brand_id text not null references brands,
  currency text not null check (currency in ('aud', 'cad', 'gbp', 'usd', 'eur')),
  value_minor bigint not null check (value_minor > 0),
  price_minor bigint not null check (price_minor > 0),
  discount_bp integer not null default 0 check (discount_bp between 0 and 10000),
  cashback_bp integer not null default 0 check (cashback_bp between 0 and 10000),
  service_charge_bp integer not null default 0 check (service_charge_bp between 0 and 10000),
  exchange_fees_bp integer not null default 0 check (exchange_fees_bp between 0 and 10000),
  read_only boolean not null default false, sellable boolean not null default false,
  version integer not null default 1,    -- an order priced from another one is refused
  retired_at timestamptz, created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint cards_denomination_once unique (brand_id, currency, value_minor)
);
-- Codes in stock and orders say what a card is worth; another worth is another card.
create trigger cards_keep_denomination before update on cards for each row when (
  (new.brand_id, new.currency, new.value_minor) is distinct from (old.brand_id, old.currency, old.value_minor)
) execute function refuse('a card keeps its brand, currency and value');
create function cards_grow_version() returns trigger language plpgsql as $$
begin
  if (new.price_minor, new.discount_bp, new.cashback_bp, new.service_charge_bp, new.retired_at is null)
    is distinct from
     (old.price_minor, old.discount_bp, old.cashback_bp, old.service_charge_bp, old.retired_at is null)
  then new.version := old.version + 1;
  end if;
  new.updated_at := app_now();
  return new;
end $$;
create trigger cards_version before update on cards for each row execute function cards_grow_version();

-- A change of cards is a change of their brands, locked in order.
create function cards_touch_brands() returns trigger language plpgsql as $$
begin
  perform 1 from brands where id in (select brand_id from changed) order by id for no key update;
  update brands set updated_at = app_now() where id in (select brand_id from changed);
  return null;
end $$;
create trigger cards_touch_inserted after insert on cards
  referencing new table as changed for each statement execute function cards_touch_brands();
create trigger cards_touch_updated after update on cards
  referencing new table as changed for each statement execute function cards_touch_brands();
create trigger cards_touch_deleted after delete on cards
  referencing old table as changed for each statement execute function cards_touch_brands();

-- Rates of the day, units of the currency per US dollar, and their history.
create table exchange_rates (
  as_of date not null, currency text not null, per_usd numeric not null check (per_usd > 0),
  primary key (as_of, currency)
);
create index exchange_rates_currency on exchange_rates (currency, as_of);

-- US dollars for one coin. For show only: no amount is computed from them, and old ones are thinned out.
create table coin_rates (
  coin text not null check (coin in ('btc', 'ltc')), taken_at timestamptz not null,
  usd numeric not null check (usd > 0),
  primary key (coin, taken_at)
);
