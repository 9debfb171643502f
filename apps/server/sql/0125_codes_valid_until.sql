-- A code is good through the end of a calendar day, wherever its owner lives: the day is what is stored, and the code
-- expires when that day is over in the last time zone (UTC-12).
drop index codes_expiring;
drop index codes_expired;
alter table codes drop column expires_at;
alter table codes add column valid_until date;
alter table codes add column expires_at timestamptz
  generated always as ((valid_until + interval '36 hours') at time zone 'UTC') stored;
create index codes_expiring on codes (card_id, expires_at)
  where state = 'free' and expires_at is not null;
create index codes_expired on codes (expires_at) where state = 'free' and expires_at is not null;
