-- A check that failed took its time, and found nothing.
alter table ledger_checks
  drop constraint ledger_checks_ended_whole,
  add constraint ledger_checks_ended_whole check (
    (ok is null) = (problems is null) and (ok is null or took_ms is not null));

-- What the signer refused is counted at each look at the metrics.
create index coin_wishes_refused on coin_wishes (answered_at) where refusal is not null;

-- Events of the provider are cleared away by one statement for every state, which no index of some states serves.
create index provider_events_aged on provider_events (state, received_at);
drop index provider_events_old;
drop index provider_events_new;
