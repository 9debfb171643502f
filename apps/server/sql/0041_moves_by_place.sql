-- A note of a file that is copied says where to: a move back must not delete what only its place of before has.
delete from file_moves;
alter table file_moves add column place text not null;

-- The check of the whole ledger goes through owners, cards and batches from '' on: none is called so.
alter table ledger_accounts add constraint ledger_accounts_owner_named check (owner <> '') not valid;
alter table ledger_journals add constraint ledger_journals_owner_named check (owner <> '') not valid;
alter table ledger_postings add constraint ledger_postings_owner_named check (owner <> '') not valid;
alter table members add constraint members_named check (id <> '') not valid;
alter table cards add constraint cards_named check (id <> '') not valid;
alter table code_batches add constraint code_batches_named check (id <> '') not valid;
