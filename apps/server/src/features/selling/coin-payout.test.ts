/** Cards that are sold for coins: paid once, from the house's wallet, or into the member's wallet instead. */
import { showMyData } from '@giftlane/contract/members/my-data.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { actor } from '../../cli/audit.ts';
import { house } from '../../ledger/ledger.ts';
import { verifyLedger } from '../../ledger/verify.ts';
import { sql } from '../../platform/db/db.ts';
import { minutes } from '../../platform/process/durations.ts';
import { makeMember } from '../../testing/builders.ts';
import { longTest } from '../../testing/long.ts';
import { findMember } from '../accounts/accounts.ts';
import {
  type CoinShop,
  fillHouse,
  makeWallet,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../coins/coins.testing.ts';
import { houseAddress } from '../coins/coins.ts';
import { coinRate, unitsWithin } from '../rates/rates.ts';
import {
  coinOf,
  coinOffer,
  coinOfferBody,
  freshRates,
  gatewayOf,
  rivalOf,
  runWithCoins,
} from './coin-payout.testing.ts';
import { payIntoWallet } from './coin-payout.ts';
import { accept, decline, lookAt, makeBought, offer } from './offers.testing.ts';
import { receiveAddress } from './payout.ts';

const enough = 10_000_000_000n;

const shown = async (shop: CoinShop, token: string, id: string) =>
  (await shop.raw('GET', `/transactions/${id}`, { token })).body.data as Order;

async function houseSum(
  shop: CoinShop,
  account: Parameters<typeof house>[0],
  unit: Parameters<typeof house>[1],
) {
  const { sum } = await shop.db.one(sql<{ sum: bigint }>`
    select coalesce(sum(p.amount), 0)::bigint as sum from ledger_postings p
    join ledger_accounts a on a.id = p.account_id where a.name = ${house(account, unit)}`);
  return sum;
}

const sends = (shop: CoinShop) =>
  shop.db.rows(sql<{ id: string; state: string; value: bigint; fee: bigint; saleId: string }>`
    select id, state, value, fee, sale_id as "saleId" from coin_transfers
    where type = 'send' order by created_at, id`);

const sound = async (shop: CoinShop) =>
  expect((await verifyLedger(shop.db, shop.invariants)).problems).toEqual([]);

test.for(['BTC', 'LTC'] as const)(
  '6 7 SELL-20 SELL-21 SELL-26 SELL-27 an accepted card is paid in %s to the member’s own wallet, at the rate of the decision',
  async (name) => {
    const coin = coinOf[name];
    const shop = await startCoinShop();
    await fillHouse(shop, coin, enough);
    const { anna, order, payee } = await coinOffer(shop, name);
    expect(order).toMatchObject({ eGateway: gatewayOf[name], sPayerId: payee, eStatus: 'Pending' });
    expect(order.oPayout).toBeUndefined();
    const rate = await coinRate(shop.db, coin, 'usd');
    const units = unitsWithin(44_00n, rate);
    // Not a unit more than it is worth, nor one less.
    const worth = 44_00n * 100_000_000n;
    expect(units * rate.minorPerCoin <= worth && (units + 1n) * rate.minorPerCoin > worth).toBe(
      true,
    );
    await accept(shop, order._id);
    expect(await shown(shop, anna.token, order._id)).toMatchObject({
      eStatus: 'Paid',
      oPayout: { coin: name, nAmount: Number(units), eState: 'created' },
    });
    await sound(shop);
    await shop.step();
    expect(await walletSeen(shop, anna, name)).toMatchObject({
      confirmedBalance: 0,
      nPending: Number(units),
    });
    await sound(shop);
    await shop.mine(coin);
    expect(await walletSeen(shop, anna, name)).toMatchObject({ confirmedBalance: Number(units) });
    const [sent] = await sends(shop);
    expect(sent).toMatchObject({ state: 'confirmed', value: units, saleId: order._id });
    const { txid } = (await transfersSeen(shop, anna, name))[0] ?? {};
    expect(await shown(shop, anna.token, order._id)).toMatchObject({
      sPaymentId: txid,
      oPayout: { txid, eState: 'confirmed' },
    });
    // The member gets all of it; the house bears the fee.
    expect(await houseSum(shop, 'conversion', coin)).toBe(-units);
    expect(await houseSum(shop, 'coin_fees', coin)).toBe(-(sent?.fee ?? 0n));
    expect(await houseSum(shop, 'coin_sending', coin)).toBe(0n);
    expect(await houseSum(shop, 'coin_refills', coin)).toBe(enough);
    expect(await houseSum(shop, 'bought_cards', 'usd')).toBe(-50_00n);
    expect(await houseSum(shop, 'conversion', 'usd')).toBe(44_00n);
    expect(await anna.balance()).toBe(0n);
  },
);

test('SELL-21 coins go to an address of the member’s own wallet of that coin, and to no other', async () => {
  const shop = await startCoinShop();
  const [anna, eve] = [await makeMember(shop), await makeMember(shop)];
  const foreign = await makeWallet(shop, eve, 'BTC');
  const card = await makeBought(shop);
  const body = (payee: string, coin: 'BTC' | 'LTC' = 'BTC') =>
    coinOfferBody(shop, anna, { coin, payee }, card);
  const closed = await offer(shop, anna, await body(foreign.receiveAddress));
  expect([closed.status, closed.body.code]).toEqual([409, 'sell.method_unavailable']);
  const own = await makeWallet(shop, anna, 'BTC');
  for (const payee of [
    foreign.receiveAddress,
    anna.id,
    'bcrt1q',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ]) {
    const reply = await offer(shop, anna, await body(payee));
    expect([reply.status, reply.body.errors?.[0]?.field]).toEqual([400, 'sPayerId']);
  }
  const other = await offer(shop, anna, await body(own.receiveAddress, 'LTC'));
  expect(other.body.code).toBe('sell.method_unavailable');
  // Upper case is the same address (BIP 173), and an earlier one stays the member's.
  await shop.sandbox.coins.btc.fund(own.receiveAddress, 5_000n);
  await shop.mine('btc');
  expect((await walletSeen(shop, anna, 'BTC')).receiveAddress).not.toBe(own.receiveAddress);
  const taken = await offer(shop, anna, await body(own.receiveAddress.toUpperCase()));
  expect(taken.body.data).toMatchObject({ sPayerId: own.receiveAddress });
});

longTest(
  'a coin the shop has no node of any more is closed, also to who has a wallet of it',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeMember(shop);
    const { receiveAddress: typed } = await makeWallet(shop, anna, 'LTC');
    const member = await findMember(shop.db, anna.id);
    if (!member) throw new Error('no member');
    const wanted = { gateway: 'LiteCoin', typed, member } as const;
    expect(
      await receiveAddress(shop.db, { ...shop.checkout.coins, nodes: new Map() }, wanted),
    ).toBe('closed');
    expect(await receiveAddress(shop.db, shop.checkout.coins, wanted)).toEqual({ address: typed });
  },
);

