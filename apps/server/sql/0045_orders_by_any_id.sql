-- Operators find an order by its id or the client's, whoever's it is. The second is only ever compared as a whole.
create index orders_id on orders (id);
create index orders_client_id on orders using hash (client_id);
