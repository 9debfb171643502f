-- Custody: stopping a coin, sends that wait before they are wished, and the house's cold accounts.

-- Whether a coin is held: nothing of it is wished or signed then. The signer keeps these rows from changing while it
-- signs, so that nothing is signed any more once a hold is stored.
create table coin_holds (
  coin text primary key,
  held_at timestamptz,
  reason text,
  constraint coin_holds_reason check ((held_at is null) = (reason is null))
);
insert into coin_holds (coin) values ('btc'), ('ltc');
