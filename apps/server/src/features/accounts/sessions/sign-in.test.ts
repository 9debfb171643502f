import { login, logout, myProfile } from '@giftlane/contract/members/accounts.ts';
import { updateUseWallet } from '@giftlane/contract/members/profile.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { days, minutes, seconds } from '../../../platform/process/durations.ts';
import { makeMember, testPassword } from '../../../testing/builders.ts';
import { longTest } from '../../../testing/long.ts';
import { shopForAll, startShop } from '../../../testing/start-shop.ts';
import { makeOptions, setOption } from '../../content/content.ts';
import { challenge, freeze, makeSessions, raiseMembership } from '../accounts.ts';
import { deleteIdentitiesOf, insertIdentity } from '../google/identity-queries.ts';
import { said } from '../profile/people.testing.ts';
import { passwordHashOf, setPassword } from '../queries.ts';
import { knownDevice, newDevice } from './device.ts';
import { endSessions } from './session-queries.ts';
import { openIdentitySession, openSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { noVisit } from './visit.ts';

describe('sign-ins in one shop', () => {
  const shared = shopForAll({ working: false });

  test('API-01, API-02, API-04, API-05 signing in answers a token that says who is calling, raw or as a bearer', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 12_34n });
    const body = { sEmail: anna.email, sPassword: testPassword };
    const reply = await shop.call(login, { body });
    expect(reply.body.data).toMatchObject({ _id: anna.id, sEmail: anna.email, nWallet: 12.34 });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const token = reply.body.Authorization ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    const raw = await shop.raw('GET', '/myprofile', { token });
    const bearer = await shop.raw('GET', '/myprofile', { token: `Bearer ${token}` });
    expect(raw.body).toMatchObject({ status: 200, data: { _id: anna.id } });
    expect(raw.headers.get('cache-control')).toBe('no-store');
    expect(bearer.body).toEqual(raw.body);
  });

  test('ROUTE-46 without a good token there is no member', async () => {
    const shop = shared();
    const none = await shop.raw('GET', '/myprofile');
    const wrong = await shop.raw('GET', '/myprofile', { token: 'x'.repeat(43) });
    const empty = await shop.raw('GET', '/myprofile', { token: 'Bearer ' });
    expect([none.status, wrong.status, empty.status]).toEqual([401, 401, 401]);
    expect(wrong.body).toEqual(none.body);
  });

  test('a wrong password and an unknown e-mail get the very same answer', async () => {
    const shop = shared();
    const bert = await makeMember(shop);
    const body = { sEmail: bert.email, sPassword: 'Wrong-password-1' };
    const wrong = await shop.call(login, { body });
    const unknown = await shop.call(login, { body: { ...body, sEmail: 'nobody@example.com' } });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'session.wrong_credentials' } });
    expect(said(unknown)).toEqual(said(wrong));
  });

  test('a password that was changed meanwhile, and an identity that is another’s by now, open no session', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    const [memberId, identity] = [anna.id, { issuer: 'google', subject: anna.id }];
    const passwordHash = (await passwordHashOf(shop.db, memberId)) ?? '';
    const opened = () =>
      shop.db.tx(async (tx) => [
        await openSession(tx, { memberId, passwordHash }),
        await openIdentitySession(tx, memberId, identity, noVisit),
      ]);
    await shop.db.tx((tx) => insertIdentity(tx, identity, { memberId, by: 'password' }));
    expect((await opened()).map((entry) => entry?.waits)).toEqual([false, false]);
    await shop.db.tx(async (tx) => {
      await deleteIdentitiesOf(tx, memberId);
      await insertIdentity(tx, identity, { memberId: bert.id, by: 'password' });
      await setPassword(tx, memberId, 'another');
    });
    expect(await opened()).toEqual([undefined, undefined]);
  });

  test('AUTH-22 signing in replaces the session that was still carried', async () => {
    const shop = shared();
    const cleo = await makeMember(shop);
    const body = { sEmail: cleo.email, sPassword: testPassword };
    const reply = await shop.call(login, { token: cleo.token, body });
    const profile = (token: string | undefined) => shop.call(myProfile, { token });
    expect((await profile(cleo.token)).status).toBe(401);
    expect((await profile(reply.body.Authorization)).status).toBe(200);
  });

  test('API-08 signing out ends this session at once, and no other', async () => {
    const shop = shared();
    const dora = await makeMember(shop);
    const body = { sEmail: dora.email, sPassword: testPassword };
    const other = (await shop.call(login, { body })).body.Authorization;
    expect((await shop.call(myProfile, { token: dora.token })).status).toBe(200);
    const left = await shop.raw('GET', '/logout', { token: `Bearer ${dora.token}` });
    expect(left.body).toMatchObject({ status: 200, data: null, message: "You're signed out." });
    expect((await shop.call(myProfile, { token: dora.token })).status).toBe(401);
    expect((await shop.call(logout, { token: dora.token })).status).toBe(401);
    expect((await shop.call(myProfile, { token: other })).status).toBe(200);
  });

  test('15 a session ended in one process is dead in every other within a second', async () => {
    const shop = shared();
    const edda = await makeMember(shop);
    const elsewhere = makeSessions(shop.db, shop.log);
    expect(await elsewhere.authenticate(edda.token)).toMatchObject({ memberId: edda.id });
    await shop.call(logout, { token: edda.token });
    const endedMs = performance.now();
    await expect.poll(() => performance.now() - endedMs).toBeGreaterThan(seconds(1));
    expect(await elsewhere.authenticate(edda.token)).toBeUndefined();
  });

  test('15 a look-up that overlaps the end of its session does not keep it alive', async () => {
    const shop = shared();
    const { token } = await makeMember(shop);
    const gate = Promise.withResolvers<void>();
    // The answer of the first look-up is on its way for as long as the gate is closed.
    let lookUps = 0;
    const first: typeof shop.db.first = async (statement) => {
      const row = await shop.db.first(statement);
      lookUps += 1;
      if (lookUps === 1) await gate.promise;
      return row;
    };
    const sessions = makeSessions({ ...shop.db, first }, shop.log);
    const early = sessions.authenticate(token);
    await expect.poll(() => lookUps).toBe(1);
    await sessions.revoke(token);
    gate.resolve();
    await early;
    expect(await sessions.authenticate(token)).toBeUndefined();
  });

  test('15 all sessions of a member end together, and only theirs', async () => {
    const shop = shared();
    const [finn, gina] = [await makeMember(shop), await makeMember(shop)];
    const sessions = makeSessions(shop.db, shop.log);
    await Promise.all([sessions.authenticate(finn.token), sessions.authenticate(gina.token)]);
    await endSessions(shop.db, finn.id);
    sessions.forget(finn.id);
    expect(await sessions.authenticate(finn.token)).toBeUndefined();
    expect(await sessions.authenticate(gina.token)).toMatchObject({ memberId: gina.id });
  });

  test('15 tokens are stored as hashes', async () => {
    const shop = shared();
    const hugo = await makeMember(shop);
    const { stored } = await shop.db.one(sql<{ stored: string }>`
      select json_agg(s)::text as stored from sessions s`);
    const hex = Buffer.from(hugo.token, 'base64url').toString('hex');
    expect(stored.includes(hugo.token) || stored.includes(hex)).toBe(false);
  });

  test('strangers who use up the tries of an account do not keep out its owner', async () => {
    const shop = shared();
    const mona = await makeMember(shop);
    const parts = { ...shop, options: makeOptions(shop.db), keys: shop.config.keys };
    const from = (address: string, password = testPassword) =>
      signIn(parts, { email: mona.email, password, visit: { ...noVisit, address } });
    await from('2001:db8:1:2:aaaa::1');
    const stranger = { code: 'session.wrong_credentials' };
    for (let i = 0; i < 10; i += 1)
      await expect(from(`198.51.100.${i}`, 'Wrong-1')).rejects.toMatchObject(stranger);
    await expect(from('198.51.100.99')).rejects.toMatchObject({ code: 'request.throttled' });
    await expect(from('2001:db8:1:2:bbbb::2')).resolves.toMatchObject({ memberId: mona.id });
  });

  test('strangers do not keep out an owner whose browser is known, wherever it is; it has ten tries itself', async () => {
    const shop = shared();
    const mona = await makeMember(shop);
    const attempt = (address: string, sPassword: string, device = '') =>
      shop.raw('POST', '/login', {
        body: { sEmail: mona.email, sPassword },
        headers: { 'x-forwarded-for': address, cookie: `a=b; ${device}` },
      });
    const deviceIn = (reply: { headers: Headers }) =>
      (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const atHome = await attempt('203.0.113.1', testPassword);
    expect(atHome.headers.get('set-cookie')).toMatch(
      /^giftlane_device=[^;]{66}; Max-Age=\d+; Path=\/api\/v1; HttpOnly; SameSite=Strict$/,
    );
    const device = deviceIn(atHome);
    for (let i = 0; i < 10; i += 1) await attempt(`198.51.100.${i}`, 'Wrong-1');
    expect((await attempt('203.0.113.77', testPassword)).status).toBe(429);
    // Nothing but the very cookie helps, and one of another account does not.
    const nora = await makeMember(shop);
    const other = await shop.raw('POST', '/login', {
      body: { sEmail: nora.email, sPassword: testPassword },
    });
    for (const forged of [deviceIn(other), `${device}x`, 'giftlane_device=', device.slice(0, 40)])
      expect((await attempt('203.0.113.77', testPassword, forged)).status).toBe(429);
    for (let i = 0; i < 9; i += 1) await attempt('203.0.113.78', 'Wrong-1', device);
    expect((await attempt('203.0.113.77', testPassword, device)).status).toBe(200);
    const tries = [];
    for (let i = 0; i < 11; i += 1)
      tries.push((await attempt('203.0.113.79', 'Wrong-1', device)).status);
    expect(tries).toEqual([...Array(10).fill(400), 429]);
  });

  test('a success gives an account its tries back', async () => {
    const shop = shared();
    const otto = await makeMember(shop);
    const attempt = async (sPassword: string) =>
      (await shop.call(login, { body: { sEmail: otto.email, sPassword } })).status;
    const statuses = [];
    for (const sPassword of [
      ...Array(9).fill('Wrong-1'),
      testPassword,
      ...Array(9).fill('Wrong-1'),
    ])
      statuses.push(await attempt(sPassword));
    statuses.push(await attempt(testPassword));
    expect(statuses).toEqual([...Array(9).fill(400), 200, ...Array(9).fill(400), 200]);
  });

  test('a signed-in member has ten tries to prove their password', async () => {
    const shop = shared();
    const paul = await makeMember(shop);
    const parts = { ...shop, options: makeOptions(shop.db) };
    const caller = { memberId: paul.id, sessionId: 'ses_paul' };
    await challenge(parts, caller, testPassword);
    const outcomes = [];
    for (let i = 0; i < 11; i += 1)
      outcomes.push(await challenge(parts, caller, 'Wrong-1').catch((error) => error.code));
    expect(outcomes).toEqual([...Array(10).fill('account.wrong_password'), 'request.throttled']);
  });

  test('API-41 the wallet toggle flips with every call and answers the member', async () => {
    const shop = shared();
    const quinn = await makeMember(shop);
    const flip = async () => (await shop.call(updateUseWallet, { token: quinn.token })).body.data;
    expect(await flip()).toMatchObject({ _id: quinn.id, bUseWallet: false });
    expect(await flip()).toMatchObject({ _id: quinn.id, bUseWallet: true });
  });

  test('AUTH-25 a member becomes a pro member for good', async () => {
    const shop = shared();
    const rosa = await makeMember(shop);
    await shop.db.tx((tx) => raiseMembership(tx, rosa.id));
    await shop.db.tx((tx) => raiseMembership(tx, rosa.id));
    const { body } = await shop.call(myProfile, { token: rosa.token });
    expect(body.data.nMembershipLevel).toBe(2);
  });
});

