-- Brands are the specification's gift card categories; cards are denominations in a currency.
create table brands (
  id text primary key,
  slug text not null constraint brands_slug_once unique,
  title text not null,
  category text not null,
  short_desc text not null default '',
  short_sell_desc text not null default '',
  description text not null default '',
  redeem text not null default '',
  logo text not null default '',
  banner text not null default '',
  video text not null default '',
  views bigint not null default 0 check (views >= 0),
  retired_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);

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
  read_only boolean not null default false,
  sellable boolean not null default false,
  -- Grows with every change of a price or percent: an order is refused when it was computed from another.
  version integer not null default 1,
  retired_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint cards_denomination_once unique (brand_id, currency, value_minor)
);

create function cards_grow_version() returns trigger language plpgsql as $$
begin
  if (new.price_minor, new.discount_bp, new.cashback_bp, new.service_charge_bp, new.currency,
      new.retired_at is null)
    is distinct from
     (old.price_minor, old.discount_bp, old.cashback_bp, old.service_charge_bp, old.currency,
      old.retired_at is null)
  then new.version := old.version + 1;
  end if;
  new.updated_at := app_now();
  return new;
end $$;
create trigger cards_version before update on cards
  for each row execute function cards_grow_version();

-- Wakes every process's snapshot. Views alone do not: they are refreshed on a timer.
create function catalog_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog_changed', '');
  return null;
end $$;
create trigger cards_notify after insert or update or delete on cards
  for each statement execute function catalog_notify();
create trigger brands_notify after insert or delete or update of slug, title, category, short_desc,
  short_sell_desc, description, redeem, logo, banner, video, retired_at on brands
  for each statement execute function catalog_notify();
