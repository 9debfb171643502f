-- Nobody was ever given an address to which change of the house goes. What lies there and the books know no send for, as after
-- a backup was put back, is the house's own as what operators bring; not where something was booked as owed back before.
update coin_addresses a set refill = true
from coin_wallets w
where w.id = a.wallet_id and w.owner = 'house' and a.branch = 1 and not exists (
  select 1 from coin_outputs o where o.coin = a.coin and o.script = a.script and o.made_by is null);
