import {
  checkResetToken,
  forgotPassword,
  login,
  myProfile,
  resetPassword,
} from '@giftlane/contract/members/accounts.ts';
import { beginTotp, showSecurity, unlockAccount } from '@giftlane/contract/members/security.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { days, hours } from '../../../platform/process/durations.ts';
import { makeMember, testPassword } from '../../../testing/builders.ts';
import { shopForAll, startShop, type TestShop } from '../../../testing/start-shop.ts';
import { addKey, prove, signInByKey } from '../factors/factors.testing.ts';
import { mailsTo, said, signInAs, subjects, tokenIn } from '../profile/people.testing.ts';

const newPassword = 'Brand-new-9';
const retyped = { sNewPassword: newPassword, sNewRetypedPassword: newPassword };

const forgot = (shop: TestShop, sEmail: string) => shop.call(forgotPassword, { body: { sEmail } });
const reset = (shop: TestShop, token: string, body = retyped) =>
  shop.call(resetPassword, { params: { token }, body });

async function resetLink(shop: TestShop, email: string): Promise<string> {
  await forgot(shop, email);
  return tokenIn((await mailsTo(shop, email, subjects.reset))[0]);
}

describe('new passwords in one shop', () => {
  const shared = shopForAll();

  test('API-09, API-10, API-11 the link of the mail sets a new password, once, and signs every device out', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    expect((await shop.call(myProfile, { token: anna.token })).status).toBe(200);
    const token = await resetLink(shop, anna.email.toUpperCase());
    const check = () => shop.call(checkResetToken, { params: { token } });
    expect((await check()).status).toBe(200);
    expect((await check()).status).toBe(200);
    const changed = await reset(shop, token);
    expect(changed.body).toMatchObject({ status: 200, data: null });
    expect((await shop.call(myProfile, { token: anna.token })).status).toBe(401);
    const old = await shop.call(login, { body: { sEmail: anna.email, sPassword: testPassword } });
    expect(old.status).toBe(400);
    await signInAs(shop, anna.email, newPassword);
    expect((await check()).status).toBe(404);
    expect((await reset(shop, token)).body.code).toBe('account.token_expired');
    await mailsTo(shop, anna.email, subjects.changed);
  });

  test('strangers who use up the tries of an account keep out nobody who has just set a new password', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const enter = (address: string, sPassword: string, cookie = '') =>
      shop.call(login, {
        body: { sEmail: anna.email, sPassword },
        headers: { 'x-forwarded-for': address, cookie },
      });
    const strangers = async () => {
      for (let i = 0; i < 10; i += 1) await enter(`198.51.100.${i}`, 'Wrong-1');
    };
    await strangers();
    expect((await enter('203.0.113.1', testPassword)).status).toBe(429);
    const changed = await reset(shop, await resetLink(shop, anna.email));
    expect((await enter('203.0.113.2', newPassword)).status).toBe(200);
    await strangers();
    expect((await enter('203.0.113.3', newPassword)).status).toBe(429);
    const cookie = changed.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await enter('203.0.113.3', newPassword, cookie)).status).toBe(200);
  });

  test('AUTH-23 whoever resets a password by mail has shown that the address is theirs', async () => {
    const shop = shared();
    const bert = await makeMember(shop);
    await reset(shop, await resetLink(shop, bert.email));
    const token = await signInAs(shop, bert.email, newPassword);
    expect((await shop.call(myProfile, { token })).body.data.isEmailVerified).toBe(true);
  });

  test('API-11 50 parallel resets with one link are one success', async () => {
    const shop = shared();
    const cleo = await makeMember(shop);
    const token = await resetLink(shop, cleo.email);
    const passwords = Array.from({ length: 50 }, (_, i) => `Parallel-${i}-Aa`);
    const replies = await Promise.all(
      passwords.map((word) =>
        reset(shop, token, { sNewPassword: word, sNewRetypedPassword: word }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 404)).toHaveLength(49);
    const winner = passwords[replies.findIndex((reply) => reply.status === 200)];
    await signInAs(shop, cleo.email, winner);
  });

  test('API-11 all links of one member, used together and often, are one success', async () => {
    const shop = shared();
    const dora = await makeMember(shop);
    for (let i = 0; i < 5; i += 1) await forgot(shop, dora.email);
    const tokens = (await mailsTo(shop, dora.email, subjects.reset, 5)).map(tokenIn);
    const tries = [...tokens, ...tokens, ...tokens, ...tokens];
    const replies = await Promise.all(tries.map((token) => reset(shop, token)));
    const statuses = replies.map((reply) => reply.status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(404)]);
  });

  test('API-09 asking for a link answers the same for a known and an unknown e-mail, and when there were too many', async () => {
    const shop = shared();
    const hugo = await makeMember(shop);
    const ask = async (email: string) => {
      const replies = [];
      for (let i = 0; i < 6; i += 1) replies.push(said(await forgot(shop, email)));
      return replies;
    };
    const known = await ask(hugo.email);
    const unknown = await ask('nobody@example.com');
    expect(known.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(unknown.map((reply) => reply.body)).toEqual(known.map((reply) => reply.body));
    expect(unknown.slice(0, 5)).toEqual(known.slice(0, 5));
    await mailsTo(shop, hugo.email, subjects.reset, 5);
    expect(shop.sandbox.mails('nobody@example.com')).toEqual([]);
    const own = await reset(shop, tokenIn(shop.sandbox.mails(hugo.email)[0]));
    expect(own.status).toBe(200);
  });

  test('AUTH-19, AUTH-20 a weak or badly retyped new password is refused and the link is not spent', async () => {
    const shop = shared();
    const ida = await makeMember(shop);
    const token = await resetLink(shop, ida.email);
    const weak = await reset(shop, token, { sNewPassword: 'weak', sNewRetypedPassword: 'weak' });
    const other = await reset(shop, token, { ...retyped, sNewRetypedPassword: 'Other-new-9' });
    expect(weak.body.message).toBe('Password must be at least 8 characters.');
    expect(other.body.message).toBe('Confirm Password does not match with Password.');
    expect((await reset(shop, token)).status).toBe(200);
  });
});

