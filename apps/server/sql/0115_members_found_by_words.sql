-- Members are found by words that the application makes of their names: what the database's locale knows of letters
-- does not matter. Numbers are stored in one form.
drop index members_names;
drop index members_mobiles;
drop function name_vector(text);
drop function name_words(text);
drop function digits_of(text);
alter table members add column name_words text not null default '';
create index members_names on members using gin (array_to_tsvector(string_to_array(name_words, ' ')));
create index members_mobiles on members ((dial_code || mobile)) where mobile <> '';

-- Keys of addresses are ASCII; so is their lower case, in every locale.
alter table members drop constraint members_email_key_lower,
  add constraint members_email_key_lower check (email_key = lower(email collate "C"));
alter table newsletter_subscribers drop constraint newsletter_subscribers_key_lower,
  add constraint newsletter_subscribers_key_lower check (email_key = lower(email_key collate "C"));
alter table operators drop constraint operators_email_key_lower,
  add constraint operators_email_key_lower check (email_key = lower(email collate "C"));
alter table email_changes drop constraint email_changes_key_lower,
  add constraint email_changes_key_lower check (to_key = lower(to_email collate "C"));
drop index contact_messages_of_address;
create index contact_messages_of_address on contact_messages (lower(email collate "C"));
