-- Prices of coins as the feed gave them, US dollars for one coin. For show only: no amount is computed
-- of them, and old ones are thinned out.
create table coin_rates (
  coin text not null check (coin in ('btc', 'ltc')),
  taken_at timestamptz not null,
  usd numeric not null check (usd > 0),
  primary key (coin, taken_at)
);

-- The latest rate of a currency, and its history.
create index exchange_rates_currency on exchange_rates (currency, as_of);
