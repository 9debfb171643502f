-- Keys that began with the member or owner begin with what grows with time: an order's id, a journal's key or reference. New rows
-- then go to the end of these indexes, not to a page of their own in each (docs/decisions/0036). The columns stay the same,
-- so what is unique stays unique, and every key still has the member.
--
-- On a large shop build the four indexes before, under these names, with `create unique index concurrently` (docs/operations.md);
-- else they are built here, and nobody can buy meanwhile.
create unique index if not exists orders_by_id on orders (id, member_id);
create unique index if not exists order_lines_by_order on order_lines (order_id, id, member_id);
create unique index if not exists ledger_journals_by_key on ledger_journals (key, owner);
create index if not exists ledger_journals_by_reference on ledger_journals (reference, owner);

-- References need a key all the time, so they are made anew; 0037 validates them without keeping anybody waiting.
create temporary table remade on commit drop as
  select conrelid::regclass as of, conname as name, pg_get_constraintdef(oid) as def from pg_constraint
  where contype = 'f' and confrelid in ('orders'::regclass, 'order_lines'::regclass);
do $$ declare made record; begin
  for made in select * from remade loop execute format('alter table %s drop constraint %I', made.of, made.name); end loop;
end $$;
alter table orders drop constraint orders_pkey;
alter table orders add constraint orders_pkey primary key using index orders_by_id;
drop index orders_id;
alter table order_lines drop constraint order_lines_pkey;
alter table order_lines add constraint order_lines_pkey primary key using index order_lines_by_order;
alter table ledger_journals drop constraint ledger_journals_key_once;
alter table ledger_journals add constraint ledger_journals_key_once unique using index ledger_journals_by_key;
drop index ledger_journals_reference;
alter index ledger_journals_by_reference rename to ledger_journals_reference;
do $$ declare made record; begin
  for made in select * from remade loop
    execute format('alter table %s add constraint %I %s not valid', made.of, made.name, made.def);
  end loop;
end $$;
