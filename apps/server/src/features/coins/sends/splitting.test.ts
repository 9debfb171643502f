/** What makes a send wait is not evaded by sending in parts. */
import { sendCoin } from '@giftlane/contract/money/crypto.ts';
import { expect, test } from 'vitest';
import { hours } from '../../../platform/process/durations.ts';
import { openKeys } from '../../../signer/keys.ts';
import { type TestMember, testPassword } from '../../../testing/builders.ts';
import { networkOf } from '../../../utxo/networks.ts';
import { openAccount } from '../../../utxo/scripts.ts';
import { setOption } from '../../content/content.ts';
import { type CoinShop, elsewhere, makeHolder, runChore, startCoinShop } from '../coins.testing.ts';

/** A shop where one option says that what is worth more than 100.00 waits: 0.001 BTC. */
async function shopWith(option: 'coin_approve_above' | 'coin_new_address_above') {
  const shop = await startCoinShop();
  shop.sandbox.setCoinRates({ BTC: 100_000, LTC: 100 });
  await runChore(shop, 'rates.spots');
  await setOption(shop.db, option, '100');
  await setOption(shop.db, 'coin_send_daily_limit', '99999999');
  return { shop, anna: await makeHolder(shop, 'BTC', 1_000_000n) };
}

/** Sends, and answers in which state that is. */
async function sent(
  shop: CoinShop,
  { token }: TestMember,
  amount: number,
  receiveAddress = elsewhere,
) {
  const { body } = await shop.call(sendCoin, {
    token,
    body: { coin: 'BTC', amount, receiveAddress, password: testPassword, purpose: 'sendCoin' },
  });
  await shop.step();
  return body.data.state;
}

test('what waits for a person is not sent in two parts', async () => {
  const { shop, anna } = await shopWith('coin_approve_above');
  expect(await sent(shop, anna, 60_000)).toBe('created');
  expect(await sent(shop, anna, 60_000)).toBe('pendingApproval');
});

test('what waits for a day is not sent to two new addresses', async () => {
  const { shop, anna } = await shopWith('coin_new_address_above');
  const keys = openKeys({
    words: 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong',
    networks: { btc: 'regtest', ltc: 'regtest' },
  });
  const account = openAccount(keys.xpub('btc', 0));
  const address = (index: number) =>
    account.addressAt({ branch: 0, index }, networkOf('btc', 'regtest')).address;
  expect(await sent(shop, anna, 60_000, address(0))).toBe('created');
  expect(await sent(shop, anna, 60_000, address(1))).toBe('pendingApproval');
});

test('a small send makes no address known for a large one', async () => {
  const { shop, anna } = await shopWith('coin_new_address_above');
  expect(await sent(shop, anna, 10_000)).toBe('created');
  await shop.mine('btc');
  await shop.moveClock(hours(25));
  for (const name of ['rates.fetch', 'rates.spots']) await runChore(shop, name);
  expect(await sent(shop, anna, 200_000)).toBe('pendingApproval');
});
