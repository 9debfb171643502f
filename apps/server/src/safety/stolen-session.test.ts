/** A session that somebody stole, or found open, is not the account: each way out asks for more. */
import { changePassword, login } from '@giftlane/contract/members/accounts.ts';
import { googleLogin } from '@giftlane/contract/members/google.ts';
import { askCopy, closeAccount, linkCopy } from '@giftlane/contract/members/my-data.ts';
import { provePassword, updateProfile } from '@giftlane/contract/members/profile.ts';
import * as security from '@giftlane/contract/members/security.ts';
import { authorize, sendMoney } from '@giftlane/contract/money/wallet.ts';
import { initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { downloadCodes, viewCard } from '@giftlane/contract/shop/orders.ts';
import { describe, expect, test } from 'vitest';
import { addApp, challengeOf, prove } from '../features/accounts/factors/factors.testing.ts';
import { mailsTo, signInAs } from '../features/accounts/profile/people.testing.ts';
import { makeCheckoutLanes } from '../features/checkout/parts.ts';
import { makePlacing, payFromWallet } from '../features/checkout/place/wallet-order.ts';
import { sql } from '../platform/db/db.ts';
import { hours, minutes, seconds } from '../platform/process/durations.ts';
import { makeCard, makeMember, orderBody, testPassword } from '../testing/builders.ts';
import { googleToken, linkGoogle } from '../testing/google.ts';
import { type AtEnd, forAll, startShop, type TestShop } from '../testing/start-shop.ts';

/** The token of a member with money, an order of dear codes, and a friend to send to; nothing was proven lately. */
async function stolen({
  before = async () => 0,
  ...options
}: {
  before?: (shop: TestShop, token: string) => Promise<unknown>;
  atEnd?: AtEnd;
} = {}) {
  const shop = await startShop({ working: false, ...options });
  const [anna, eve] = [await makeMember(shop, { walletMinor: 900_00n }), await makeMember(shop)];
  const { token } = anna;
  const card = await makeCard(shop, { priceMinor: 60_00n, codes: 8 });
  await before(shop, token);
  await shop.moveClock(minutes(5) + 1);
  const body = orderBody(anna, { card, quantity: 3, totalMinor: 180_00n });
  const order = (await shop.call(pay, { token, body })).body.data;
  const codes = order.aCartData[0]?.aCardCode.map(({ _id }) => _id) ?? [];
  return { shop, anna, eve, token, params: { id: order._id }, codes };
}

const addAppTo = (shop: TestShop, token: string) => addApp(shop, { token });

type Stolen = Awaited<ReturnType<typeof stolen>>;

/** What a thief asks for, by name; each is refused by one of the codes. */
const ways: Readonly<Record<string, (at: Stolen) => Promise<{ body: { code?: string } }>>> = {
  'money to another member': async ({ shop, token, eve }) => {
    const permit = await shop.call(authorize, { token, body: { purpose: 'send' } });
    const { token: Token, secretToken } = permit.body.data;
    const body = { nTotalAmount: 10, address: eve.id, secretToken };
    return shop.call(sendMoney, { token, headers: { Token }, body });
  },
  'every code of an order': ({ shop, token, params }) =>
    shop.call(downloadCodes, { token, params, body: {} }),
  'another e-mail address': ({ shop, token }) =>
    shop.call(updateProfile, {
      token,
      body: {
        sFirstName: 'Eve',
        sLastName: 'Thief',
        sEmail: 'eve@example.com',
        oCountry: { value: 'US', label: 'United States' },
      },
    }),
  'another password': ({ shop, token }) =>
    shop.call(changePassword, {
      token,
      body: {
        sOldPassword: 'Guessed-1-wrong',
        sNewPassword: 'Eves-own-word-9',
        sNewRetypedPassword: 'Eves-own-word-9',
      },
    }),
  'an authenticator app': ({ shop, token }) => shop.call(security.beginTotp, { token }),
  'no Google account': ({ shop, token }) => shop.call(security.unlinkGoogle, { token }),
  'no authenticator app': ({ shop, token }) => shop.call(security.removeTotp, { token }),
  'a passkey': ({ shop, token }) => shop.call(security.addPasskeyOptions, { token }),
  'other recovery codes': ({ shop, token }) => shop.call(security.renewRecoveryCodes, { token }),
  'a copy of the data': ({ shop, token }) => shop.call(askCopy, { token, body: {} }),
  'the address of a copy': ({ shop, token }) => shop.call(linkCopy, { token, body: {} }),
  'the end of the account': ({ shop, token }) => shop.call(closeAccount, { token, body: {} }),
};

const refusals = ['account.unproven', 'account.wrong_password', 'input.invalid'];

test('15 a proof lasts five minutes, and not a moment longer', async () => {
  const shop = await startShop({ working: false });
  const [anna, ben] = [await makeMember(shop, { walletMinor: 900_00n }), await makeMember(shop)];
  const provenAfter = (age: string) =>
    shop.db.tx(async (tx) => {
      // Within a transaction the clock stands still.
      await tx.run(sql`
        update sessions set proven_by = 'password', proven_at = app_now() - ${age}::interval
        where member_id = ${anna.id}`);
      const { proven } = await tx.one(sql<{ proven: boolean }>`
        select is_proven(s) as proven from sessions s where member_id = ${anna.id}`);
      return proven;
    });
  const ages = ['0', '4:59', '4:59.999', '5:00', '5:01', '1 day'].map((age) =>
    age.includes(':') ? `00:0${age}` : age,
  );
  const proven: boolean[] = [];
  for (const age of ages) proven.push(await provenAfter(age));
  expect(proven).toEqual([true, true, true, false, false, false]);
  const sent = async () => {
    const { token } = anna;
    const permit = await shop.call(authorize, { token, body: { purpose: 'send' } });
    const { token: Token, secretToken } = permit.body.data;
    const body = { nTotalAmount: 10, address: ben.id, secretToken };
    return (await shop.call(sendMoney, { token, headers: { Token }, body })).status;
  };
  await prove(shop, anna);
  await shop.moveClock(minutes(4) + seconds(30));
  expect(await sent()).toBe(200);
  await shop.moveClock(seconds(30));
  expect(await sent()).toBe(400);
});

describe('a stolen session', () => {
  const at = forAll((atEnd) => stolen({ atEnd }));

  test.each(Object.keys(ways))('15 a stolen session alone does not get %s', async (way) => {
    const reply = await ways[way]?.(at());
    expect(refusals).toContain(reply?.body.code);
    expect(await at().anna.balance()).toBe(720_00n);
  });
});

describe('a stolen session with its password', () => {
  const at = forAll((atEnd) => stolen({ atEnd, before: addAppTo }));

  test.each(Object.keys(ways).filter((way) => way !== 'another password'))(
    '15 with a second factor not even the password gets %s out of a stolen session',
    async (way) => {
      await prove(at().shop, at());
      const reply = await ways[way]?.(at());
      expect(reply?.body.code).toBe('account.unproven');
    },
  );
});

test('15 with a second factor the old password does not set another in a stolen session', async () => {
  const { shop, token } = await stolen({ before: addAppTo });
  const sNewPassword = 'Eves-own-word-9';
  const body = { sOldPassword: testPassword, sNewPassword, sNewRetypedPassword: sNewPassword };
  expect((await shop.call(changePassword, { token, body })).body.code).toBe('account.unproven');
});

test('15 of what a stolen session buys it sees codes of a hundred together', async () => {
  const { shop, token, params, codes } = await stolen();
  const seen = await Promise.all(
    codes.map((cardId) => shop.call(viewCard, { token, params, body: { cardId } })),
  );
  expect(seen.map(({ body }) => body.code ?? '').toSorted()).toEqual([
    '',
    'order.unproven',
    'order.unproven',
  ]);
});

/** A member with money and a card of 300.00, of which a session buys without a proof for 1,000 a day. */
async function richOne() {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 9_000_00n });
  const card = await makeCard(shop, { priceMinor: 300_00n, codes: 30 });
  const wish = { card, totalMinor: 300_00n } as const;
  const buy = async (token = anna.token) =>
    (await shop.call(pay, { token, body: orderBody(anna, wish) })).body;
  return { shop, anna, card, wish, buy };
}

