-- PostgreSQL says a condition with rows or BETWEEN otherwise than one made from its own words, as a restored dump has it:
-- guards.txt lists the latter.
do $$ declare made record; begin
  for made in select tgname, tgrelid::regclass as of, pg_get_triggerdef(oid) as def
    from pg_trigger where not tgisinternal and tgqual is not null
  loop
    execute format('drop trigger %I on %s; %s', made.tgname, made.of, made.def);
  end loop;
end $$;

alter table contact_messages drop constraint contact_messages_length,
  add constraint contact_messages_length check (char_length(email) >= 1 and char_length(email) <= 254
    and char_length(full_name) <= 161 and char_length(subject) <= 200
    and char_length(message) >= 1 and char_length(message) <= 5000);
