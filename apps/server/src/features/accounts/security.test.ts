import { login, myProfile, verifyEmail } from '@giftlane/contract/members/accounts.ts';
import { googleLogin, linkGoogle } from '@giftlane/contract/members/google.ts';
import { updateProfile } from '@giftlane/contract/members/profile.ts';
import * as calls from '@giftlane/contract/members/security.ts';
import * as sessionCalls from '@giftlane/contract/members/sessions.ts';
import { describe, expect, test } from 'vitest';
import { days } from '../../platform/process/durations.ts';
import { makeMember, testPassword } from '../../testing/builders.ts';
import { googleToken } from '../../testing/google.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { prove } from './factors/factors.testing.ts';
import { jobsDone, mailsTo, newAddress, subjects, tokenIn } from './profile/people.testing.ts';
import { sweepAccounts } from './sessions/session-queries.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const newDevice = 'Sign-in from a new device';

async function comeIn(shop: TestShop, email: string, headers: Record<string, string>) {
  const body = { sEmail: email, sPassword: testPassword };
  const reply = await shop.call(login, { body, headers });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { token: reply.body.Authorization ?? '', cookie };
}

test('sessions say with what and from where roughly, and one or all others are ended', async () => {
  const shop = await startShop({ working: false, env: { COUNTRY_HEADER: 'CF-IPCountry' } });
  const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
  const desk = await comeIn(shop, anna.email, { 'user-agent': firefox });
  const phone = await comeIn(shop, anna.email, { 'user-agent': safari, 'cf-ipcountry': 'DE' });
  const list = async () =>
    (await shop.call(sessionCalls.listSessions, { token: desk.token })).body.data.filter(
      ({ sDevice }) => sDevice !== '',
    );
  const sessions = await list();
  expect(sessions.map(({ sDevice, sPlace, bCurrent }) => [sDevice, sPlace, bCurrent])).toEqual(
    expect.arrayContaining([
      ['Safari on iOS', 'DE', false],
      ['Firefox on Linux', '127.0.0.*', true],
    ]),
  );
  const sId = sessions.find(({ bCurrent }) => !bCurrent)?._id ?? '';
  const end = (token: string, body: { sId?: string }) =>
    shop.call(sessionCalls.endSessions, { token, body });
  expect((await end(bert.token, { sId })).body.data.nEnded).toBe(0);
  expect((await end(desk.token, { sId })).body.data.nEnded).toBe(1);
  expect((await shop.call(myProfile, { token: phone.token })).status).toBe(401);
  await comeIn(shop, anna.email, { 'user-agent': safari });
  // With the one the builder opened.
  expect((await end(desk.token, {})).body.data.nEnded).toBe(2);
  expect(await list()).toHaveLength(1);
  expect((await shop.call(myProfile, { token: bert.token })).status).toBe(200);
});

