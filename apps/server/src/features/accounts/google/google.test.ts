import { login, myProfile, register, resetPassword } from '@giftlane/contract/members/accounts.ts';
import {
  followGoogleLink,
  googleLogin,
  linkGoogle as linkByPassword,
  mailGoogleLink,
} from '@giftlane/contract/members/google.ts';
import type { Spoil } from '@giftlane/sandbox/google/tokens.ts';
import { describe, expect, test, vi } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { hours, minutes } from '../../../platform/process/durations.ts';
import { newToken, tokenHash } from '../../../platform/secrets/secrets.ts';
import { isFrozen, makeMember, testPassword } from '../../../testing/builders.ts';
import { googleToken, linkGoogle } from '../../../testing/google.ts';
import { longTest } from '../../../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../../../testing/start-shop.ts';
import { freeze, markVerified, showOwner } from '../accounts.ts';
import { said, signInAs, signUpForm } from '../profile/people.testing.ts';
import { insertMailToken } from '../token-queries.ts';
import { insertIdentityLink } from './identity-queries.ts';

/** A person at Google and their ID token. */
async function atGoogle(
  shop: TestShop,
  email: string,
  { verified = true, spoil }: { verified?: boolean; spoil?: Spoil } = {},
) {
  const account = shop.sandbox.google.addAccount({
    email,
    emailVerified: verified,
    givenName: 'Mara',
    familyName: 'Lindqvist',
  });
  /** A new one: each achieves one thing. */
  const another = () => googleToken(shop, account, spoil && { spoil });
  return { sub: account.sub, another, sGoogleToken: await another() };
}

const enter = (shop: TestShop, sGoogleToken: string, others: object = {}) =>
  shop.call(googleLogin, { body: { sEmail: '', sGoogleId: '', sGoogleToken, ...others } });

/** The token of the newest mail that links an account. */
const linkToken = (shop: TestShop, to: string, count = 1) =>
  vi.waitFor(
    () => {
      const mails = shop.sandbox.mails(to).filter(({ text }) => text.includes('/google/link/'));
      const token = /\/google\/link\/([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1];
      if (token === undefined || mails.length < count) throw new Error(`${mails.length} mails`);
      return token;
    },
    { timeout: minutes(1), interval: 20 },
  );

const identitiesOf = (shop: TestShop) =>
  shop.db.rows(
    sql<{ memberId: string; by: string }>`
      select member_id as "memberId", linked_by as by from identities order by linked_at`,
  );

const verifiedAt = async (shop: TestShop, token: string) =>
  (await shop.call(myProfile, { token })).body.data.isEmailVerified;

describe('Google accounts in one shop', () => {
  const shared = shopForAll({ working: false });

  test('API-06 a linked Google account signs in; the claims of the token count, never the body', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    const { sub, sGoogleToken } = await atGoogle(shop, anna.email);
    await linkGoogle(shop, anna.id, sub);
    const reply = await enter(shop, sGoogleToken, { sEmail: bert.email, sGoogleId: bert.id });
    expect(reply).toMatchObject({ status: 200, body: { message: 'Welcome back!' } });
    expect(reply.body.data).toMatchObject({ _id: anna.id, isEmailVerified: true });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const token = reply.body.Authorization ?? '';
    expect((await shop.call(myProfile, { token })).body.data._id).toBe(anna.id);
  });

  test('AUTH-22 signing in by Google replaces the session that was still carried', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const { sub, sGoogleToken } = await atGoogle(shop, anna.email);
    await linkGoogle(shop, anna.id, sub);
    await shop.call(googleLogin, { token: anna.token, body: { sGoogleToken } });
    expect((await shop.call(myProfile, { token: anna.token })).status).toBe(401);
  });

  test('API-06, AUTH-21 who is not known is 404 with what the token says', async () => {
    const shop = shared();
    const { sub, sGoogleToken } = await atGoogle(shop, 'mara@mail.example');
    const reply = await enter(shop, sGoogleToken);
    expect(reply).toMatchObject({ status: 404, body: { code: 'google.unknown' } });
    expect(reply.body.data).toEqual({
      sFirstName: 'Mara',
      sLastName: 'Lindqvist',
      sEmail: 'mara@mail.example',
      sGoogleId: sub,
    });
  });

  test('registering a known e-mail: whom Google vouches for is told to link it, others are answered alike', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const owner = await atGoogle(shop, anna.email);
    const owned = { ...signUpForm(anna.email), sGoogleToken: owner.sGoogleToken };
    expect(await shop.call(register, { body: owned })).toMatchObject({
      status: 409,
      body: { code: 'google.not_linked', data: { sEmail: anna.email } },
    });
    const stranger = await atGoogle(shop, 'stranger@mail.example');
    const taken = { ...signUpForm(anna.email), sGoogleToken: stranger.sGoogleToken };
    const known = await shop.call(register, { body: taken });
    const fresh = await shop.call(register, {
      body: { ...signUpForm('fresh@mail.example'), sGoogleToken: await stranger.another() },
    });
    expect(said(known)).toEqual(said(fresh));
    expect((await identitiesOf(shop)).map(({ memberId }) => memberId)).not.toContain(anna.id);
  });

  test('a Google token gives no more tries at a password than signing in has', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const { sGoogleToken } = await atGoogle(shop, anna.email);
    const body = { sGoogleToken, sPassword: 'Wrong-password-1' };
    const statuses = [];
    for (let i = 0; i < 11; i += 1)
      statuses.push((await shop.call(linkByPassword, { body })).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    const typed = { sEmail: anna.email, sPassword: 'Wrong-password-1' };
    expect((await shop.call(login, { body: typed })).status).toBe(429);
  });

  test('an identity of somebody else is not linked again', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    const { sub, sGoogleToken } = await atGoogle(shop, anna.email);
    await linkGoogle(shop, bert.id, sub);
    const replies = [
      await shop.call(linkByPassword, { body: { sGoogleToken, sPassword: testPassword } }),
      await shop.call(mailGoogleLink, { body: { sGoogleToken } }),
      await shop.call(register, { body: { ...signUpForm('new@mail.example'), sGoogleToken } }),
    ];
    expect(replies.map(({ body }) => body.code)).toEqual(Array(3).fill('google.linked'));
    expect((await enter(shop, sGoogleToken)).body.data._id).toBe(bert.id);
  });

  test('a frozen member signs in by Google as by password, and stays frozen', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const { sub, sGoogleToken } = await atGoogle(shop, anna.email);
    await linkGoogle(shop, anna.id, sub);
    await shop.db.tx((tx) => freeze(tx, anna.id, 'reversal of order 1'));
    expect((await enter(shop, sGoogleToken)).status).toBe(200);
    expect(await isFrozen(shop, anna.id)).toBe(true);
  });
});

