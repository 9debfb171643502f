import { login, myProfile } from '@giftlane/contract/accounts.ts';
import * as calls from '@giftlane/contract/security.ts';
import { expect, test } from 'vitest';
import { days } from '../../platform/durations.ts';
import { makeMember, testPassword } from '../../testing/builders.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { jobsDone, mailsTo } from './people.testing.ts';
import { sweepAccounts } from './session-queries.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const newDevice = 'Sign-in with a new device';

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
    (await shop.call(calls.listSessions, { token: desk.token })).body.data.filter(
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
    shop.call(calls.endSessions, { token, body });
  expect((await end(bert.token, { sId })).body.data.nEnded).toBe(0);
  expect((await end(desk.token, { sId })).body.data.nEnded).toBe(1);
  expect((await shop.call(myProfile, { token: phone.token })).status).toBe(401);
  await comeIn(shop, anna.email, { 'user-agent': safari });
  // With the one the builder opened.
  expect((await end(desk.token, {})).body.data.nEnded).toBe(2);
  expect(await list()).toHaveLength(1);
  expect((await shop.call(myProfile, { token: bert.token })).status).toBe(200);
});

test('the owner is told of a browser that is new to the account, and of no other', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const first = await comeIn(shop, anna.email, { 'user-agent': firefox });
  await comeIn(shop, anna.email, { 'user-agent': firefox, cookie: first.cookie });
  await jobsDone(shop);
  expect(shop.sandbox.mails(anna.email)).toEqual([]);
  const other = await comeIn(shop, anna.email, { 'user-agent': safari });
  const [mail] = await mailsTo(shop, anna.email, newDevice);
  expect(mail?.text).toContain('Safari on iOS');
  const { data, totalCount } = (
    await shop.call(calls.listSignIns, { token: other.token, query: { page: 1, limit: 10 } })
  ).body;
  expect(totalCount).toBe(3);
  expect(data.map(({ bNewDevice }) => bNewDevice)).toEqual([true, false, false]);
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
    expect((await shop.call(calls.listSignIns, { token, query })).body.totalCount).toBe(0);
    return (await shop.call(calls.listSignIns, { token: mine.token, query })).body.totalCount;
  };
  expect(await count()).toBe(2);
  await shop.moveClock(days(90) + 1_000);
  expect(await count()).toBe(1);
});

test('what a browser calls itself is never repeated as it came', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const { token } = await comeIn(shop, anna.email, { 'user-agent': '<b>Visit evil.example</b>' });
  const { data } = (await shop.call(calls.listSessions, { token })).body;
  expect(JSON.stringify(data)).not.toContain('evil');
});