test('15 a stolen session buys for a thousand a day from the wallet, however fast it asks, until it is proven', async () => {
  const { shop, anna, buy } = await richOne();
  const other = await signInAs(shop, anna.email, testPassword);
  await shop.moveClock(minutes(5) + 1);
  const asked = await Promise.all(Array.from({ length: 8 }, () => buy()));
  expect(asked.map(({ code }) => code ?? '').toSorted()).toEqual([
    ...Array(3).fill(''),
    ...Array(5).fill('account.unproven'),
  ]);
  expect(asked.find(({ code }) => code)?.data).toEqual({ aMethods: ['password'] });
  // Neither does another session of the member.
  expect((await buy(other)).code).toBe('account.unproven');
  expect(await anna.balance()).toBe(8_100_00n);
  await prove(shop, anna);
  for (let n = 0; n < 5; n += 1) expect((await buy()).code).toBeUndefined();
  await shop.moveClock(minutes(6));
  expect((await buy()).code).toBe('account.unproven');
  await shop.moveClock(hours(25));
  expect((await buy()).code).toBeUndefined();
});

test('15 nor does it set more aside from the wallet for orders by card', async () => {
  const { shop, anna, card, buy } = await richOne();
  await shop.moveClock(minutes(5) + 1);
  for (let n = 0; n < 3; n += 1) expect((await buy()).code).toBeUndefined();
  const wish = { card, totalMinor: 300_00n, walletMinor: 150_00n, gateway: 'PayPal' } as const;
  const { sPayerId, ...body } = orderBody(anna, wish);
  const { token } = anna;
  expect((await shop.call(initiate, { token, body })).body.code).toBe('account.unproven');
  expect(await anna.balance()).toBe(8_100_00n);
  const byCard = { ...body, nWalletAmount: 0 };
  expect((await shop.call(initiate, { token, body: byCard })).status).toBe(200);
});