test('an account of the same e-mail is not signed in, and only its owner learns that it exists', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const owner = await atGoogle(shop, anna.email.toUpperCase());
  const reply = await enter(shop, owner.sGoogleToken);
  expect(reply).toMatchObject({ status: 409, body: { code: 'google.not_linked' } });
  expect(reply.body.Authorization).toBeUndefined();

  const claimed = await atGoogle(shop, anna.email, { verified: false });
  const unknown = await atGoogle(shop, 'nobody@mail.example', { verified: false });
  const [known, other] = [
    await enter(shop, claimed.sGoogleToken),
    await enter(shop, unknown.sGoogleToken),
  ];
  expect(known.status).toBe(404);
  expect({ ...known.body, data: null }).toEqual({ ...other.body, data: null });
  for (const { sGoogleToken } of [claimed, unknown]) {
    const replies = [
      await shop.call(linkByPassword, { body: { sGoogleToken, sPassword: testPassword } }),
      await shop.call(mailGoogleLink, { body: { sGoogleToken } }),
    ];
    for (const { status, body } of replies)
      expect([status, body.code, body.data]).toEqual([409, 'google.unverified', null]);
  }
  expect(await identitiesOf(shop)).toEqual([]);
});

test.each(['wrong_audience', 'wrong_issuer', 'expired', 'wrong_signature'] as const)(
  'OPEN-15 a token opens, links and registers nothing: %s',
  async (spoil) => {
    const shop = await startShop({ working: false });
    const anna = await makeMember(shop);
    const { sub, sGoogleToken } = await atGoogle(shop, anna.email, { spoil });
    await linkGoogle(shop, anna.id, sub);
    const form = { ...signUpForm('new@mail.example'), sGoogleToken };
    const replies = [
      await enter(shop, sGoogleToken),
      await shop.call(linkByPassword, { body: { sGoogleToken, sPassword: testPassword } }),
      await shop.call(mailGoogleLink, { body: { sGoogleToken } }),
      await shop.call(register, { body: form }),
    ];
    for (const { status, body } of replies)
      expect([status, body.code, body.data]).toEqual([400, 'google.invalid', null]);
    const { members } = await shop.db.one(
      sql<{ members: number }>`select count(*)::int as members from members`,
    );
    expect(members).toBe(1);
  },
);

