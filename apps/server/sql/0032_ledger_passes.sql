-- Checks of the whole ledger, which go on in pieces: each reads for seconds in a snapshot of its own (docs/decisions/0040).
create table ledger_passes (
  id bigint generated always as identity primary key,
  asked_by text not null check (asked_by in ('shop', 'command')),
  started_at timestamptz not null default app_now(),
  state text not null default '',          -- how far it is and what it has found, as JSON; empty at the start
  mac bytea not null default '',           -- of id and state, by the shop's key, which is not in the database
  done_at timestamptz
);

-- What a wallet has ever received and sent, for the check of its sums.
create index coin_outputs_of_wallet on coin_outputs (wallet_id);
