import type { Call, Request } from '@giftlane/contract/call.ts';
import { listOfficeMembers } from '@giftlane/contract/office/members.ts';
import type { Role } from '@giftlane/contract/office/permissions.ts';
import {
  acceptInvitation,
  changePassword,
  endSession,
  listSessions,
  showInvitation,
  showSession,
  signIn,
  signOut,
} from '@giftlane/contract/office/session.ts';
import { TOTP } from 'otpauth';
import { expect, onTestFinished, test } from 'vitest';
import { openOffice } from '../../assembly/office.ts';
import { sql } from '../../platform/db/db.ts';
import { apiBase } from '../../platform/http/http.ts';
import { hours, minutes, seconds } from '../../platform/process/durations.ts';
import { makeOperator, officeOf } from '../../testing/office.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { addOperator, closeOperator, inviteAgain } from './operators.ts';

const url = 'http://localhost:3001';
const email = 'olga@giftlane.test';
const password = 'Correct-horse-7';

/** A browser of the shop's office, with its cookie. */
function openBrowser(shop: TestShop, home = url, remoteAddress = '127.0.0.1') {
  const office = openOffice(shop, { port: 0, url: home });
  onTestFinished(() => office.app.close());
  let cookie = '';
  return async <C extends Call>(
    { method, path, data: schema }: C,
    { body, params, origin = home }: Request<C> & { origin?: string | undefined } = {},
  ) => {
    const reply = await office.app.inject({
      method,
      remoteAddress,
      url: apiBase + path.replace('{id}', (params as { id: string } | undefined)?.id ?? ''),
      headers: { cookie, ...(origin && { origin }), 'content-type': 'application/json' },
      payload: JSON.stringify(body ?? {}),
    });
    const given = [reply.headers['set-cookie'] ?? []].flat()[0];
    if (given !== undefined) cookie = given.split(';')[0] ?? '';
    const { code, data } = reply.json();
    if (reply.statusCode === 200) schema.parse(data);
    return { status: reply.statusCode, code, data, given };
  };
}

const invite = (shop: TestShop, role: Role = 'support') =>
  shop.db.tx((tx) => addOperator(tx, shop.config.keys, { email, role }));

/** Codes of the authenticator app, by the shop's clock. */
async function codeOf(shop: TestShop, uri: string) {
  const { at } = await shop.db.one(sql<{ at: Date }>`select app_now() as at`);
  const totp = new TOTP({ secret: new URL(uri).searchParams.get('secret') ?? '' });
  return totp.generate({ timestamp: at.getTime() });
}

async function openOfficeOfOlga() {
  const shop = await startShop({ working: false });
  const sToken = (await invite(shop)) ?? '';
  const browse = openBrowser(shop);
  const { data } = await browse(showInvitation, { body: { sToken } });
  const accept = async () => {
    const sCode = await codeOf(shop, data.sUri);
    const body = { sToken, sName: 'Olga', sPassword: password, sCode };
    return browse(acceptInvitation, { body });
  };
  return { shop, browse, accept, sToken, uri: data.sUri };
}

test('an invited operator sets name, password and authenticator app, and is signed in by role', async () => {
  const { shop, browse, accept, sToken } = await openOfficeOfOlga();
  const { data, given } = await accept();
  expect(await shop.db.rows(sql`select actor, deed from audit_entries`)).toEqual([
    { actor: email, deed: 'operators.acceptInvitation' },
  ]);
  expect(data).toMatchObject({ sName: 'Olga', sEmail: email, sRole: 'support' });
  expect(data.aPermissions).toContain('orders.refund');
  expect(data.aPermissions).not.toContain('ledger.correct');
  expect(given).toMatch(/^office=.+; Path=\/; HttpOnly; SameSite=Strict$/);
  expect((await browse(showSession)).data).toEqual(data);
  // Once.
  expect((await accept()).code).toBe('operator.invitation_expired');
  const { code } = await browse(showInvitation, { body: { sToken } });
  expect(code).toBe('operator.invitation_expired');
});

