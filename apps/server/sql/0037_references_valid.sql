-- Validates the references that 0036 made anew; meanwhile the shop sells.
do $$ declare made record; begin
  for made in select conrelid::regclass as of, conname as name from pg_constraint where contype = 'f' and not convalidated loop
    execute format('alter table %s validate constraint %I', made.of, made.name);
  end loop;
end $$;