longTest('while Google’s keys can not be read nobody is refused for good', async () => {
  const shop = await startShop({ working: false });
  const { sGoogleToken } = await atGoogle(shop, 'mara@mail.example');
  shop.sandbox.faults.add({ operation: 'jwks', kind: 'http_500' });
  expect(await enter(shop, sGoogleToken)).toMatchObject({
    status: 503,
    body: { code: 'google.unavailable' },
  });
  expect((await enter(shop, sGoogleToken)).status).toBe(404);
});

test('a shop without Google refuses its tokens and nothing else', async () => {
  const shop = await startShop({ working: false, env: { GOOGLE_ISSUER: 'none' } });
  expect(await enter(shop, 'a.b.c')).toMatchObject({
    status: 503,
    body: { code: 'google.unavailable' },
  });
  expect((await shop.call(register, { body: signUpForm('a@mail.example') })).status).toBe(200);
});

test('API-07, AUTH-05 registering with Google links it, and its verified e-mail counts as verified', async () => {
  const shop = await startShop();
  const { sGoogleToken, another } = await atGoogle(shop, 'Mara@mail.example');
  const form = { ...signUpForm('mara@mail.example'), sGoogleId: 'made up', sGoogleToken };
  expect(await shop.call(register, { body: form })).toMatchObject({
    status: 200,
    body: { message: 'Welcome! Your email address is verified. Please sign in.' },
  });
  const { status, body } = await enter(shop, await another());
  expect([status, body.data.isEmailVerified]).toEqual([200, true]);
  expect(shop.sandbox.mails('mara@mail.example')).toEqual([]);
});

test('registering with Google under another e-mail, or one Google does not vouch for, is verified by mail', async () => {
  const shop = await startShop();
  const other = await atGoogle(shop, 'mara@mail.example');
  const unproven = await atGoogle(shop, 'jun@mail.example', { verified: false });
  const forms = [
    [other, signUpForm('mara@work.example')],
    [unproven, signUpForm('jun@mail.example')],
  ] as const;
  for (const [{ sGoogleToken, another }, form] of forms) {
    const reply = await shop.call(register, { body: { ...form, sGoogleToken } });
    expect(reply.body.message).toContain('Check your inbox');
    const token = (await enter(shop, await another())).body.Authorization ?? '';
    expect(await verifiedAt(shop, token)).toBe(false);
  }
});

test('a Google account opens one account: 20 parallel registrations with it make one, whole or not at all', async () => {
  const shop = await startShop({ working: false });
  const { sGoogleToken } = await atGoogle(shop, 'mara@mail.example');
  const forms = Array.from({ length: 20 }, (_, i) => ({
    ...signUpForm(`mara${i}@mail.example`),
    sGoogleToken,
  }));
  const replies = await Promise.all(forms.map((body) => shop.call(register, { body })));
  const codes = replies.map(({ status, body }) => body.code ?? status);
  expect(codes.sort()).toEqual([200, ...Array(19).fill('google.linked')]);
  const { members } = await shop.db.one(
    sql<{ members: number }>`select count(*)::int as members from members`,
  );
  expect([members, (await identitiesOf(shop)).length]).toEqual([1, 1]);
});

test('the password links a Google account to the account of its e-mail, and signs in', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const { another } = await atGoogle(shop, anna.email);
  const link = async (sPassword: string) =>
    shop.call(linkByPassword, { body: { sGoogleToken: await another(), sPassword } });
  expect(await link('Wrong-password-1')).toMatchObject({
    status: 400,
    body: { code: 'session.wrong_credentials' },
  });
  expect(await identitiesOf(shop)).toEqual([]);
  const replies = await Promise.all(Array.from({ length: 8 }, () => link(testPassword)));
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(replies[0]?.body.data).toMatchObject({ _id: anna.id, isEmailVerified: true });
  expect(await identitiesOf(shop)).toEqual([{ memberId: anna.id, by: 'password' }]);
  expect((await enter(shop, await another())).body.data._id).toBe(anna.id);
});

