-- Servers ask for counts above the last revision they have seen: a recount is above all earlier ones.

create or replace procedure recount_stock() language plpgsql as $$
declare
  above bigint;
begin
  lock table codes in share mode;
  select coalesce(max(revision), 0) + 1 into above from card_stock;
  delete from code_moves;
  delete from card_stock;
  insert into card_stock (card_id, free, reserved, sold, void, revision)
    select card_id, count(*) filter (where state = 'free'), count(*) filter (where state = 'reserved'),
      count(*) filter (where state = 'sold'), count(*) filter (where state = 'void'), above
    from codes group by card_id;
end $$;
