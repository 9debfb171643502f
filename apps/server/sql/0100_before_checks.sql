-- For a short while the next file had another name and one column more: where that was applied it is not applied again.
insert into schema_migrations (name, hash)
select '0100_checks_and_sweeps.sql', 'ff89f92a4bd8da5a17fa7b803d2af5a8b1f5bedc60a25d646436b3b6b98aa31c'
where exists (select 1 from schema_migrations where name = '0100_checks_sweeps_refunds.sql')
on conflict do nothing;
alter table refunds drop column if exists untold_before;