describe('mails of sign-ins in one shop', () => {
  const shared = shopForAll();

  test('the owner is told of a browser that is new to the account, and of no other', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const first = await comeIn(shop, anna.email, { 'user-agent': firefox });
    await comeIn(shop, anna.email, { 'user-agent': firefox, cookie: first.cookie });
    await jobsDone(shop);
    expect(shop.sandbox.mails(anna.email)).toEqual([]);
    const other = await comeIn(shop, anna.email, { 'user-agent': safari });
    const [mail] = await mailsTo(shop, anna.email, newDevice);
    expect(mail?.text).toContain('Safari on iOS');
    const { data, totalCount } = (
      await shop.call(sessionCalls.listSignIns, {
        token: other.token,
        query: { page: 1, limit: 10 },
      })
    ).body;
    expect(totalCount).toBe(3);
    expect(data.map(({ bNewDevice }) => bNewDevice)).toEqual([true, false, false]);
  });

  test('a mail of the shop repeats no words that somebody has for the name of a browser', async () => {
    const shop = shared();
    // An account of any address tells that address of its second browser.
    const vera = await makeMember(shop);
    await comeIn(shop, vera.email, { 'user-agent': firefox });
    const words = 'Your prize waits at evil.example/1.0 (X11; Linux x86_64)';
    const { token } = await comeIn(shop, vera.email, { 'user-agent': words });
    const [mail] = await mailsTo(shop, vera.email, newDevice);
    expect(mail?.text).toContain('Giftlane account: Linux, from');
    const sessions = (await shop.call(sessionCalls.listSessions, { token })).body.data;
    expect(sessions.find(({ bCurrent }) => bCurrent)?.sDevice).toBe('Linux');
  });

  test('whoever ends a session ends the address that was asked for in it', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const email = newAddress();
    await prove(shop, anna);
    const form = { sFirstName: 'A', sLastName: 'B', sEmail: email };
    const body = { ...form, oCountry: { value: 'US', label: 'United States' } };
    await shop.call(updateProfile, { token: anna.token, body });
    const link = tokenIn((await mailsTo(shop, email, subjects.verify))[0]);
    const own = await comeIn(shop, anna.email, {});
    await shop.call(sessionCalls.endSessions, { token: own.token, body: {} });
    await shop.call(verifyEmail, { params: { token: link } });
    const { sEmail } = (await shop.call(myProfile, { token: own.token })).body.data;
    expect(sEmail).toBe(anna.email);
  });

  test('a linked Google account is told of, and opens nothing any more once its owner has unlinked it', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const account = shop.sandbox.google.addAccount({ email: anna.email, emailVerified: true });
    const sGoogleToken = () => googleToken(shop, account);
    const sPassword = testPassword;
    const linked = await shop.call(linkGoogle, {
      body: { sGoogleToken: await sGoogleToken(), sPassword },
    });
    expect(linked.status).toBe(200);
    await mailsTo(shop, anna.email, 'A Google account was linked');
    const { token } = anna;
    expect((await shop.call(calls.unlinkGoogle, { token })).body.code).toBe('account.unproven');
    await prove(shop, anna);
    expect((await shop.call(calls.unlinkGoogle, { token })).status).toBe(200);
    expect((await shop.call(calls.unlinkGoogle, { token })).status).toBe(200);
    const back = await shop.call(googleLogin, { body: { sGoogleToken: await sGoogleToken() } });
    expect(back.body.code).toBe('google.not_linked');
    await mailsTo(shop, anna.email, 'Your Google account was unlinked');
  });
});

test('the first sign-in after a long time is told, although nothing is known of the browsers before', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  await comeIn(shop, anna.email, { 'user-agent': firefox });
  await shop.moveClock(days(91));
  await sweepAccounts(shop.db);
  await comeIn(shop, anna.email, { 'user-agent': safari });
  await mailsTo(shop, anna.email, newDevice);
});

test('sign-ins are kept for 90 days', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  await comeIn(shop, anna.email, {});
  const count = async () => {
    const { token } = await makeMember(shop);
    await sweepAccounts(shop.db);
    const mine = await comeIn(shop, anna.email, {});
    const query = { page: 1, limit: 10 };
    expect((await shop.call(sessionCalls.listSignIns, { token, query })).body.totalCount).toBe(0);
    return (await shop.call(sessionCalls.listSignIns, { token: mine.token, query })).body
      .totalCount;
  };
  expect(await count()).toBe(2);
  await shop.moveClock(days(90) + 1_000);
  expect(await count()).toBe(1);
});

describe('names of browsers', () => {
  const shared = shopForAll({ working: false });

  test.each([
    ['words', '<b>Visit evil.example</b>', /evil/],
    // CSI in one character (ECMA-48), by which a terminal erases lines.
    ['control characters', '\x9b2K\x9b1Amx/1.0 x', /\p{Cc}/u],
  ])(
    'of what a browser calls itself %s are never repeated as they came',
    async (_what, agent, never) => {
      const shop = shared();
      const anna = await makeMember(shop);
      const { token } = await comeIn(shop, anna.email, { 'user-agent': agent });
      const { data } = (await shop.call(sessionCalls.listSessions, { token })).body;
      expect(data.map(({ sDevice }) => sDevice).join()).not.toMatch(never);
    },
  );
});
