-- Codes counted by card and state. Each new state of a code is a row of `code_moves`, inserted in the same transaction, so that
-- buyers of one card never wait for each other. A chore adds these rows to the card's row (docs/decisions/0039).

create table card_stock (
  card_id text primary key references cards,
  free bigint not null, reserved bigint not null, sold bigint not null, void bigint not null,
  -- Above all earlier ones each time rows change: a reader asks for what is above the last it has seen.
  revision bigint not null
);
create index card_stock_revision on card_stock (revision);

create table code_moves (
  id bigint generated always as identity primary key,
  card_id text not null,
  was text,                      -- null for a new code
  state text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create function code_moved() returns trigger language plpgsql as $$
begin
  insert into code_moves (card_id, was, state) values (new.card_id, old.state, new.state);
  return null;
end $$;
create trigger codes_counted_new after insert on codes for each row execute function code_moved();
create trigger codes_counted after update of state on codes for each row when (old.state <> new.state)
  execute function code_moved();

-- What `code_moves` add to the counts of each card.
create view code_moves_by_card as
  select card_id, sum((state = 'free')::int - (was is not distinct from 'free')::int) as free,
    sum((state = 'reserved')::int - (was is not distinct from 'reserved')::int) as reserved,
    sum((state = 'sold')::int - (was is not distinct from 'sold')::int) as sold,
    sum((state = 'void')::int - (was is not distinct from 'void')::int) as void
  from code_moves group by card_id;

-- Codes by card and state now.
create view stock_counts as
  select card_id, sum(free)::bigint as free, sum(reserved)::bigint as reserved, sum(sold)::bigint as sold, sum(void)::bigint as void
  from (select card_id, free, reserved, sold, void from card_stock
    union all select * from code_moves_by_card) counted
  group by card_id;

-- Counts all codes anew, as after many were written with triggers off. As the owner of the tables.
create procedure recount_stock() language sql as $$
  lock table codes in share mode;
  delete from code_moves;
  delete from card_stock;
  insert into card_stock (card_id, free, reserved, sold, void, revision)
    select card_id, count(*) filter (where state = 'free'), count(*) filter (where state = 'reserved'),
      count(*) filter (where state = 'sold'), count(*) filter (where state = 'void'), 1
    from codes group by card_id
$$;
call recount_stock();
