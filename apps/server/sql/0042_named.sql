-- Validates what 0041 added; meanwhile the shop sells.
alter table ledger_accounts validate constraint ledger_accounts_owner_named;
alter table ledger_journals validate constraint ledger_journals_owner_named;
alter table ledger_postings validate constraint ledger_postings_owner_named;
alter table members validate constraint members_named;
alter table cards validate constraint cards_named;
alter table code_batches validate constraint code_batches_named;
