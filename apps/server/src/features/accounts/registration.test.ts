import {
  checkResetToken,
  forgotPassword,
  login,
  myProfile,
  register,
  resendVerification,
  verifyEmail,
} from '@giftlane/contract/members/accounts.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import { makeMember } from '../../testing/builders.ts';
import { longTest } from '../../testing/long.ts';
import { shopForAll, startShop } from '../../testing/start-shop.ts';
import { markVerified } from './accounts.ts';
import {
  jobsDone,
  mailsTo,
  password,
  said,
  signInAs,
  signUpForm,
  subjects,
  tokenIn,
} from './profile/people.testing.ts';

describe('registrations in one shop', () => {
  const shared = shopForAll();

  test('API-07, AUTH-23, AUTH-24 a registered person signs in, and the link of the mail verifies the e-mail', async () => {
    const shop = shared();
    const form = {
      ...signUpForm('Anna@Example.com'),
      sMobileNumber: '0160 1234567',
      sCountryCode: '',
    };
    const registered = await shop.call(register, { body: form });
    expect(registered).toMatchObject({ status: 200, body: { status: 200, data: null } });
    const token = await signInAs(shop, 'anna@example.com');
    const before = await shop.call(myProfile, { token });
    expect(before.body.data).toMatchObject({
      sFirstName: 'Anna',
      sLastName: 'Archer',
      sFullName: 'Anna Archer',
      sEmail: 'Anna@Example.com',
      isEmailVerified: false,
      sMobileNumber: '1601234567',
      sCountryCode: '+49',
      oCountry: { value: 'DE', label: 'Germany' },
      eCurrency: 'eur',
      sKycStatus: 'p',
      nWallet: 0,
      bUseWallet: true,
      aCryptoWallets: [],
      nMembershipLevel: 1,
    });
    const [mail] = await mailsTo(shop, 'anna@example.com', subjects.verify);
    const verified = await shop.call(verifyEmail, { params: { token: tokenIn(mail) } });
    expect(verified).toMatchObject({
      status: 200,
      body: { message: 'Your email address is verified.' },
    });
    const after = await shop.call(myProfile, { token });
    expect(after.body.data.isEmailVerified).toBe(true);
  });

  test('API-10, API-13 a link is good for its own purpose only', async () => {
    const shop = shared();
    await shop.call(register, { body: signUpForm('edda@example.com') });
    await shop.call(forgotPassword, { body: { sEmail: 'edda@example.com' } });
    const verify = tokenIn((await mailsTo(shop, 'edda@example.com', subjects.verify))[0]);
    const reset = tokenIn((await mailsTo(shop, 'edda@example.com', subjects.reset))[0]);
    expect((await shop.call(verifyEmail, { params: { token: reset } })).status).toBe(404);
    expect((await shop.call(checkResetToken, { params: { token: verify } })).status).toBe(404);
  });

  test('a known e-mail gets the very same answer, no second account, and a mail that says so', async () => {
    const shop = shared();
    const fresh = await shop.call(register, { body: signUpForm('finn@example.com') });
    const form = { ...signUpForm(' FINN@example.com '), sPassword: 'Another-1-password' };
    const again = await shop.call(register, { body: form });
    expect(said(again)).toEqual(said(fresh));
    await mailsTo(shop, 'finn@example.com', subjects.known);
    await signInAs(shop, 'finn@example.com', password);
    const stolen = { sEmail: 'finn@example.com', sPassword: 'Another-1-password' };
    expect((await shop.call(login, { body: stolen })).status).toBe(400);
  });

  test('OPEN-14 a member can have the verification mail sent again, a few times an hour', async () => {
    const shop = shared();
    const nora = await makeMember(shop);
    const replies = [];
    for (let i = 0; i < 6; i += 1)
      replies.push((await shop.call(resendVerification, { token: nora.token })).status);
    expect(replies).toEqual([200, 200, 200, 200, 200, 429]);
    const [mail] = await mailsTo(shop, nora.email, subjects.verify, 5);
    await shop.call(verifyEmail, { params: { token: tokenIn(mail) } });
    const verified = await shop.call(resendVerification, { token: nora.token });
    expect(verified.status).toBe(200);
  });

  test('AUTH-12, AUTH-13, API-07 a form with a weak password or more than the fields is refused', async () => {
    const shop = shared();
    const refusal = async (change: Record<string, unknown>) => {
      const body = { ...signUpForm('hugo@example.com'), ...change };
      const reply = await shop.raw('POST', '/registration', { body });
      return `${reply.status} ${reply.body.errors?.[0]?.field}: ${reply.body.message}`;
    };
    const weak = 'Password Must be one lowercase one uppercase and one number character';
    expect(await refusal({ sPassword: 'Short-1' })).toBe(
      '400 sPassword: Password must be at least 8 characters.',
    );
    expect(await refusal({ sPassword: 'no-capital-1' })).toBe(`400 sPassword: ${weak}`);
    expect(await refusal({ sPassword: 'NO-SMALL-1' })).toBe(`400 sPassword: ${weak}`);
    expect(await refusal({ sPassword: 'No-digit-at-all' })).toBe(`400 sPassword: ${weak}`);
    expect(await refusal({ sEmail: 'no address' })).toBe('400 sEmail: Please enter valid email');
    expect(await refusal({ sFirstName: ' ' })).toBe('400 sFirstName: First Name is required');
    expect(await refusal({ sGoogleId: '1234' })).toMatch(
      /^400 sGoogleId: We need Google to confirm/,
    );
    expect(await refusal({ sGoogleToken: 'ey.ey.x' })).toMatch(/^400 undefined: Google couldn't/);
    expect(await refusal({ nWallet: 1000 })).toMatch(/^400 /);
    expect(await refusal({ sKycStatus: 'v' })).toMatch(/^400 /);
    expect(await refusal({ isEmailVerified: true })).toMatch(/^400 /);
    expect(await refusal({ nMembershipLevel: 2 })).toMatch(/^400 /);
    const { members } = await shop.db.one(
      sql<{ members: bigint }>`
        select count(*) as members from members where email_key = 'hugo@example.com'`,
    );
    expect(members).toBe(0n);
  });
});

test('API-13 the verification mail links to the page of the shop, and says nothing that was typed', async () => {
  const shop = await startShop({ env: { PUBLIC_URL: 'https://cards.example' } });
  const form = { ...signUpForm('bert@example.com'), sFirstName: 'Win at evil dot example' };
  await shop.call(register, { body: form });
  const [mail] = await mailsTo(shop, 'bert@example.com', subjects.verify);
  const link = `https://cards.example/mail/verification/${tokenIn(mail)}`;
  expect(mail?.text).toContain(`\n${link}\n`);
  expect(mail?.html).toContain(`href="${link}"`);
  expect(mail?.messageId).toMatch(/^<mail_\w+@cards\.example>$/);
  expect(`${mail?.text}${mail?.html}${mail?.subject}`).not.toContain('evil');
});

test('API-13 a verification link works again within 7 days, since mail scanners open it first', async () => {
  const shop = await startShop();
  await shop.call(register, { body: signUpForm('cleo@example.com') });
  const token = tokenIn((await mailsTo(shop, 'cleo@example.com', subjects.verify))[0]);
  const params = { token };
  expect((await shop.call(verifyEmail, { params })).status).toBe(200);
  await shop.moveClock(hours(7 * 24) - hours(1));
  expect((await shop.call(verifyEmail, { params })).status).toBe(200);
  await shop.moveClock(hours(1));
  expect(await shop.call(verifyEmail, { params })).toMatchObject({
    status: 404,
    body: { code: 'account.token_expired' },
  });
});

test('API-13 a verification link is bound to the address it was sent to', async () => {
  const shop = await startShop();
  await shop.call(register, { body: signUpForm('dora@example.com') });
  const token = tokenIn((await mailsTo(shop, 'dora@example.com', subjects.verify))[0]);
  await shop.db.run(
    sql`update members set email = 'new@example.com', email_key = 'new@example.com'`,
  );
  expect((await shop.call(verifyEmail, { params: { token } })).status).toBe(404);
  const { verified } = await shop.db.one(sql<{ verified: boolean }>`
    select email_verified_at is not null as verified from members`);
  expect(verified).toBe(false);
});

test('30 parallel registrations of one e-mail are one member, and few mails', async () => {
  const shop = await startShop({ env: { THROTTLE: '2' } });
  const forms = Array.from({ length: 30 }, (_, i) => ({
    ...signUpForm(i % 2 ? 'gina@example.com' : 'Gina@Example.COM'),
    sLastName: `Number ${i}`,
  }));
  const replies = await Promise.all(forms.map((body) => shop.call(register, { body })));
  expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
  expect(replies[0]?.status).toBe(200);
  const { members } = await shop.db.one(
    sql<{ members: bigint }>`select count(*) as members from members`,
  );
  expect(members).toBe(1n);
  await jobsDone(shop);
  // Ten mails may be asked for at this throttle; the one that welcomes may or may not be among them.
  const told = shop.sandbox.mails('gina@example.com').map((mail) => mail.subject);
  expect(told.filter((subject) => subject === subjects.verify)).toHaveLength(1);
  expect([10, 11]).toContain(told.length);
});

test('one address may register 20 times an hour, whether the e-mails are known or not', async () => {
  const shop = await startShop({ working: false });
  const tries = Array.from({ length: 20 }, (_, i) => signUpForm(`ida${i % 5}@example.com`));
  const replies = await Promise.all(tries.map((body) => shop.call(register, { body })));
  expect(replies.map((reply) => reply.status)).toEqual(tries.map(() => 200));
  const known = await shop.call(register, { body: signUpForm('ida1@example.com') });
  const unknown = await shop.call(register, { body: signUpForm('jan@example.com') });
  expect(known.status).toBe(429);
  expect(Number(known.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect(unknown.body).toEqual(known.body);
  await shop.moveClock(hours(1) + 1);
  const later = await shop.call(register, { body: signUpForm('jan@example.com') });
  expect(later.status).toBe(200);
});

longTest(
  'somebody with many networks registers ten times as often as one, and no more',
  async () => {
    const shop = await startShop({ working: false });
    await shop.db.run(sql`
    update site_options set value = '1' where name = 'throttle_registration_address'`);
    const from = async (group: number) => {
      const headers = { 'x-forwarded-for': `2001:db8:7:${group}::1` };
      const body = signUpForm(`kim${group}@example.com`);
      return (await shop.call(register, { body, headers })).status;
    };
    const statuses = [];
    for (let group = 0; group < 11; group += 1) statuses.push(await from(group));
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  },
);

longTest(
  'a mail is tried again with its Message-ID until it is taken, and each link in it works',
  async () => {
    const shop = await startShop({ env: { LOG_LEVEL: 'silent' } });
    shop.sandbox.faults.add({ operation: 'mail', kind: 'reset', after: true });
    await shop.call(register, { body: signUpForm('kira@example.com') });
    const mails = await mailsTo(shop, 'kira@example.com', subjects.verify, 2);
    expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(1);
    const [newest, first] = mails.map((mail) => tokenIn(mail));
    expect((await shop.call(verifyEmail, { params: { token: first ?? '' } })).status).toBe(200);
    expect((await shop.call(verifyEmail, { params: { token: newest ?? '' } })).status).toBe(200);
  },
);

longTest('a mail that can never be delivered ends its job', async () => {
  const shop = await startShop();
  shop.sandbox.faults.add({ operation: 'mail', kind: 'refuse', times: 'always' });
  await shop.call(register, { body: signUpForm('lena@example.com') });
  await expect.poll(() => shop.db.first(sql`select 1 from mail_tokens`)).toBeDefined();
  await jobsDone(shop);
});

test('links are stored as hashes only, and jobs carry none', async () => {
  const shop = await startShop({ working: false });
  await shop.call(register, { body: signUpForm('mona@example.com') });
  await shop.call(forgotPassword, { body: { sEmail: 'mona@example.com' } });
  const jobs = await shop.db.rows(sql<{ payload: object }>`select payload from jobs`);
  expect(jobs.map((job) => Object.keys(job.payload).sort())).toEqual([
    ['mailId', 'memberId'],
    ['mailId', 'memberId'],
  ]);
  const worker = await shop.work();
  const mails = [
    ...(await mailsTo(shop, 'mona@example.com', subjects.verify)),
    ...(await mailsTo(shop, 'mona@example.com', subjects.reset)),
  ];
  await worker.stop();
  const { rows } = await shop.db.one(sql<{ rows: string }>`
    select json_agg(t)::text as rows from mail_tokens t`);
  expect(mails.map((mail) => rows.includes(tokenIn(mail)))).toEqual([false, false]);
});

test('nobody is asked to verify an e-mail that was verified in the meantime', async () => {
  const shop = await startShop({ working: false });
  await shop.call(register, { body: signUpForm('olga@example.com') });
  await shop.db.tx(async (tx) => {
    const { id } = await tx.one(sql<{ id: string }>`select id from members`);
    await markVerified(tx, id);
  });
  const worker = await shop.work();
  await jobsDone(shop);
  await worker.stop();
  expect(shop.sandbox.mails('olga@example.com')).toEqual([]);
});
