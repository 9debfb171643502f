import { closeAccount } from '@giftlane/contract/members/my-data.ts';
import { initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { listOptions, showCounters } from '@giftlane/contract/shop/content.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import { makeCard, makeMember, orderBody, testPassword } from '../../testing/builders.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { makeOptions } from './content.ts';
import { usualDelivery } from './queries.ts';

describe('options as they are', () => {
  const shared = shopForAll({ working: false });

  test('API-17, HOME-01, SESS-02 everybody sees the public options, and no others', async () => {
    const shop = shared();
    const { body } = await shop.call(listOptions);
    expect(body.data).toContainEqual({ sName: 'banner_video', sValue: '' });
    expect(body.data).toContainEqual({ sName: 'media_url', sValue: '/media' });
    expect(body.data.filter((option) => option.sName.startsWith('throttle_'))).toEqual([]);
  });

  test('AUTH-01 everybody learns who signs in with Google here, and nothing when nobody does', async () => {
    const shop = shared();
    const { googleIssuer, googleClientId } = shop.sandbox;
    const { body } = await shop.call(listOptions);
    expect(body.data).toContainEqual({ sName: 'google_issuer', sValue: googleIssuer });
    expect(body.data).toContainEqual({ sName: 'google_client_id', sValue: googleClientId });
    const without = await startShop({ working: false, env: { GOOGLE_ISSUER: 'none' } });
    const names = (await without.call(listOptions)).body.data.map(({ sName }) => sName);
    expect(names.filter((name) => name.startsWith('google'))).toEqual([]);
  });

  test('everybody learns by which coins one can pay here, and of none where there are no nodes', async () => {
    const coinsOf = async (shop: TestShop) =>
      (await shop.call(listOptions)).body.data.find(({ sName }) => sName === 'pay_coins')?.sValue;
    expect(await coinsOf(await startShop({ working: false, nodes: true }))).toBe('BTC,LTC');
    expect(await coinsOf(shared())).toBe(undefined);
  });

  test('an option that is read as a number can not be set to anything else', async () => {
    const shop = shared();
    const spoil = shop.db.run(
      sql`update site_options set value = 'ten' where name = 'throttle_login_account'`,
    );
    await expect(spoil).rejects.toMatchObject({ constraint: 'site_options_whole' });
  });
});

test('a changed option is seen within seconds, without a restart', async () => {
  const shop = await startShop({ working: false });
  const options = makeOptions(shop.db);
  expect(await options.whole('max_codes_per_order')).toBe(1000);
  await shop.db.run(sql`update site_options set value = '7' where name = 'max_codes_per_order'`);
  await expect.poll(() => options.whole('max_codes_per_order')).toBe(7);
});

test('options are read while every other connection is held, so that who holds one may ask', async () => {
  const shop = await startShop({ working: false, env: { DATABASE_CONNECTIONS: '2' } });
  const reading = await shop.db.tx(() => shop.db.tx(async () => shop.call(listOptions)));
  expect(reading.status).toBe(200);
});

test('API-18, HOME-06 the counters are codes on sale, members and the paid orders of 24 hours', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  await makeMember(shop);
  const left = await makeMember(shop);
  const close = { token: left.token, body: { sPassword: testPassword } };
  expect((await shop.call(closeAccount, close)).status).toBe(200);
  const card = await makeCard(shop, { codes: 5, priceMinor: 10_00n });
  const buy = (quantity: number) =>
    shop.call(pay, {
      token: anna.token,
      body: orderBody(anna, { card, quantity, totalMinor: 10_00n * BigInt(quantity) }),
    });
  await buy(1);
  await shop.moveClock(hours(24) + 1);
  await buy(2);
  const { sPayerId: _hers, ...unpaid } = orderBody(anna, {
    card,
    totalMinor: 10_00n,
    gateway: 'PayPal',
  });
  expect((await shop.call(initiate, { token: anna.token, body: unpaid })).status).toBe(200);
  const { body } = await shop.call(showCounters);
  expect(body.data).toEqual({
    cards: 1,
    users: 2,
    ordersLast24Hours: 1,
    brands: 1,
    // Two orders say nothing of what is usual.
    deliverySeconds: null,
  });
});

test('what a delivery usually takes is told from the payment on, once there are enough', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 500_00n });
  const card = await makeCard(shop, { codes: 21, priceMinor: 10_00n });
  const buy = async () => {
    const body = orderBody(anna, { card, totalMinor: 10_00n });
    expect((await shop.call(pay, { token: anna.token, body })).status).toBe(200);
  };
  for (let bought = 0; bought < 19; bought += 1) await buy();
  expect(await usualDelivery(shop.db)).toBeNull();
  await buy();
  // At once: the smallest time one says.
  expect(await usualDelivery(shop.db)).toBe(1);
  await shop.db.run(sql`
    update orders set delivered_at = created_at + case when id <= (select percentile_disc(0.5)
      within group (order by id) from orders) then interval '70 seconds' else interval '90 seconds' end`);
  expect(await usualDelivery(shop.db)).toBe(80);
  // Of orders of before nobody noted it: they do not count as delivered at once.
  await shop.db.run(sql`update orders set delivered_at = null`);
  expect(await usualDelivery(shop.db)).toBeNull();
});
