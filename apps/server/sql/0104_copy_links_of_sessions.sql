-- In which session the address of a copy was asked for: it works as long as that session lives. An address without one, of
-- before this migration or of an older process, works no more: five minutes were left of it at most.
alter table data_exports add column link_session text;
