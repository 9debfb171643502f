import { login, myProfile, verifyEmail } from '@giftlane/contract/members/accounts.ts';
import { askCopy } from '@giftlane/contract/members/my-data.ts';
import { updateProfile } from '@giftlane/contract/members/profile.ts';
import * as calls from '@giftlane/contract/members/security.ts';
import { initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { downloadCodes, viewCard } from '@giftlane/contract/shop/orders.ts';
import { describe, expect, test } from 'vitest';
import { days, hours, minutes } from '../../../platform/process/durations.ts';
import { makeCard, makeMember, orderBody, testPassword } from '../../../testing/builders.ts';
import { shopForAll, startShop, type TestShop } from '../../../testing/start-shop.ts';
import { send, sendPermit } from '../../wallet/send/send.testing.ts';
import { freeze } from '../accounts.ts';
import { addApp, codeOf, prove } from '../factors/factors.testing.ts';
import { jobsDone, mailsTo, newAddress, subjects, tokenIn } from '../profile/people.testing.ts';

const locked = async () => lockedAt(await startShop());

async function lockedAt(shop: TestShop) {
  const [anna, bert] = [await makeMember(shop, { walletMinor: 100_00n }), await makeMember(shop)];
  const { token } = anna;
  const card = await makeCard(shop, { priceMinor: 1_00n, codes: 8 });
  const wish = () => orderBody(anna, { card, quantity: 1, totalMinor: 1_00n });
  const bought = await shop.call(pay, { token, body: wish() });
  const order = bought.body.data;
  const lock = () => shop.call(calls.lockAccount, { token });
  const unlock = (sPassword = testPassword) =>
    shop.call(calls.unlockAccount, { token, body: { sPassword } });
  const buy = async () => (await shop.call(pay, { token, body: wish() })).body.code;
  return { shop, anna, bert, card, token, order, wish, lock, unlock, buy };
}

test('what its owner has frozen sends nothing, buys nothing, shows no codes and changes no factor', async () => {
  const { shop, anna, bert, card, token, order, wish, lock, buy } = await locked();
  const permit = await sendPermit(shop, anna);
  const isLocked = async () => (await shop.call(myProfile, { token })).body.data.bLocked;
  expect(await isLocked()).toBe(false);
  expect((await lock()).body.data.dLockedAt).not.toBeNull();
  expect(await isLocked()).toBe(true);
  await prove(shop, anna);
  const cardId = order.aCartData[0]?.aCardCode[0]?._id ?? '';
  const params = { id: order._id };
  const { sPayerId: _payer, ...unpaid } = orderBody(anna, {
    card,
    totalMinor: 1_00n,
    gateway: 'PayPal',
  });
  const refused = [
    await send(shop, anna, { permit, to: bert.id }),
    await shop.call(pay, { token, body: wish() }),
    await shop.call(initiate, { token, body: unpaid }),
    await shop.call(viewCard, { token, params, body: { cardId } }),
    await shop.call(downloadCodes, { token, params, body: {} }),
    await shop.call(calls.beginTotp, { token }),
    await shop.call(calls.addPasskeyOptions, { token }),
    await shop.call(calls.renewRecoveryCodes, { token }),
    await shop.call(calls.unlinkGoogle, { token }),
    // Said before a proof is asked for.
    await shop.moveClock(minutes(6)).then(() => shop.call(askCopy, { token, body: {} })),
  ];
  expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'account.locked'));
  expect(await anna.balance()).toBe(99_00n);
  await mailsTo(shop, anna.email, 'Your account is frozen');
  expect(await buy()).toBe('account.locked');
});