longTest('without a rate nothing is paid, and the offer can be accepted later', async () => {
  const shop = await startCoinShop();
  await fillHouse(shop, 'btc', enough);
  const { order } = await coinOffer(shop, 'BTC');
  await shop.moveClock(minutes(3));
  await expect(accept(shop, order._id)).rejects.toMatchObject({ code: 'coins.no_rate' });
  shop.sandbox.setCoinRatesApart(1.05);
  await freshRates(shop);
  await expect(accept(shop, order._id)).rejects.toMatchObject({ code: 'coins.no_rate' });
  expect(await sends(shop)).toEqual([]);
  shop.sandbox.setCoinRatesApart(1);
  await freshRates(shop);
  expect(await accept(shop, order._id)).toMatchObject({ state: 'paid' });
});

longTest(
  'an offer without a rate is taken, one that is dust at today’s rate is not, nor paid',
  async () => {
    const shop = await startCoinShop();
    await fillHouse(shop, 'btc', enough);
    const anna = await makeMember(shop, { verified: true });
    const { receiveAddress: payee } = await makeWallet(shop, anna, 'BTC');
    // A bitcoin at 100,000: 294 units are 0.29.
    const dust = await makeBought(shop, { valueMinor: 1_00n, feesBp: 9900 });
    const body = await coinOfferBody(shop, anna, { coin: 'BTC', payee }, dust);
    expect((await offer(shop, anna, body)).body.code).toBe('coins.dust');
    await shop.moveClock(minutes(3));
    const taken = await offer(shop, anna, body);
    expect(taken.status).toBe(200);
    const { _id } = taken.body.data as Order;
    await lookAt(shop, _id);
    await freshRates(shop);
    await expect(accept(shop, _id)).rejects.toMatchObject({ code: 'coins.dust' });
    expect(await decline(shop, _id, 'Too little.')).toMatchObject({ state: 'declined' });
  },
);

