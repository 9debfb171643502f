-- Webhooks are kept once their signature was checked. Where a provider's can not be checked here they wait for
-- its word, few for each order: what strangers send about one crowds out nothing about another.
alter table provider_events
  add column proven boolean not null default false,
  -- The order it is about; only told of what is not proven.
  add column about text;

create index provider_events_unproven on provider_events (about) where state = 'new' and not proven;
create index provider_events_proven on provider_events (received_at) where proven;