test('a link in a mail links and signs in, once, for an hour', async () => {
  const shop = await startShop({ env: { PUBLIC_URL: 'https://cards.example' } });
  const anna = await makeMember(shop);
  await shop.db.tx((tx) => showOwner(tx, anna.id));
  const { sGoogleToken, another } = await atGoogle(shop, anna.email);
  const asked = await shop.call(mailGoogleLink, { body: { sGoogleToken } });
  expect(asked.body.message).toBe(`We've sent a link to ${anna.email}.`);
  const token = await linkToken(shop, anna.email);
  const [mail] = shop.sandbox.mails(anna.email);
  expect(mail?.text).toContain(`https://cards.example/google/link/${token}`);
  expect(mail?.text).not.toContain('Lindqvist');
  // Strangers have used up the tries of the account.
  const tried = async (sPassword: string) => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    return (await shop.call(login, { body: { sEmail: anna.email, sPassword }, headers })).status;
  };
  for (let i = 0; i < 11; i += 1) await tried('Wrong-1');
  expect(await tried(testPassword)).toBe(429);
  const follow = () => shop.call(followGoogleLink, { params: { token } });
  const replies = await Promise.all(Array.from({ length: 8 }, follow));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
  const done = replies.find(({ status }) => status === 200);
  expect(done?.body.data).toMatchObject({ _id: anna.id, isEmailVerified: true });
  expect(await identitiesOf(shop)).toEqual([{ memberId: anna.id, by: 'mail' }]);
  expect((await enter(shop, await another())).body.data._id).toBe(anna.id);
  // Her password and her other sessions are as they were.
  expect((await shop.call(myProfile, { token: anna.token })).status).toBe(200);
  expect(await tried(testPassword)).toBe(200);

  const late = await atGoogle(shop, anna.email);
  await shop.call(mailGoogleLink, { body: { sGoogleToken: late.sGoogleToken } });
  const second = await linkToken(shop, anna.email, 2);
  await shop.moveClock(hours(1) + 1);
  expect(await shop.call(followGoogleLink, { params: { token: second } })).toMatchObject({
    status: 404,
    body: { code: 'account.token_expired' },
  });
});

test('a link in a mail is bound to the address it was sent to', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const { sGoogleToken } = await atGoogle(shop, anna.email);
  await shop.call(mailGoogleLink, { body: { sGoogleToken } });
  const token = await linkToken(shop, anna.email);
  await shop.db.run(
    sql`update members set email = 'new@example.com', email_key = 'new@example.com'`,
  );
  expect((await shop.call(followGoogleLink, { params: { token } })).status).toBe(404);
  expect(await identitiesOf(shop)).toEqual([]);
});

test('an account somebody opened in wait for the owner of an address opens nothing for them any more', async () => {
  const shop = await startShop();
  const victim = 'victim@mail.example';
  // The attacker knows the password, holds a session, and has linked a Google account of their own.
  const attacker = await atGoogle(shop, 'attacker@mail.example');
  const form = { ...signUpForm(victim), sGoogleToken: attacker.sGoogleToken };
  await shop.call(register, { body: form });
  const held = await signInAs(shop, victim, form.sPassword);
  const owner = await atGoogle(shop, victim);
  await shop.call(mailGoogleLink, { body: { sGoogleToken: owner.sGoogleToken } });
  const token = await linkToken(shop, victim);
  const followed = await shop.call(followGoogleLink, { params: { token } });
  expect(followed).toMatchObject({ status: 200, body: { data: { isEmailVerified: true } } });
  expect(followed.body.message).toContain('it no longer works');

  expect((await shop.call(myProfile, { token: held })).status).toBe(401);
  const typed = { sEmail: victim, sPassword: form.sPassword };
  expect((await shop.call(login, { body: typed })).body.code).toBe('session.wrong_credentials');
  expect((await enter(shop, await attacker.another())).status).toBe(404);
  expect((await enter(shop, await owner.another())).status).toBe(200);
});

