/** An ID token does one thing, once; and links nothing before the second factor, nor in spite of a freeze. */
import { register } from '@giftlane/contract/members/accounts.ts';
import {
  followGoogleLink,
  googleLogin,
  linkGoogle as linkByPassword,
  mailGoogleLink,
} from '@giftlane/contract/members/google.ts';
import {
  lockAccount,
  signInFactor,
  signInPasskey,
  signInPasskeyOptions,
} from '@giftlane/contract/members/security.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { days } from '../../../platform/process/durations.ts';
import { makeMember, type TestMember, testPassword } from '../../../testing/builders.ts';
import { googleToken, linkGoogle } from '../../../testing/google.ts';
import { shopForAll, type TestShop } from '../../../testing/start-shop.ts';
import { addApp, addKey, codeOf, prove } from '../factors/factors.testing.ts';
import { mailsTo, newAddress, signUpForm } from '../profile/people.testing.ts';
import { isSealed, newSealed } from '../sealed.ts';
import { sweepAccounts } from '../sessions/session-queries.ts';

const at = (shop: TestShop, email: string) =>
  shop.sandbox.google.addAccount({ email, emailVerified: true });

const enter = (shop: TestShop, sGoogleToken: string) =>
  shop.call(googleLogin, { body: { sGoogleToken } });

const isLinked = async (shop: TestShop, { id }: TestMember) =>
  (await shop.db.rows(sql`select 1 from identities where member_id = ${id}`)).length === 1;

/** The token of the mail that links a Google account. */
async function mailedLink(shop: TestShop, { email }: TestMember) {
  const sGoogleToken = await googleToken(shop, at(shop, email));
  expect((await shop.call(mailGoogleLink, { body: { sGoogleToken } })).status).toBe(200);
  const [mail] = await mailsTo(shop, email, 'Link your Google account');
  return { token: /\/google\/link\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '' };
}

describe('ID tokens', () => {
  const shared = shopForAll();

  test('API-06 an ID token signs in once, of many at the same time as well', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const account = at(shop, anna.email);
    await linkGoogle(shop, anna.id, account.sub);
    const sGoogleToken = await googleToken(shop, account);
    const replies = await Promise.all(Array.from({ length: 6 }, () => enter(shop, sGoogleToken)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    await sweepAccounts(shop.db);
    expect((await enter(shop, sGoogleToken)).body.code).toBe('google.invalid');
  });

  test.each(['none', 'of a browser', 'of something else'])(
    'API-06 an ID token counts for nothing without a nonce of the shop: %s',
    async (which) => {
      const shop = shared();
      const anna = await makeMember(shop);
      const account = at(shop, anna.email);
      await linkGoogle(shop, anna.id, account.sub);
      const other = newSealed(shop.config.keys, 'passkey challenge sign in').toString('base64url');
      const nonce = which === 'of something else' ? other : 'a'.repeat(86);
      const wish = which === 'none' ? {} : { nonce };
      const { status, body } = await enter(shop, await shop.sandbox.google.idToken(account, wish));
      expect([status, body.code]).toEqual([400, 'google.invalid']);
    },
  );

  test('a nonce is good for its time only', () => {
    const { keys } = shared().config;
    const nonce = newSealed(keys, 'google nonce').toString('base64url');
    expect(isSealed(keys, { about: 'google nonce', lifeMs: days(1) }, nonce)).toBe(true);
    expect(isSealed(keys, { about: 'google nonce', lifeMs: 0 }, nonce)).toBe(false);
  });

  test('what achieves nothing spends nothing; a registration, a mailed link and a link by password do', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const account = at(shop, anna.email);
    const first = await googleToken(shop, account);
    const link = (sGoogleToken: string, sPassword: string) =>
      shop.call(linkByPassword, { body: { sGoogleToken, sPassword } });
    expect((await enter(shop, first)).body.code).toBe('google.not_linked');
    expect((await link(first, 'Wrong-1')).body.code).toBe('session.wrong_credentials');
    expect((await shop.call(mailGoogleLink, { body: { sGoogleToken: first } })).status).toBe(200);
    expect((await link(first, testPassword)).body.code).toBe('google.invalid');
    const second = await googleToken(shop, account);
    expect((await link(second, testPassword)).status).toBe(200);
    expect((await enter(shop, second)).body.code).toBe('google.invalid');
    const email = newAddress();
    const third = await googleToken(shop, at(shop, email));
    const body = { ...signUpForm(email), sGoogleToken: third };
    expect((await shop.call(register, { body })).status).toBe(200);
    expect((await enter(shop, third)).body.code).toBe('google.invalid');
  });
});

describe('linking a Google account to an account with a second factor', () => {
  const shared = shopForAll();

  test.each(['password', 'mail'])('happens with the code, and not before: by %s', async (way) => {
    const shop = shared();
    const anna = await makeMember(shop, { verified: true });
    const { secret } = await addApp(shop, anna);
    const sGoogleToken = await googleToken(shop, at(shop, anna.email));
    const begun =
      way === 'password'
        ? await shop.call(linkByPassword, { body: { sGoogleToken, sPassword: testPassword } })
        : await shop.call(followGoogleLink, { params: await mailedLink(shop, anna) });
    expect(begun.body.code).toBe('session.factor_needed');
    expect(await isLinked(shop, anna)).toBe(false);
    const { sChallenge } = begun.body.data as unknown as { sChallenge: string };
    const body = { sChallenge, sCode: await codeOf(shop, secret, 1) };
    expect((await shop.call(signInFactor, { body })).status).toBe(200);
    expect(await isLinked(shop, anna)).toBe(true);
    await mailsTo(shop, anna.email, 'A Google account was linked');
  });

  test('happens with a passkey that is given the challenge', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    await prove(shop, anna);
    const { device } = await addKey(shop, anna);
    const begin = async ({ email }: TestMember) => {
      const sGoogleToken = await googleToken(shop, at(shop, email));
      const body = { sGoogleToken, sPassword: testPassword };
      return (await shop.call(linkByPassword, { body })).body.data as unknown as {
        sChallenge: string;
      };
    };
    const { sChallenge } = await begin(anna);
    const sign = async (challenge: string) => {
      const oCredential = device.sign((await shop.call(signInPasskeyOptions)).body.data);
      return shop.call(signInPasskey, { body: { oCredential, sChallenge: challenge } });
    };
    // Somebody else's challenge links nothing.
    await addApp(shop, bert);
    expect((await sign((await begin(bert)).sChallenge)).status).toBe(200);
    expect([await isLinked(shop, anna), await isLinked(shop, bert)]).toEqual([false, false]);
    expect((await sign(sChallenge)).status).toBe(200);
    expect(await isLinked(shop, anna)).toBe(true);
  });
});

describe('a frozen account', () => {
  const shared = shopForAll();

  test.each(['password', 'mail'])('gets no Google account linked: by %s', async (way) => {
    const shop = shared();
    const anna = await makeMember(shop, { verified: true });
    const params = way === 'mail' ? await mailedLink(shop, anna) : { token: '' };
    await shop.call(lockAccount, { token: anna.token });
    const sGoogleToken = await googleToken(shop, at(shop, anna.email));
    const { status, body } =
      way === 'mail'
        ? await shop.call(followGoogleLink, { params })
        : await shop.call(linkByPassword, { body: { sGoogleToken, sPassword: testPassword } });
    expect([status, body.code]).toEqual([403, 'account.locked']);
    expect(await isLinked(shop, anna)).toBe(false);
  });
});
