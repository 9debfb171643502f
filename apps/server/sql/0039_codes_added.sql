-- New codes are one move for each card of a statement: a row for each of a hundred thousand took as long as loading them.

alter table code_moves add column codes bigint not null default 1;

create function codes_added() returns trigger language plpgsql as $$
begin
  insert into code_moves (card_id, state, codes) select card_id, state, count(*) from added group by card_id, state;
  return null;
end $$;
drop trigger codes_counted_new on codes;
create trigger codes_counted_new after insert on codes
  referencing new table as added for each statement execute function codes_added();

create or replace view code_moves_by_card as
  select card_id,
    sum(codes * ((state = 'free')::int - (was is not distinct from 'free')::int))::bigint as free,
    sum(codes * ((state = 'reserved')::int - (was is not distinct from 'reserved')::int))::bigint as reserved,
    sum(codes * ((state = 'sold')::int - (was is not distinct from 'sold')::int))::bigint as sold,
    sum(codes * ((state = 'void')::int - (was is not distinct from 'void')::int))::bigint as void
  from code_moves group by card_id;
