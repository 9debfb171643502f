-- What refunds did not send, as a dispute had given it to the buyer, is owed to them again once the provider has paid it
-- after all (`owed_again_minor`). What the house bears by an operator's word earns no cashback (`borne`). What was taken
-- beyond the whole payment is booked when the provider has paid some of it (`beyond_minor`), and of money added to a
-- wallet, what lay in unpaid orders when it was taken can be kept (`held_minor`).
alter table payment_captures
  add column owed_again_minor bigint not null default 0,
  add column borne boolean not null default false,
  add column beyond_minor bigint not null default 0 check (beyond_minor >= 0),
  add column held_minor bigint not null default 0 check (held_minor >= 0),
  add constraint payment_captures_owed_again
    check (owed_again_minor between 0 and restored_minor);

-- What of it somebody said was given in its place.
alter table refunds
  add column given_minor bigint not null default 0,
  add constraint refunds_given_bounded check (given_minor between 0 and reversed_minor);

-- What was decided of what a wallet had set aside, before decisions were kept with the payment, is not decided once more.
update payment_captures c set settled_minor = reversed_minor, disputed = false
where reversed_minor > 0 and settled_minor = 0 and disputed and taken_ids = '{}'
  and exists (select 1 from ledger_journals j where j.owner = c.member_id
    and (starts_with(j.key, 'capture:' || c.capture_id || ':kept')
      or starts_with(j.key, 'capture:' || c.capture_id || ':released')));