test('a wrong code or a guessable password spends no invitation; two at once set one', async () => {
  const { browse, accept, sToken } = await openOfficeOfOlga();
  const choose = (sCode: string, sPassword: string) =>
    browse(acceptInvitation, { body: { sToken, sName: 'Olga', sPassword, sCode } });
  expect((await choose('000000', password)).code).toBe('factor.wrong_code');
  expect((await choose('000000', 'Password1')).code).toBe('account.guessable_password');
  const both = await Promise.all([accept(), accept()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('an invitation ends after a week', async () => {
  const { shop, accept } = await openOfficeOfOlga();
  await shop.moveClock(hours(24 * 7));
  expect((await accept()).code).toBe('operator.invitation_expired');
});

test('signing in takes e-mail, password and an unused code; each wrong part gets one refusal', async () => {
  const { shop, accept, uri } = await openOfficeOfOlga();
  // At the beginning of a code's half minute: it is the same for the whole test.
  const { gone } = await shop.db.one(sql<{ gone: number }>`
    select (extract(epoch from app_now()) * 1000)::float8 as gone`);
  await shop.moveClock(seconds(30) - (gone % seconds(30)));
  await accept();
  const browse = openBrowser(shop);
  const enter = async (typed: { sEmail?: string; sPassword?: string; sCode?: string }) => {
    const sCode = await codeOf(shop, uri);
    return browse(signIn, { body: { sEmail: email, sPassword: password, sCode, ...typed } });
  };
  // The code of the invitation is spent.
  expect((await enter({})).code).toBe('operator.wrong_credentials');
  await shop.moveClock(seconds(60));
  for (const wrong of [{ sEmail: 'eve@giftlane.test' }, { sPassword: 'x' }, { sCode: '000000' }])
    expect(await enter(wrong)).toMatchObject({ status: 400, code: 'operator.wrong_credentials' });
  const twice = await Promise.all([enter({}), enter({})]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await browse(showSession)).data.sName).toBe('Olga');
});

test('ten tries at an account are all there are, also with the right password', async () => {
  const { shop, accept, uri } = await openOfficeOfOlga();
  await accept();
  await shop.moveClock(seconds(60));
  const browse = openBrowser(shop);
  const enter = (sCode: string) =>
    browse(signIn, { body: { sEmail: email, sPassword: password, sCode } });
  for (let n = 0; n < 10; n += 1) expect((await enter('000000')).status).toBe(400);
  expect((await enter(await codeOf(shop, uri))).code).toBe('request.throttled');
});

test('a session ends by signing out, when it is idle, after a day’s work, and with the account', async () => {
  const { shop, browse, accept, uri } = await openOfficeOfOlga();
  await accept();
  const enter = async () => {
    await shop.moveClock(minutes(16));
    const sCode = await codeOf(shop, uri);
    const body = { sEmail: email, sPassword: password, sCode };
    expect((await browse(signIn, { body })).status).toBe(200);
  };
  const status = async () => (await browse(showSession)).status;
  expect((await browse(signOut)).status).toBe(200);
  expect(await status()).toBe(401);
  await enter();
  await shop.moveClock(minutes(29));
  expect(await status()).toBe(200);
  await shop.moveClock(minutes(29));
  expect(await status()).toBe(200);
  await shop.moveClock(minutes(31));
  expect(await status()).toBe(401);
  await enter();
  for (let spent = 0; spent < hours(12); spent += minutes(25)) {
    expect(await status()).toBe(200);
    await shop.moveClock(minutes(25));
  }
  expect(await status()).toBe(401);
  await enter();
  expect(await shop.db.tx((tx) => closeOperator(tx, email.toUpperCase()))).toBe(true);
  expect(await status()).toBe(401);
});

test('an operator who lost everything is invited again; the earlier link is void, and no closed account is', async () => {
  const { shop, browse, accept, sToken } = await openOfficeOfOlga();
  const again = () => shop.db.tx((tx) => inviteAgain(tx, shop.config.keys, email));
  const token = await again();
  expect((await browse(showInvitation, { body: { sToken } })).status).toBe(400);
  expect((await accept()).code).toBe('operator.invitation_expired');
  const { data } = await browse(showInvitation, { body: { sToken: token ?? '' } });
  expect(data).toMatchObject({ sEmail: email, sRole: 'support' });
  await shop.db.tx((tx) => closeOperator(tx, email));
  expect((await browse(showInvitation, { body: { sToken: token ?? '' } })).status).toBe(400);
  expect(await again()).toBeUndefined();
  expect(await invite(shop)).toBeUndefined();
});

test('strangers elsewhere who use up their tries do not lock an operator out', async () => {
  const { shop, accept, uri } = await openOfficeOfOlga();
  await accept();
  await shop.moveClock(seconds(60));
  const stranger = openBrowser(shop, url, '203.0.113.7');
  const body = { sEmail: email, sPassword: 'x', sCode: '000000' };
  for (let n = 0; n < 11; n += 1) await stranger(signIn, { body });
  expect((await stranger(signIn, { body })).code).toBe('request.throttled');
  const sCode = await codeOf(shop, uri);
  const entered = await openBrowser(shop)(signIn, {
    body: { ...body, sPassword: password, sCode },
  });
  expect(entered.status).toBe(200);
});

test('a request that changes something comes from the office’s own pages; over https the cookie is tied to the host', async () => {
  const { shop, browse, accept, uri } = await openOfficeOfOlga();
  await accept();
  for (const origin of [shop.url, 'null', ''])
    expect((await browse(signOut, { origin })).code).toBe('request.other_origin');
  expect((await browse(showSession, { origin: '' })).status).toBe(200);
  await shop.moveClock(seconds(60));
  const secure = openBrowser(shop, 'https://office.giftlane.test');
  const sCode = await codeOf(shop, uri);
  const { given } = await secure(signIn, { body: { sEmail: email, sPassword: password, sCode } });
  expect(given).toMatch(/^__Host-office=.+; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
});

test('a page of another origin looks at nothing in an operator’s name', async () => {
  const shop = await startShop({ working: false });
  const office = officeOf(shop);
  const { cookie, email: actor } = await makeOperator(shop, 'support', office);
  const ask = async (path: string, from: string) =>
    (await office.app.inject({ url: path, headers: { cookie, 'sec-fetch-site': from } }))
      .statusCode;
  const path = `${apiBase}${listOfficeMembers.path}`;
  for (const from of ['same-site', 'cross-site'])
    for (const spelled of [path, path.replace('api', '%61pi')])
      expect([spelled, await ask(spelled, from)]).toEqual([spelled, 403]);
  expect(await shop.db.rows(sql`select from audit_entries where actor = ${actor}`)).toEqual([]);
  expect([await ask(path, 'same-origin'), await ask(path, 'none')]).toEqual([200, 200]);
  expect(await ask('/', 'cross-site')).not.toBe(403);
});

test('every address of the office is its page, but those of the API and of files that are not there', async () => {
  const { shop } = await openOfficeOfOlga();
  const { app } = openOffice(shop, { port: 0, url });
  onTestFinished(() => app.close());
  const page = await app.inject('/orders/7');
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
  for (const address of ['/assets/gone.js', '/assets/..%2f..%2fpackage.json', '/api/v1/nothing']) {
    const { statusCode, headers } = await app.inject(address);
    expect([statusCode, headers['cache-control']], address).toEqual([404, 'no-store']);
  }
});

test('the shop’s own port serves no call of the office', async () => {
  const { shop } = await openOfficeOfOlga();
  expect((await shop.raw('GET', '/office/session')).status).toBe(404);
});

test('operators see and end their own sessions alone; a new password takes old one and code, and ends the others', async () => {
  const { shop, browse, accept, uri } = await openOfficeOfOlga();
  await accept();
  await shop.moveClock(seconds(60));
  const elsewhere = openBrowser(shop);
  const enter = async (sPassword: string) => {
    await shop.moveClock(seconds(60));
    const sCode = await codeOf(shop, uri);
    return elsewhere(signIn, { body: { sEmail: email, sPassword, sCode } });
  };
  await enter(password);
  const { data } = await browse(listSessions);
  expect(data.map(({ bCurrent }: { bCurrent: boolean }) => bCurrent)).toEqual([true, false]);
  const foreign = await makeOperator(shop, 'owner');
  await foreign.call(endSession, { params: { id: data[1]._id } });
  expect((await elsewhere(showSession)).status).toBe(200);
  await browse(endSession, { params: { id: data[1]._id } });
  expect((await elsewhere(showSession)).status).toBe(401);
  await enter(password);
  const sNewPassword = 'Battery-staple-9';
  const change = async (typed: { sPassword?: string; sNewPassword?: string } = {}) => {
    await shop.moveClock(seconds(60));
    const sCode = await codeOf(shop, uri);
    return browse(changePassword, { body: { sPassword: password, sNewPassword, sCode, ...typed } });
  };
  expect((await change({ sPassword: 'x' })).code).toBe('operator.wrong_credentials');
  expect((await change({ sNewPassword: password })).code).toBe('account.same_password');
  expect((await change({ sNewPassword: 'Password1' })).code).toBe('account.guessable_password');
  expect((await change()).status).toBe(200);
  expect((await browse(showSession)).status).toBe(200);
  expect((await elsewhere(showSession)).status).toBe(401);
  expect((await enter(password)).status).toBe(400);
  expect((await enter(sNewPassword)).status).toBe(200);
  const { log } = await shop.db.one(sql<{ log: string }>`
    select string_agg(facts::text, '') as log from audit_entries`);
  for (const secret of [password, sNewPassword]) expect(log).not.toContain(secret);
});