test('setting a new password by mail ends what was linked before anybody had shown the address', async () => {
  const shop = await startShop({ working: false });
  const victim = 'victim@mail.example';
  const attacker = await atGoogle(shop, 'attacker@mail.example');
  await shop.call(register, {
    body: { ...signUpForm(victim), sGoogleToken: attacker.sGoogleToken },
  });
  const reset = async (sNewPassword: string) => {
    const { id } = await shop.db.one(sql<{ id: string }>`select id from members`);
    const token = newToken();
    await insertMailToken(shop.db, {
      hash: tokenHash(token),
      memberId: id,
      purpose: 'reset',
      emailKey: victim,
      lifeMs: minutes(60),
    });
    const body = { sNewPassword, sNewRetypedPassword: sNewPassword };
    return (await shop.call(resetPassword, { params: { token }, body })).status;
  };
  expect(await reset('Brand-new-1')).toBe(200);
  expect((await enter(shop, await attacker.another())).status).toBe(404);
  // What is linked to a verified address stays.
  const owner = await atGoogle(shop, victim);
  const body = { sGoogleToken: owner.sGoogleToken, sPassword: 'Brand-new-1' };
  await shop.call(linkByPassword, { body });
  expect(await reset('Brand-new-2')).toBe(200);
  expect((await enter(shop, await owner.another())).status).toBe(200);
});

test('an identity linked at registration does not outlive a new password, even if the address was verified since', async () => {
  const shop = await startShop({ working: false });
  const victim = 'victim@mail.example';
  const attacker = await atGoogle(shop, 'attacker@mail.example');
  await shop.call(register, {
    body: { ...signUpForm(victim), sGoogleToken: attacker.sGoogleToken },
  });
  const { id } = await shop.db.one(sql<{ id: string }>`select id from members`);
  // A mail scanner opens every link.
  await shop.db.tx((tx) => markVerified(tx, id));
  const mailed = { memberId: id, emailKey: victim, lifeMs: minutes(60) };
  const token = newToken();
  await insertMailToken(shop.db, { ...mailed, hash: tokenHash(token), purpose: 'reset' });
  const link = newToken();
  const foreign = { issuer: shop.sandbox.googleIssuer, subject: 'somebody' };
  await insertIdentityLink(shop.db, { ...mailed, ...foreign, hash: tokenHash(link) });
  const body = { sNewPassword: 'Brand-new-1', sNewRetypedPassword: 'Brand-new-1' };
  expect((await shop.call(resetPassword, { params: { token }, body })).status).toBe(200);
  expect((await enter(shop, await attacker.another())).status).toBe(404);
  const followed = await shop.call(followGoogleLink, { params: { token: link } });
  expect(followed.body.code).toBe('account.token_expired');
});

test('17 of two registrations by one identity the later fails, whether its address is known or not', async () => {
  const shop = await startShop({ working: false, env: { THROTTLE: '10' } });
  const known = await makeMember(shop);
  const { sGoogleToken } = await atGoogle(shop, 'taken@mail.example');
  await shop.call(register, { body: { ...signUpForm('first@mail.example'), sGoogleToken } });
  for (const email of [known.email, 'unknown@mail.example'])
    expect(
      (await shop.call(register, { body: { ...signUpForm(email), sGoogleToken } })).body.code,
    ).toBe('google.linked');
});

longTest(
  'tokens are tried at most as often as signing in from an address, and link mails are few',
  async () => {
    const shop = await startShop({ working: false });
    const anna = await makeMember(shop);
    const { another } = await atGoogle(shop, anna.email);
    const mail = async () =>
      (await shop.call(mailGoogleLink, { body: { sGoogleToken: await another() } })).status;
    const mailed = [];
    // Strangers who register the address use up the mails that say so, not the owner's links.
    for (let i = 0; i < 6; i += 1) await shop.call(register, { body: signUpForm(anna.email) });
    for (let i = 0; i < 6; i += 1) mailed.push(await mail());
    expect(mailed).toEqual([...Array(5).fill(200), 429]);
    const tried = await Promise.all(Array.from({ length: 95 }, () => enter(shop, 'a.b.c')));
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(1);
  },
);

test('links of mails are stored as hashes only, and old ones are swept away', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const { sGoogleToken } = await atGoogle(shop, anna.email);
  await shop.call(mailGoogleLink, { body: { sGoogleToken } });
  const token = await linkToken(shop, anna.email);
  const kept = () =>
    shop.db.one(
      sql<{ rows: string | null }>`select json_agg(l)::text as rows from identity_links l`,
    );
  expect((await kept()).rows).not.toContain(token);
  await shop.moveClock(hours(1) + 1);
  await shop.worker?.chore('accounts.sweep');
  expect((await kept()).rows).toBeNull();
});