test('15 orders in several processes do not pass the limit together', async () => {
  const { shop, anna, wish, buy } = await richOne();
  await shop.moveClock(minutes(5) + 1);
  const { id: sessionId } = await shop.db.one(sql<{ id: string }>`
    select id from sessions where member_id = ${anna.id}`);
  const elsewhere = async () => {
    const parts = { lanes: makeCheckoutLanes(3), placeAtOnce: makePlacing(shop.db) };
    const who = { memberId: anna.id, sessionId };
    await payFromWallet({ ...shop.checkout, ...parts }, who, orderBody(anna, wish)).catch(
      (error: unknown) => expect(error).toMatchObject({ code: 'account.unproven' }),
    );
  };
  await Promise.all([buy(), elsewhere(), buy(), elsewhere(), elsewhere(), elsewhere()]);
  expect(await anna.balance()).toBe(8_100_00n);
});

test('15 a session that ended while its order was on the way buys no more without a proof than one that goes on', async () => {
  const { shop, anna, wish, buy } = await richOne();
  await shop.moveClock(minutes(5) + 1);
  for (let n = 0; n < 3; n += 1) expect((await buy()).code).toBeUndefined();
  const ended = { memberId: anna.id, sessionId: 'ended-meanwhile' };
  const parts = { lanes: makeCheckoutLanes(3), placeAtOnce: makePlacing(shop.db) };
  const buying = payFromWallet({ ...shop.checkout, ...parts }, ended, orderBody(anna, wish));
  await expect(buying).rejects.toMatchObject({ code: 'account.unproven' });
  expect(await anna.balance()).toBe(8_100_00n);
});

