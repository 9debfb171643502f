-- What comes names an address: each block looked through all of them, whoever's they were. No two are the same.
create unique index coin_addresses_address_once on coin_addresses (coin, address);
