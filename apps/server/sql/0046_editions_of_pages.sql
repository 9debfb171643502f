-- Which edition of the releases' texts a page has. 0: from a release that knew none.
alter table pages add column edition integer not null default 0;