longTest(
  'a house that is short says what there is and what is needed, and nothing is changed',
  async () => {
    const shop = await startCoinShop();
    const { order } = await coinOffer(shop, 'BTC');
    await expect(accept(shop, order._id)).rejects.toMatchObject({
      code: 'coins.house_short',
      message: expect.stringMatching(
        /^The shop can send 0 BTC, but at least 0\.000\d+ BTC is needed/,
      ),
    });
    await fillHouse(shop, 'btc', 20_000n);
    await expect(accept(shop, order._id)).rejects.toMatchObject({
      code: 'coins.house_short',
      message: expect.stringMatching(/^The shop can send 0\.0002 BTC/),
    });
    expect(await sends(shop)).toEqual([]);
    const { wishes } = await shop.db.one(sql<{ wishes: number }>`
    select count(*)::int as wishes from coin_wishes`);
    expect(wishes).toBe(0);
    await fillHouse(shop, 'btc', 100_000n);
    expect(await accept(shop, order._id)).toMatchObject({ state: 'paid' });
  },
);

test('7 what came to the house for nothing is not spent; what an operator brought is', async () => {
  const shop = await startCoinShop();
  const { order } = await coinOffer(shop, 'BTC');
  const { address } = await shop.db.tx((tx) => houseAddress(tx, shop.checkout.coins, 'btc'));
  await shop.sandbox.coins.btc.fund(address, enough);
  await shop.mine('btc');
  expect(await houseSum(shop, 'unmatched', 'btc')).toBe(enough);
  await expect(accept(shop, order._id)).rejects.toMatchObject({ code: 'coins.house_short' });
  const made = await runWithCoins(shop, 'coin', 'address', 'BTC');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  await shop.sandbox.coins.btc.fund(made.stdout.trim(), enough);
  await shop.mine('btc');
  expect(await houseSum(shop, 'coin_refills', 'btc')).toBe(enough);
  const status = await runWithCoins(shop, 'coin', 'status');
  expect(status.stdout).toContain('100 of the house that it can send');
  await accept(shop, order._id);
  await shop.step();
  await shop.mine('btc');
  expect(await houseSum(shop, 'unmatched', 'btc')).toBe(enough);
});

longTest('7 a fork takes what an operator brought back, and gives it again', async () => {
  const shop = await startCoinShop();
  await fillHouse(shop, 'ltc', enough);
  await shop.sandbox.coins.ltc.reorganise(1);
  await shop.look();
  expect(await houseSum(shop, 'coin_refills', 'ltc')).toBe(0n);
  await sound(shop);
  await shop.mine('ltc');
  expect(await houseSum(shop, 'coin_refills', 'ltc')).toBe(enough);
});

longTest(
  'an operator sees how an offer is to be paid, of what, and pays it by one command',
  async () => {
    const shop = await startCoinShop();
    await fillHouse(shop, 'btc', enough);
    const { order, payee } = await coinOffer(shop, 'BTC');
    const listed = await runWithCoins(shop, 'sell', 'list');
    expect(listed.stdout).toContain(`to be paid in btc to ${payee}; the house can send 100`);
    await lookAt(shop, order._id, actor());
    const { code, stdout, stderr } = await runWithCoins(shop, 'sell', 'accept', order._id);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`is paid: 0\\.000\\d+ btc to ${payee}, worth 44.00 usd`));
    const json = JSON.parse(
      (await runWithCoins(shop, 'sell', 'list', '--state', 'paid', '--json')).stdout,
    );
    expect(json).toMatchObject([{ gateway: 'BitCoin', payee, coins: { coin: 'btc' } }]);
  },
);

longTest('a command that is told of no node says so, and changes nothing', async () => {
  const shop = await startCoinShop();
  await fillHouse(shop, 'btc', enough);
  const { order } = await coinOffer(shop, 'BTC');
  const bare = { ...shop.checkout.coins, nodes: new Map() };
  const lame = { ...shop, checkout: { ...shop.checkout, coins: bare } };
  await expect(accept(lame, order._id)).rejects.toMatchObject({ code: 'coins.unavailable' });
  expect(await sends(shop)).toEqual([]);
});

test('6 accepted by many operators at once, an offer is paid once; two offers never spend one output', async () => {
  const shop = await startCoinShop();
  await fillHouse(shop, 'btc', 10_000_000n);
  const first = await coinOffer(shop, 'BTC');
  const second = await coinOffer(shop, 'BTC');
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, () => accept(shop, first.order._id)),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await sends(shop)).toHaveLength(1);
  // The only output is set aside; its change can be spent as soon as nodes have it.
  await expect(accept(shop, second.order._id)).rejects.toMatchObject({ code: 'coins.house_short' });
  await shop.step();
  await accept(shop, second.order._id);
  await shop.step();
  await shop.mine('btc');
  expect((await sends(shop)).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
});