test('a session that is used lives on; one that is not ends after 14 days', async () => {
  const shop = await startShop({ working: false });
  const [ida, jan] = [await makeMember(shop), await makeMember(shop)];
  await shop.moveClock(days(13));
  expect((await shop.call(myProfile, { token: ida.token })).status).toBe(200);
  const prolonged = () =>
    shop.db.first(sql`select 1 from sessions
      where member_id = ${ida.id} and expires_at > app_now() + interval '13 days 23 hours'`);
  await expect.poll(prolonged).toBeDefined();
  await shop.moveClock(days(2));
  expect((await shop.call(myProfile, { token: jan.token })).status).toBe(401);
  expect((await shop.call(myProfile, { token: ida.token })).status).toBe(200);
});

test('a session ends 30 days after it began, however much it is used, or when the shop says so', async () => {
  const shop = await startShop({ working: false });
  const [ida, jan] = [await makeMember(shop), await makeMember(shop)];
  const profile = async (token: string) => (await shop.call(myProfile, { token })).status;
  // A process asks the database about a session once a second at most.
  const used = async () => {
    expect(await profile(ida.token)).toBe(200);
    return shop.db.first(sql`select 1 from sessions
      where member_id = ${ida.id} and last_seen_at > app_now() - interval '1 hour'`);
  };
  for (let week = 0; week < 3; week += 1) {
    await shop.moveClock(days(9));
    await expect.poll(used).toBeDefined();
  }
  await shop.moveClock(days(3) + 1);
  await expect.poll(() => profile(ida.token)).toBe(401);
  const kim = await makeMember(shop);
  expect(await profile(kim.token)).toBe(200);
  await shop.moveClock(days(2));
  expect(await profile(kim.token)).toBe(200);
  // For sessions that live, too.
  await setOption(shop.db, 'session_days', '1');
  await expect.poll(() => profile(kim.token)).toBe(401);
  for (const value of ['0', '999999999']) {
    await setOption(shop.db, 'session_days', value);
    expect(await profile((await makeMember(shop)).token)).toBe(200);
  }
  expect(await profile(jan.token)).toBe(401);
});

