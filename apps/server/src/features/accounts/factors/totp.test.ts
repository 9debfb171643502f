import { login, myProfile, resetPassword } from '@giftlane/contract/members/accounts.ts';
import { provePassword } from '@giftlane/contract/members/profile.ts';
import * as calls from '@giftlane/contract/members/security.ts';
import { expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { makeMember, testPassword } from '../../../testing/builders.ts';
import { startShop, type TestShop } from '../../../testing/start-shop.ts';
import { showOwner } from '../accounts.ts';
import { mailsTo, subjects, tokenIn } from '../profile/people.testing.ts';
import { addApp, addKey, challengeOf, codeOf, giveCode, prove } from './factors.testing.ts';

const codeAfter = async (shop: TestShop, secret: string) => {
  await shop.moveClock(minutes(1));
  return codeOf(shop, secret);
};

test('with an authenticator app the password alone opens nothing; a code opens it, once', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const { secret } = await addApp(shop, anna);
  const body = { sEmail: anna.email, sPassword: testPassword };
  const half = await shop.call(login, { body });
  expect(half).toMatchObject({ status: 403, body: { code: 'session.factor_needed' } });
  expect(half.body.data).toMatchObject({ aMethods: ['code'] });
  expect(half.body.Authorization).toBeUndefined();
  const { sChallenge } = half.body.data as unknown as { sChallenge: string };
  // What waits is no session.
  expect((await shop.call(myProfile, { token: sChallenge })).status).toBe(401);
  const wrong = await giveCode(shop, sChallenge, '000000');
  expect(wrong).toMatchObject({ status: 400, body: { code: 'factor.wrong_code' } });
  const code = await codeAfter(shop, secret);
  const tries = await Promise.all(
    Array.from({ length: 5 }, () => giveCode(shop, sChallenge, code)),
  );
  const opened = tries.filter(({ status }) => status === 200);
  expect(opened).toHaveLength(1);
  const token = opened[0]?.body.Authorization;
  expect((await shop.call(myProfile, { token })).body.data?._id).toBe(anna.id);
  const again = await giveCode(shop, await challengeOf(shop, anna.email), code);
  expect(again.body.code).toBe('factor.wrong_code');
});

test('a code counts half a minute early or late, and no longer', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const { secret } = await addApp(shop, anna);
  await shop.moveClock(minutes(5));
  const status = async (steps: number) =>
    (await giveCode(shop, await challengeOf(shop, anna.email), await codeOf(shop, secret, steps)))
      .status;
  expect([await status(-3), await status(3)]).toEqual([400, 400]);
  expect([await status(-1), await status(1)]).toEqual([200, 200]);
  // Spent with the later one.
  expect(await status(0)).toBe(400);
});

test('the second step waits ten minutes, and ends with another password', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  // Known to read the mails of the address.
  await shop.db.tx((tx) => showOwner(tx, anna.id));
  const { secret } = await addApp(shop, anna);
  const late = await challengeOf(shop, anna.email);
  await shop.moveClock(minutes(10) + 1);
  expect((await giveCode(shop, late, await codeOf(shop, secret))).body.code).toBe(
    'session.challenge_expired',
  );
  const overtaken = await challengeOf(shop, anna.email);
  await shop.raw('POST', '/password/forgot', { body: { sEmail: anna.email } });
  const token = tokenIn((await mailsTo(shop, anna.email, subjects.reset))[0]);
  const sNewPassword = `${testPassword}-anew`;
  const body = { sNewPassword, sNewRetypedPassword: sNewPassword };
  expect((await shop.call(resetPassword, { params: { token }, body })).status).toBe(200);
  expect((await giveCode(shop, overtaken, await codeAfter(shop, secret))).body.code).toBe(
    'session.challenge_expired',
  );
  // Who reads the mails has the password now, and still not the factor.
  const login2 = await shop.call(login, { body: { sEmail: anna.email, sPassword: sNewPassword } });
  expect(login2.body.code).toBe('session.factor_needed');
});

test('guessed codes are throttled, and the owner is told once that somebody knows the password', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  await addApp(shop, anna);
  const statuses = [];
  for (let n = 0; n < 12; n += 1)
    statuses.push((await giveCode(shop, await challengeOf(shop, anna.email), '000000')).status);
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  expect(await mailsTo(shop, anna.email, 'Someone knows your password')).toHaveLength(1);
});

