-- Where people look a transaction up: the address of a page of a block explorer, with {txid} where the
-- transaction's id belongs. It becomes a link for everybody, so it is an address over https, or none.
alter table site_options drop constraint site_options_kind_check;
alter table site_options add constraint site_options_kind_check
  check (kind in ('text', 'whole', 'explorer'));
alter table site_options add constraint site_options_explorer check (
  kind <> 'explorer' or value = ''
  or value ~ '^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?/[^[:space:]<>"]*\{txid\}[^[:space:]<>"]*$'
);
insert into site_options (name, value, kind, public) values
  ('explorer_btc', '', 'explorer', true),
  ('explorer_ltc', '', 'explorer', true);