longTest('that a session was seen is written at most once in five minutes', async () => {
  const shop = await startShop({ working: false });
  const kira = await makeMember(shop);
  const seen = async () =>
    (await shop.db.one(sql<{ at: Date }>`select last_seen_at as at from sessions`)).at.getTime();
  const before = await seen();
  await shop.moveClock(minutes(4));
  await makeSessions(shop.db, shop.log).authenticate(kira.token);
  await shop.moveClock(minutes(2));
  expect(await seen()).toBe(before);
  await makeSessions(shop.db, shop.log).authenticate(kira.token);
  await expect.poll(async () => (await seen()) - before).toBeGreaterThanOrEqual(minutes(6));
});

test('ten tries for an account within 15 minutes, then it is as closed as one that is unknown', async () => {
  const shop = await startShop({ working: false });
  const lena = await makeMember(shop);
  const tries = async (email: string) => {
    const replies = [];
    for (let i = 0; i < 10; i += 1)
      replies.push(await shop.call(login, { body: { sEmail: email, sPassword: `Wrong-${i}` } }));
    replies.push(await shop.call(login, { body: { sEmail: email, sPassword: testPassword } }));
    return replies;
  };
  const known = await tries(lena.email);
  const unknown = await tries('nobody@example.com');
  expect(known.map((reply) => reply.status)).toEqual([...Array(10).fill(400), 429]);
  expect(unknown.map((reply) => reply.body)).toEqual(known.map((reply) => reply.body));
  expect(Number(known[10]?.headers.get('retry-after'))).toBeGreaterThan(800);
  await shop.moveClock(minutes(15) + 1);
  const body = { sEmail: lena.email, sPassword: testPassword };
  expect((await shop.call(login, { body })).status).toBe(200);
});

