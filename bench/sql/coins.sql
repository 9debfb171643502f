-- Wallets of a coin that nobody pays: of members who need not be there, with addresses of their own. Nobody opens them, so
-- that their tags are none.
create or replace function bench_coin_wallets(p_wallets int, p_each int) returns void language sql as $$
  insert into coin_accounts (coin, number, xpub, tag)
    select 'btc', n, 'xpub of nobody ' || n, '' from generate_series(10, 9 + p_wallets) n;
  insert into coin_wallets (id, coin, owner, account, receiving, tag)
    select 'cw_nobody' || n, 'btc', 'mem_nobody' || n, n, p_each, '' from generate_series(10, 9 + p_wallets) n;
  insert into coin_addresses (coin, script, address, wallet_id, branch, index)
    select 'btc', '0014' || substr(encode(sha256((n || '/' || i)::bytea), 'hex'), 1, 40),
      'nobody ' || n || '/' || i, 'cw_nobody' || n, 0, i
    from generate_series(10, 9 + p_wallets) n, generate_series(0, p_each - 1) i;
$$;
