-- A keyed fingerprint of the account that paid, so that two members who pay from one are known to be one.
-- Null where the provider did not say, and of all that was recorded before.
alter table payment_captures add column payer bytea;
create index payment_captures_payer on payment_captures (payer) where payer is not null;
