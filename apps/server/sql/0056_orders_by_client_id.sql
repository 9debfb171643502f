-- One index finds an order by the client's id, whoever's it is, and keeps it one member's only once.
drop index orders_client_id;
alter table orders drop constraint orders_client_id_once,
  add constraint orders_client_id_once unique (client_id, member_id);