test('15 signing in by Google is no proof where there is a password: it neither buys nor shows more', async () => {
  const { shop, anna, buy } = await richOne();
  const account = shop.sandbox.google.addAccount({ email: anna.email, emailVerified: true });
  await linkGoogle(shop, anna.id, account.sub);
  const byGoogle = async () => {
    const body = { sGoogleToken: await googleToken(shop, account) };
    return (await shop.call(googleLogin, { body })).body.Authorization ?? '';
  };
  await shop.moveClock(minutes(5) + 1);
  const [order] = [(await buy()).data, await buy(), await buy()];
  const ids = order.aCartData.flatMap(({ aCardCode }) => aCardCode.map(({ _id }) => _id));
  const look = async (token: string) => {
    const body = { cardId: ids[0] ?? '' };
    return (await shop.call(viewCard, { token, params: { id: order._id }, body })).body.code;
  };
  for (const token of [anna.token, await byGoogle(), await byGoogle()]) {
    expect((await buy(token)).code).toBe('account.unproven');
    expect(await look(token)).toBe('order.unproven');
  }
  expect(await anna.balance()).toBe(8_100_00n);
  // Where there is no password it is the proof there is.
  await shop.db.run(sql`update members set password_hash = null where id = ${anna.id}`);
  const token = await byGoogle();
  expect([(await buy(token)).code, await look(token)]).toEqual([undefined, undefined]);
});

/** Wrong tries in a session, by what they are at. */
const guesses = {
  password: (shop: TestShop, token: string) =>
    shop.call(provePassword, { token, body: { sPassword: 'Guessed-1-wrong' } }),
  codes: (shop: TestShop, token: string) =>
    shop.call(security.proveCode, { token, body: { sCode: '000000' } }),
} as const;

test.each(['password', 'codes'] as const)(
  '15 who guesses at the %s in a stolen session is put out of it, and the owner is told',
  async (at) => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    if (at === 'codes') await addApp(shop, anna);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      if (n % 10 === 0) await shop.moveClock(minutes(15) + 1);
      statuses.push((await guesses[at](shop, anna.token)).status);
    }
    expect(statuses).toEqual([...Array(30).fill(400), 401]);
    await shop.moveClock(minutes(15) + 1);
    await expect.poll(async () => (await guesses[at](shop, anna.token)).status).toBe(401);
    expect(await mailsTo(shop, anna.email, 'We signed out a device')).toHaveLength(1);
  },
);

test('15 whoever knows the password guesses no more codes by giving it between them', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  await addApp(shop, anna);
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) {
    if (n % 10 === 0) await shop.moveClock(minutes(15) + 1);
    if (n % 10 === 0) expect((await prove(shop, anna)).status).toBe(200);
    statuses.push((await guesses.codes(shop, anna.token)).status);
  }
  expect(statuses).toEqual([...Array(30).fill(400), 401]);
});

test('15 many sessions and browsers from before there was a second factor are not as many times the tries at codes', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(
    sql`update site_options set value = '25' where name = 'throttle_login_address'`,
  );
  const anna = await makeMember(shop);
  const body = { sEmail: anna.email, sPassword: testPassword };
  type Place = { token: string; headers: { cookie: string }; sChallenge: string };
  const opened: Omit<Place, 'sChallenge'>[] = [];
  for (let n = 0; n < 3; n += 1) {
    const reply = await shop.call(login, { body });
    const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
    opened.push({ token: reply.body.Authorization ?? '', headers: { cookie } });
  }
  await addApp(shop, anna);
  const inSessions = ({ token }: Place) => guesses.codes(shop, token);
  const atSignIn = ({ headers, sChallenge }: Place) =>
    shop.call(security.signInFactor, { headers, body: { sChallenge, sCode: '000000' } });
  for (const guess of [inSessions, atSignIn]) {
    const sChallenge = await challengeOf(shop, anna.email);
    const statuses: number[] = [];
    for (const one of opened)
      for (let n = 0; n < 10; n += 1) statuses.push((await guess({ ...one, sChallenge })).status);
    expect(statuses).toEqual([...Array(25).fill(400), ...Array(5).fill(429)]);
    await shop.moveClock(minutes(15) + 1);
  }
});