test('6 offers that are accepted at the same time share what the house has', async () => {
  const shop = await startCoinShop();
  await fillHouse(shop, 'ltc', 1_000_000_000n, 3);
  const offers = [
    await coinOffer(shop, 'LTC'),
    await coinOffer(shop, 'LTC'),
    await coinOffer(shop, 'LTC'),
  ];
  await Promise.all(offers.map(({ order }) => accept(shop, order._id)));
  await shop.step();
  await shop.mine('ltc');
  for (const { anna } of offers)
    expect((await walletSeen(shop, anna, 'LTC')).confirmedBalance).toBeGreaterThan(0);
});

test('6 coins that the signer refuses are the house’s again, and the wallet is paid instead, once, and told', async () => {
  const shop = await startCoinShop({ signer: { BTC_SIGN_LIMITS: '0.00000001/1/1' } });
  await fillHouse(shop, 'btc', enough);
  const { anna, order } = await coinOffer(shop, 'BTC');
  await accept(shop, order._id);
  await shop.step();
  expect((await sends(shop))[0]).toMatchObject({ state: 'rejected' });
  expect(await shown(shop, anna.token, order._id)).toMatchObject({
    eStatus: 'Paid',
    oPayout: { eState: 'rejected' },
  });
  await sound(shop);
  // It waits for a job; the account is not closed meanwhile.
  expect((await shop.call(showMyData, { token: anna.token })).body.data.aInTheWay).toContainEqual({
    eKind: 'coins',
  });
  const tries = Array.from({ length: 6 }, () => payIntoWallet(shop.db, order._id));
  await Promise.all(tries);
  const worker = shop.work();
  await expect
    .poll(() => shop.sandbox.mails(anna.email).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/^Paid into your wallet/));
  await worker.stop();
  expect(await anna.balance()).toBe(44_00n);
  expect(await houseSum(shop, 'conversion', 'btc')).toBe(0n);
  expect(await houseSum(shop, 'coin_fees', 'btc')).toBe(0n);
  expect(await houseSum(shop, 'conversion', 'usd')).toBe(0n);
  expect(await shown(shop, anna.token, order._id)).toMatchObject({
    oPayout: { eState: 'rejected', oInstead: { nAmount: 44, eCurrency: 'usd' } },
  });
  const statement = await shop.raw('GET', '/wallet/transactions', { token: anna.token });
  expect(statement.body.data).toMatchObject([
    { sType: 'credit', nTotalAmount: 44, sDescription: 'Gift card sold', sOrderId: order._id },
  ]);
  // The same outputs pay for the next.
  expect(
    (await shop.call(showMyData, { token: anna.token })).body.data.aInTheWay,
  ).not.toContainEqual({
    eKind: 'coins',
  });
});

longTest(
  '24 a member whose wallet is in another currency gets what the coins were worth at the decision',
  async () => {
    const shop = await startCoinShop({ signer: { BTC_SIGN_LIMITS: '0.00000001/1/1' } });
    await fillHouse(shop, 'btc', enough);
    const anna = await makeMember(shop, { verified: true, currency: 'eur' });
    const { order } = await coinOffer(shop, 'BTC', anna);
    const { payoutMinor } = await accept(shop, order._id);
    await shop.step();
    // Rates of days ago are none, and none is needed.
    await shop.moveClock(minutes(60 * 24 * 30));
    await payIntoWallet(shop.db, order._id);
    expect(payoutMinor).toBeGreaterThan(0n);
    expect(await anna.balance()).toBe(payoutMinor);
  },
);

test('8 a fork takes a payout back into what waits, and another block has it again', async () => {
  const shop = await startCoinShop();
  await fillHouse(shop, 'btc', enough);
  const { anna, order } = await coinOffer(shop, 'BTC');
  await accept(shop, order._id);
  await shop.step();
  await shop.mine('btc');
  const { confirmedBalance } = await walletSeen(shop, anna, 'BTC');
  expect(confirmedBalance).toBeGreaterThan(0);
  await shop.sandbox.coins.btc.reorganise(1);
  await shop.look();
  expect((await sends(shop))[0]).toMatchObject({ state: 'unconfirmed' });
  expect((await walletSeen(shop, anna, 'BTC')).confirmedBalance).toBe(0);
  await sound(shop);
  await shop.mine('btc');
  expect((await walletSeen(shop, anna, 'BTC')).confirmedBalance).toBe(confirmedBalance);
  expect((await sends(shop))[0]).toMatchObject({ state: 'confirmed' });
});

