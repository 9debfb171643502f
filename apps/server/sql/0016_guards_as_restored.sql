-- PostgreSQL prints a trigger's condition with row comparisons differently once it was made from its own printed form, as in
-- a restored dump. Each is made from that form here, so that `guards.txt` fits both.
do $$ declare made record; begin
  for made in select tgname, tgrelid::regclass as of, pg_get_triggerdef(oid) as def
    from pg_trigger where not tgisinternal and tgqual is not null
  loop
    execute format('drop trigger %I on %s; %s', made.tgname, made.of, made.def);
  end loop;
end $$;