test('15 no sign-in with the old password outlives a reset that runs beside it', async () => {
  const shop = await startShop({ env: { THROTTLE: '10' } });
  const edda = await makeMember(shop);
  const token = await resetLink(shop, edda.email);
  const body = { sEmail: edda.email, sPassword: testPassword };
  const before = Array.from({ length: 20 }, () => shop.call(login, { body }));
  const changing = reset(shop, token);
  const beside = Array.from({ length: 20 }, () => shop.call(login, { body }));
  expect((await changing).status).toBe(200);
  await Promise.all([...before, ...beside]);
  const { alive } = await shop.db.one(
    sql<{ alive: bigint }>`select count(*) as alive from sessions`,
  );
  expect(alive).toBe(0n);
});

test('API-10 a reset link lives for an hour by the clock of the shop', async () => {
  const shop = await startShop();
  const finn = await makeMember(shop);
  const token = await resetLink(shop, finn.email);
  await shop.moveClock(hours(1) + 1);
  expect((await shop.call(checkResetToken, { params: { token } })).status).toBe(404);
  expect((await reset(shop, token)).status).toBe(404);
  await signInAs(shop, finn.email, testPassword);
});

test('API-10 a reset link is bound to the address it was sent to', async () => {
  const shop = await startShop();
  const gina = await makeMember(shop);
  const token = await resetLink(shop, gina.email);
  await shop.db.run(
    sql`update members set email = 'new@example.com', email_key = 'new@example.com'`,
  );
  expect((await shop.call(checkResetToken, { params: { token } })).status).toBe(404);
  expect((await reset(shop, token)).status).toBe(404);
});

test('a token nobody was sent is refused without a hash being computed', async () => {
  const shop = await startShop({ working: false, env: { PASSWORD_COST: 'production' } });
  const before = process.cpuUsage();
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, i) => reset(shop, `${i}`.padStart(43, 'x'))),
  );
  expect(replies.every((reply) => reply.status === 404)).toBe(true);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(3_000);
});

test('the database refuses to spend a link twice, whatever the code does', async () => {
  const shop = await startShop();
  const jan = await makeMember(shop);
  await reset(shop, await resetLink(shop, jan.email));
  const unspend = shop.db.run(sql`update mail_tokens set used_at = null where purpose = 'reset'`);
  await expect(unspend).rejects.toMatchObject({ constraint: 'mail_tokens_once' });
});

test('a factor that a thief of the password added takes nothing out once the owner has set a new one', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 50_00n });
  await shop.db.run(sql`
    update members set email_verified_at = app_now(), owner_shown_at = app_now()`);
  await prove(shop, anna);
  const { device } = await addKey(shop, anna);
  await shop.moveClock(days(6));
  await reset(shop, await resetLink(shop, anna.email));
  const { Authorization: token = '' } = (await signInByKey(shop, device)).body;
  expect((await shop.call(beginTotp, { token })).body.code).toBe('account.locked');
  for (const sPassword of [testPassword, ''])
    expect((await shop.call(unlockAccount, { token, body: { sPassword } })).status).toBe(400);
  await mailsTo(shop, anna.email, 'Your password is changed and your account is frozen');
  // Its owner has both.
  const undone = await shop.call(unlockAccount, { token, body: { sPassword: newPassword } });
  expect(undone.body.data.dLockedAt).toBeNull();
});

test('a new password freezes nothing where a factor is older: the password alone could add no other', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  await shop.db.run(sql`
    update members set email_verified_at = app_now(), owner_shown_at = app_now()`);
  await prove(shop, anna);
  const { device } = await addKey(shop, anna);
  await shop.moveClock(days(8));
  await addKey(shop, { token: (await signInByKey(shop, device)).body.Authorization ?? '' });
  await reset(shop, await resetLink(shop, anna.email));
  const token = (await signInByKey(shop, device)).body.Authorization ?? '';
  expect((await shop.call(showSecurity, { token })).body.data.dLockedAt).toBeNull();
});