test('a recovery code opens the account once, and its owner is told', async () => {
  const shop = await startShop();
  const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
  const { recovery } = await addApp(shop, anna);
  await addApp(shop, bert);
  expect(new Set(recovery).size).toBe(10);
  const [code = ''] = recovery;
  const open = async (email: string, typed: string) =>
    (await giveCode(shop, await challengeOf(shop, email), typed)).status;
  expect(await open(bert.email, code)).toBe(400);
  expect(await open(anna.email, code.toUpperCase().replaceAll('-', ' '))).toBe(200);
  expect(await open(anna.email, code)).toBe(400);
  await mailsTo(shop, anna.email, 'A recovery code was used');
  const { stored } = await shop.db.one(sql<{ stored: string }>`
    select json_agg(r)::text as stored from recovery_codes r`);
  expect(stored).not.toContain(code.replaceAll('-', ''));
  // New ones take the place of the old.
  const renewed = await shop.call(calls.renewRecoveryCodes, { token: anna.token });
  expect(renewed.body.code).toBe('account.unproven');
});

test('factors are changed in a session that was proven, by the factor once there is one', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const { token } = anna;
  expect((await shop.call(calls.beginTotp, { token })).body).toMatchObject({
    code: 'account.unproven',
    data: { aMethods: ['password'] },
  });
  const { secret } = await addApp(shop, anna);
  const show = async () => (await shop.call(calls.showSecurity, { token })).body.data;
  expect(await show()).toMatchObject({ nRecoveryCodes: 10, aMethods: ['code'] });
  // The password, given before the app was added and again, proves nothing any more.
  await prove(shop, anna);
  const remove = async () => (await shop.call(calls.removeTotp, { token })).body.code;
  await shop.moveClock(minutes(5) + 1);
  await shop.call(provePassword, { token, body: { sPassword: testPassword } });
  expect(await remove()).toBe('account.unproven');
  const body = { sCode: await codeOf(shop, secret) };
  expect((await shop.call(calls.proveCode, { token, body })).status).toBe(200);
  expect((await show()).bProven).toBe(true);
  expect((await shop.call(calls.beginTotp, { token })).body.code).toBe('factor.totp_exists');
  const keyed = await addKey(shop, anna);
  expect(keyed.reply.body.data.aRecoveryCodes).toBeNull();
  expect(await remove()).toBeUndefined();
  expect(await show()).toMatchObject({ oTotp: null, nRecoveryCodes: 10 });
  const sId = (await show()).aPasskeys[0]?._id ?? '';
  expect((await shop.call(calls.removePasskey, { token, body: { sId } })).status).toBe(200);
  // Codes that stand in for nothing are gone.
  expect(await show()).toMatchObject({ aPasskeys: [], nRecoveryCodes: 0 });
  const body2 = { sEmail: anna.email, sPassword: testPassword };
  expect((await shop.call(login, { body: body2 })).status).toBe(200);
});

test('secrets of apps are stored sealed', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const { secret } = await addApp(shop, anna);
  const { stored } = await shop.db.one(sql<{ stored: string }>`
    select json_agg(t)::text as stored from totp_factors t`);
  const hex = Buffer.from(secret).toString('hex');
  expect(stored.includes(secret) || stored.includes(hex)).toBe(false);
});

test('factors of a stranger who registered the address end when its owner sets a password by mail', async () => {
  const shop = await startShop();
  const eve = await makeMember(shop);
  const { secret } = await addApp(shop, eve);
  const code = { sCode: await codeAfter(shop, secret) };
  await shop.call(calls.proveCode, { token: eve.token, body: code });
  expect((await addKey(shop, eve)).reply.status).toBe(200);
  await shop.raw('POST', '/password/forgot', { body: { sEmail: eve.email } });
  const token = tokenIn((await mailsTo(shop, eve.email, subjects.reset))[0]);
  const sNewPassword = `${testPassword}-anew`;
  const body = { sNewPassword, sNewRetypedPassword: sNewPassword };
  expect((await shop.call(resetPassword, { params: { token }, body })).status).toBe(200);
  const owner = await shop.call(login, { body: { sEmail: eve.email, sPassword: sNewPassword } });
  expect(owner.status).toBe(200);
});