test('a known browser ends with the password', () => {
  const device = newDevice('hash of a password');
  expect(knownDevice(device, 'hash of a password')).toBe(device.slice(0, 22));
  expect(knownDevice(device, 'hash of another')).toBeUndefined();
});

test('one address has 100 tries in 15 minutes, over all accounts', async () => {
  const shop = await startShop({ working: false });
  const replies = await Promise.all(
    Array.from({ length: 105 }, (_, i) =>
      shop.call(login, { body: { sEmail: `nora${i}@example.com`, sPassword: 'Wrong-1' } }),
    ),
  );
  const throttled = replies.filter((reply) => reply.status === 429);
  expect(throttled.length).toBeGreaterThanOrEqual(5);
  const { hits } = await shop.db.one(sql<{ hits: number }>`
    select hits from throttle_windows where key like 'login address:%'`);
  expect(hits).toBe(105);
});

test('one address that used up its tries does not keep out a known browser behind it', async () => {
  const shop = await startShop({ working: false });
  const nils = await makeMember(shop);
  const enter = (cookie = '') =>
    shop.call(login, {
      body: { sEmail: nils.email, sPassword: testPassword },
      headers: { cookie },
    });
  const cookie = (await enter()).headers.get('set-cookie')?.split(';')[0] ?? '';
  await shop.db.run(sql`update throttle_windows set hits = 100 where key like 'login address:%'`);
  expect((await enter()).status).toBe(429);
  expect((await enter(cookie)).status).toBe(200);
});

test('a frozen account tells each reason once, the first one first', async () => {
  const shop = await startShop({ working: false });
  const sven = await makeMember(shop);
  await shop.db.tx((tx) => freeze(tx, sven.id, 'reversal of order 1'));
  for (let time = 0; time < 2; time += 1)
    await shop.db.tx((tx) => freeze(tx, sven.id, 'something later'));
  const { reason } = await shop.db.one(sql<{ reason: string }>`
    select frozen_reason as reason from members where frozen_at is not null`);
  expect(reason).toBe('reversal of order 1; something later');
});

longTest('what nobody can use any more is swept away', async () => {
  const shop = await startShop();
  const tina = await makeMember(shop);
  await shop.moveClock(days(31));
  await makeMember(shop);
  await shop.worker?.chore('accounts.sweep');
  const sessions = await shop.db.rows(sql<{ id: string }>`select member_id as id from sessions`);
  expect(sessions.map((session) => session.id)).not.toContain(tina.id);
  expect(sessions).toHaveLength(1);
});