test('8 coins of the house that somebody else has spent make a payout fail, and the wallet is paid', async () => {
  const shop = await startCoinShop();
  await fillHouse(shop, 'btc', enough);
  const { anna, order } = await coinOffer(shop, 'BTC');
  await accept(shop, order._id);
  await shop.sign();
  await shop.checkout.coins.nodes.get('btc')?.send(await rivalOf(shop, 'btc'));
  await shop.mine('btc');
  await shop.handIn();
  expect((await sends(shop))[0]?.state).toBe('failed');
  await sound(shop);
  const worker = shop.work();
  await expect.poll(() => anna.balance()).toBe(44_00n);
  await worker.stop();
});

test('8 a payout that stands on the change of one that failed fails, too, and both wallets are paid', async () => {
  const shop = await startCoinShop();
  await fillHouse(shop, 'btc', enough);
  await shop.mine('btc');
  const first = await coinOffer(shop, 'BTC');
  const second = await coinOffer(shop, 'BTC');
  await accept(shop, first.order._id);
  await shop.step();
  await accept(shop, second.order._id);
  await shop.step();
  const rival = await rivalOf(shop, 'btc');
  await shop.sandbox.coins.btc.reorganise(1, { include: [rival] });
  await shop.look();
  for (let i = 0; i < 2; i += 1) {
    await shop.moveClock(minutes(1));
    await shop.handIn();
  }
  expect((await sends(shop)).map(({ state }) => state)).toEqual(['failed', 'failed']);
  await sound(shop);
  for (const { order } of [first, second]) await payIntoWallet(shop.db, order._id);
  expect([await first.anna.balance(), await second.anna.balance()]).toEqual([44_00n, 44_00n]);
});

test('6 the database itself refuses a payout without its send, a second send, and a wallet paid beside living coins', async () => {
  const shop = await startCoinShop();
  await fillHouse(shop, 'btc', enough);
  const { order } = await coinOffer(shop, 'BTC');
  await expect(
    shop.db.tx((tx) =>
      tx.run(sql`update sell_orders set state = 'paid', payout_minor = 1, decided_at = now()`),
    ),
  ).rejects.toThrow('sell_orders_paid_once');
  await accept(shop, order._id);
  await expect(
    shop.db.run(sql`
      insert into coin_transfers (id, coin, wallet_id, type, txid, address, value, state, sale_id)
      select 'ctx_second', coin, wallet_id, 'send', repeat('cd', 32), address, value, 'created', sale_id
      from coin_transfers where sale_id is not null`),
  ).rejects.toThrow('coin_transfers_sale_once');
  await expect(
    shop.db.tx((tx) => tx.run(sql`update sell_orders set into_wallet_at = now()`)),
  ).rejects.toThrow('sell_orders_paid_once');
  await expect(
    shop.db.run(sql`update coin_transfers set sale_id = null where sale_id is not null`),
  ).rejects.toThrow();
  await payIntoWallet(shop.db, order._id);
  await sound(shop);
});

test('a frozen member is paid no coins, and the day’s limit counts them', async () => {
  const shop = await startCoinShop();
  await fillHouse(shop, 'btc', enough);
  const { anna, order } = await coinOffer(shop, 'BTC');
  await shop.db.run(sql`update members set frozen_at = now(), frozen_reason = 'test'`);
  await expect(accept(shop, order._id)).rejects.toMatchObject({ code: 'account.frozen' });
  await shop.db.run(sql`update members set frozen_at = null, frozen_reason = null`);
  await shop.db.run(
    sql`update site_options set value = '40' where name = 'sell_payout_daily_limit'`,
  );
  await expect(accept(shop, order._id)).rejects.toMatchObject({ code: 'sell.over_limit' });
  expect(await sends(shop)).toEqual([]);
  expect(await anna.balance()).toBe(0n);
});

longTest('the member is told by mail how many coins are on their way, and where to', async () => {
  const shop = await startCoinShop();
  await fillHouse(shop, 'ltc', enough);
  const { anna, order, payee } = await coinOffer(shop, 'LTC');
  await accept(shop, order._id);
  const worker = shop.work();
  const sold = () =>
    shop.sandbox.mails(anna.email).find(({ subject }) => /^We bought your card/.test(subject));
  await expect.poll(sold).toBeDefined();
  await worker.stop();
  expect(sold()?.text.replaceAll(/\s+/g, ' ')).toContain(
    `LTC is on its way to your address ${payee}`,
  );
});
