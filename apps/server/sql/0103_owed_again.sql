-- What refunds did not send, as a dispute had given it to the buyer, is owed to them again once the provider has paid it
-- after all (`owed_again_minor`). What the house bears by an operator's word earns no cashback (`borne`).
alter table payment_captures
  add column owed_again_minor bigint not null default 0,
  add column borne boolean not null default false,
  add constraint payment_captures_owed_again
    check (owed_again_minor between 0 and restored_minor);