describe('frozen accounts in one shop', () => {
  const shared = shopForAll();

  test('the house’s freeze stops all of that as well', async () => {
    const { shop, anna, bert, token, order, wish } = await lockedAt(shared());
    const permit = await sendPermit(shop, anna);
    await shop.db.tx((tx) => freeze(tx, anna.id, 'stolen, says the owner'));
    await prove(shop, anna);
    const cardId = order.aCartData[0]?.aCardCode[0]?._id ?? '';
    const params = { id: order._id };
    const refused = [
      await send(shop, anna, { permit, to: bert.id }),
      await shop.call(pay, { token, body: wish() }),
      await shop.call(viewCard, { token, params, body: { cardId } }),
      await shop.call(downloadCodes, { token, params, body: {} }),
      await shop.call(calls.addPasskeyOptions, { token }),
      await shop.call(calls.renewRecoveryCodes, { token }),
      await shop.call(calls.unlinkGoogle, { token }),
      await shop.call(updateProfile, { token, body: profileWith(newAddress()) }),
      await shop.call(askCopy, { token, body: {} }),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'account.frozen'));
  });

  test.each(['its owner', 'the house'])(
    'an address that was asked for before counts no more once %s has frozen the account',
    async (who) => {
      const { shop, anna, token, lock } = await lockedAt(shared());
      const email = newAddress();
      await prove(shop, anna);
      const body = profileWith(email);
      expect((await shop.call(updateProfile, { token, body })).status).toBe(200);
      const link = tokenIn((await mailsTo(shop, email, subjects.verify))[0]);
      if (who === 'its owner') await lock();
      else await shop.db.tx((tx) => freeze(tx, anna.id, 'stolen'));
      await shop.call(verifyEmail, { params: { token: link } });
      const enter = (sEmail: string) =>
        shop.call(login, { body: { sEmail, sPassword: testPassword } });
      expect([(await enter(email)).status, (await enter(anna.email)).status]).toEqual([400, 200]);
    },
  );

  test('frozen or not, signing in works as before, and money comes in', async () => {
    const { shop, anna, bert, lock } = await lockedAt(shared());
    await lock();
    const body = { sEmail: anna.email, sPassword: testPassword };
    expect((await shop.call(login, { body })).status).toBe(200);
    const rich = await makeMember(shop, { walletMinor: 50_00n });
    const permit = await sendPermit(shop, rich);
    expect((await send(shop, rich, { permit, to: anna.id })).status).toBe(200);
    expect(await bert.balance()).toBe(0n);
  });
});

const profileWith = (sEmail: string) => ({
  sFirstName: 'A',
  sLastName: 'B',
  sEmail,
  oCountry: { value: 'US', label: 'United States' },
});

test('with the password alone it ends a day later, of which the owner is told, and freezing again stops that', async () => {
  const { shop, anna, lock, unlock, buy } = await locked();
  await lock();
  expect((await unlock('Wrong-password-1')).body.code).toBe('account.wrong_password');
  const asked = await unlock();
  expect(asked.body.data.dLockedAt).not.toBeNull();
  expect(asked.body.data.dUnlocksAt).not.toBeNull();
  await mailsTo(shop, anna.email, 'Your account unfreezes in 24 hours');
  await shop.moveClock(hours(23));
  expect(await buy()).toBe('account.locked');
  await lock();
  await shop.moveClock(hours(2));
  expect(await buy()).toBe('account.locked');
  await unlock();
  await shop.moveClock(days(1));
  expect(await buy()).toBeUndefined();
});

test('with two factors it ends at once; one of them alone is not enough', async () => {
  const { shop, anna, token, lock, unlock, buy } = await locked();
  const { secret } = await addApp(shop, anna);
  await lock();
  await shop.moveClock(hours(1));
  expect((await unlock()).body.data.dLockedAt).not.toBeNull();
  expect(await buy()).toBe('account.locked');
  const body = { sCode: await codeOf(shop, secret) };
  await shop.call(calls.proveCode, { token, body });
  expect((await unlock('Wrong-password-1')).body.code).toBe('account.wrong_password');
  expect((await shop.call(calls.unlockAccount, { token, body: {} })).status).toBe(400);
  expect((await unlock()).body.data.dLockedAt).toBeNull();
  expect(await buy()).toBeUndefined();
});

test('an address that nobody has shown to be theirs is mailed five times an hour, whatever is done', async () => {
  const shop = await startShop();
  const [vera, anna] = [await makeMember(shop), await makeMember(shop, { verified: true })];
  const body = { sPassword: testPassword };
  for (let n = 0; n < 4; n += 1)
    for (const { token } of [vera, anna]) {
      await shop.call(calls.lockAccount, { token });
      await jobsDone(shop);
      await shop.call(calls.unlockAccount, { token, body });
      await jobsDone(shop);
    }
  expect(shop.sandbox.mails(vera.email)).toHaveLength(5);
  expect(shop.sandbox.mails(anna.email)).toHaveLength(8);
});
