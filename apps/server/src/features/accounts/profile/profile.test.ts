import {
  changePassword,
  confirmEmail,
  myProfile,
  verifyEmail,
} from '@giftlane/contract/members/accounts.ts';
import {
  followGoogleLink,
  googleLogin,
  linkGoogle,
  mailGoogleLink,
} from '@giftlane/contract/members/google.ts';
import {
  provePassword,
  setProfilePicture,
  updateProfile,
} from '@giftlane/contract/members/profile.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { makeMember, type TestMember, testPassword } from '../../../testing/builders.ts';
import { googleToken } from '../../../testing/google.ts';
import { lockWaits } from '../../../testing/locks.ts';
import { longTest } from '../../../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../../../testing/start-shop.ts';
import { uploaded } from '../../uploads/pictures.testing.ts';
import { lockMember, showOwner } from '../queries.ts';
import { endSessions } from '../sessions/session-queries.ts';
import { jobsDone, mailsTo, said, signInAs, subjects, tokenIn } from './people.testing.ts';

const told = {
  asked: "Your account's email address is about to change",
  done: 'Your email address was changed',
  taken: 'This email address already has an account',
} as const;

const formOf = (sEmail: string, change: Record<string, unknown> = {}) => ({
  sFirstName: 'Anna',
  sLastName: 'Archer',
  sFullName: 'Anna Archer',
  sEmail,
  sMobileNumber: '',
  sCountryCode: '',
  oCountry: { value: 'US', label: 'United States' },
  ...change,
});

const newAddress = () => `${newId('new')}@example.com`;

const save = (shop: TestShop, { token }: Pick<TestMember, 'token'>, body: object) =>
  shop.raw('PUT', '/updateprofile', { token, body });

const profileOf = async (shop: TestShop, token: string) =>
  (await shop.call(myProfile, { token })).body.data;

/** Opens a link in the browser of a member, or in one without a session. */
const open = (shop: TestShop, link: string, { token }: { token?: string } = {}) =>
  shop.call(verifyEmail, { params: { token: link }, token });

/** Gives the password again, as the shop has a member do before their e-mail is changed. */
async function prove(shop: TestShop, { token }: Pick<TestMember, 'token'>): Promise<void> {
  const proven = await shop.call(provePassword, { token, body: { sPassword: testPassword } });
  expect(proven.status).toBe(200);
}

/** Asks for an address and answers the token of the link that was sent there. */
async function askFor(shop: TestShop, member: TestMember, to: string): Promise<string> {
  await prove(shop, member);
  expect((await save(shop, member, formOf(to))).status).toBe(200);
  return tokenIn((await mailsTo(shop, to, subjects.verify))[0]);
}

describe('profiles in one shop', () => {
  const shared = shopForAll({ working: false });

  test('API-14 PROF-12 names, mobile number and country are changed, and nothing else is', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const before = await profileOf(shop, anna.token);
    const change = {
      sFirstName: '  Anne ',
      sLastName: 'Müller',
      sFullName: 'Anne M. Müller',
      sMobileNumber: '151 234-56',
      sCountryCode: '+49',
      oCountry: { value: 'DE', label: 'Germany' },
    };
    const reply = await shop.call(updateProfile, {
      token: anna.token,
      body: formOf(anna.email, change),
    });
    const after = { ...before, ...change, sFirstName: 'Anne', sMobileNumber: '15123456' };
    expect(reply.body.data).toEqual(after);
    expect(await profileOf(shop, anna.token)).toEqual(after);
    // What is left out stays; the full name is made of both.
    const { sFullName: _, sMobileNumber: __, sCountryCode: ___, ...least } = formOf(anna.email);
    await save(shop, anna, least);
    expect(await profileOf(shop, anna.token)).toMatchObject({
      sFullName: 'Anna Archer',
      sMobileNumber: '15123456',
      sCountryCode: '+49',
    });
  });

  test('57 guessing the password to prove a session is throttled', async () => {
    const shop = shared();
    const { token } = await makeMember(shop);
    const statuses = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push(
        (await shop.call(provePassword, { token, body: { sPassword: `wrong ${n}` } })).status,
      );
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
  });

  test('57 wrong guesses in one session keep no other session of the member out', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const stolen = await signInAs(shop, anna.email, testPassword);
    const guess = (token: string, sPassword: string) =>
      shop.call(provePassword, { token, body: { sPassword } });
    for (let n = 0; n < 11; n += 1) await guess(stolen, `wrong ${n}`);
    expect((await guess(stolen, testPassword)).status).toBe(429);
    expect((await guess(anna.token, testPassword)).status).toBe(200);
  });

  test('API-14 who signed in by the password within five minutes needs not give it again', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const token = await signInAs(shop, anna.email, testPassword);
    const asked = await save(shop, { token }, formOf(newAddress()));
    expect(asked.body.data).toMatchObject({ isEmailVerified: false });
    expect((await save(shop, anna, formOf(newAddress()))).body.code).toBe('account.unproven');
  });

  test('API-15 only an own profile picture that is whole is taken', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    const foreign = await uploaded(shop, bert.token, 'profilepictures');
    const paper = await uploaded(shop, anna.token, 'kycDocs');
    for (const sProfilePicture of [
      foreign,
      paper,
      'https://evil.example/x.png',
      '../../etc/passwd',
    ]) {
      const { status, body } = await shop.call(setProfilePicture, {
        token: anna.token,
        body: { sProfilePicture },
      });
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'sProfilePicture']);
    }
    expect(await profileOf(shop, anna.token)).toMatchObject({ sProfilePicture: '' });
  });

  test('what others read of a name can be read, and nobody passes for the shop', async () => {
    const shop = shared();
    const { token, email } = await makeMember(shop);
    const save = async (sFirstName: string, sLastName: string, sFullName?: string) => {
      const { status, body } = await shop.raw('PUT', '/updateprofile', {
        token,
        body: {
          sFirstName,
          sLastName,
          ...(sFullName !== undefined && { sFullName }),
          sEmail: email,
          oCountry: { value: 'US', label: 'United States' },
        },
      });
      return status === 200 ? 'saved' : body.errors?.map(({ field }) => field);
    };
    expect(await save('Zoë', 'O’Neill-Ñandú')).toBe('saved');
    expect(await save('می\u200cخواهم', '李')).toBe('saved');
    for (const odd of ['\u200b', '\u2060\u2060', '--'])
      expect(await save(odd, 'B'), JSON.stringify(odd)).toEqual(['sFirstName']);
    // What is pasted with a name, seen by nobody, is cleaned away.
    expect(await save('a\u202eb', 'x\nBcc: y', 'C\u2028D')).toBe('saved');
    expect(await profileOf(shop, token)).toMatchObject({
      sFirstName: 'ab',
      sLastName: 'x Bcc: y',
      sFullName: 'C D',
    });
    expect(await save('Suharto', '-')).toBe('saved');
    expect(await profileOf(shop, token)).toMatchObject({ sFullName: 'Suharto' });
    expect(await save('evil.com', 'B')).toEqual(['sFirstName']);
    expect(await save('Gift', 'Laney')).toBe('saved');
    for (const name of ['Giftlane', 'Gіftlane', 'Ｇｉｆｔｌａｎｅ', 'G i f t l a n e'])
      expect(await save(name, 'Support'), name).toEqual(['sFirstName']);
    expect(await save('Gift', 'Lane Support')).toEqual(['sFirstName']);
    expect(await save('A', 'B', 'The Giftlane Team')).toEqual(['sFirstName']);
  });
});

describe('fields that are refused', () => {
  const shop = shopForAll({ working: false });

  test.each([
    ['PROF-07', { sFirstName: ' ' }, 'sFirstName', 'First Name is required'],
    ['PROF-08', { sLastName: '' }, 'sLastName', 'Last Name is required'],
    ['PROF-09', { sEmail: '' }, 'sEmail', 'Email is required'],
    ['PROF-09', { sEmail: 'anna@' }, 'sEmail', 'Please enter valid email'],
    ['PROF-10', { oCountry: undefined }, 'oCountry', 'Country is required'],
    ['PROF-10', { oCountry: { value: '', label: '' } }, 'oCountry.value', 'Country is required'],
    ['PROF-12', { sMobileNumber: 'call me' }, 'sMobileNumber', 'Enter a valid mobile number'],
    ['PROF-12', { sCountryCode: '+123456' }, 'sCountryCode', 'Enter a valid mobile number'],
  ])('%s %j is refused at its field, and nothing is changed', async (_, change, field, message) => {
    const anna = await makeMember(shop());
    const before = await profileOf(shop(), anna.token);
    const { status, body } = await save(shop(), anna, formOf(anna.email, change));
    expect([status, body.message]).toEqual([400, message]);
    expect(body.errors).toContainEqual({ field, message });
    expect(await profileOf(shop(), anna.token)).toEqual(before);
  });
});

describe('changed addresses in one shop', () => {
  const shared = shopForAll();

  test('57 another e-mail is not verified and both addresses are told; the old one counts until the link is opened', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    await shop.db.run(sql`update members set email_verified_at = app_now() where id = ${anna.id}`);
    const to = newAddress();
    await prove(shop, anna);
    const asked = await save(shop, anna, formOf(to));
    expect(asked.body.data).toMatchObject({
      sEmail: to,
      sSignInEmail: anna.email,
      isEmailVerified: false,
    });
    expect(asked.body.message).toContain(`Until you open it, sign in with ${anna.email}`);
    const [old] = await mailsTo(shop, anna.email, told.asked);
    expect(old?.text).not.toContain(to);
    const link = tokenIn((await mailsTo(shop, to, subjects.verify))[0]);
    // The old address still opens the account, and the new one does not.
    const other = await signInAs(shop, anna.email, testPassword);
    await expect(signInAs(shop, to, testPassword)).rejects.toThrow('no sign-in');

    expect((await open(shop, link, anna)).status).toBe(200);
    expect(await profileOf(shop, anna.token)).toMatchObject({ sEmail: to, isEmailVerified: true });
    await signInAs(shop, to, testPassword);
    await expect(signInAs(shop, anna.email, testPassword)).rejects.toThrow('no sign-in');
    await mailsTo(shop, anna.email, told.done);
    // 15 Every other session is over.
    expect((await shop.raw('GET', '/myprofile', { token: other })).status).toBe(401);
    // Opening the link again is harmless.
    expect((await open(shop, link)).status).toBe(200);
    await jobsDone(shop);
    expect(shop.sandbox.mails(anna.email)).toHaveLength(2);
  });

  test('57 a reset link sent to the old address is worth nothing once the new one counts', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    await shop.raw('POST', '/password/forgot', { body: { sEmail: anna.email } });
    const reset = tokenIn((await mailsTo(shop, anna.email, subjects.reset))[0]);
    const link = await askFor(shop, anna, newAddress());
    expect((await shop.raw('GET', `/password/forgot/${reset}`)).status).toBe(200);
    await open(shop, link, anna);
    expect((await shop.raw('GET', `/password/forgot/${reset}`)).status).toBe(404);
  });

  test('17 an e-mail that has an account is answered as any other, stays whose it is, and its owner is told', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    const free = newAddress();
    const replies = [];
    for (const to of [bert.email.toUpperCase(), free]) {
      await prove(shop, anna);
      const reply = await save(shop, anna, formOf(to));
      const words = JSON.stringify(said(reply)).replaceAll(to, 'ADDRESS');
      replies.push(
        words,
        JSON.stringify(await profileOf(shop, anna.token)).replaceAll(to, 'ADDRESS'),
      );
      // A change that is dropped before its mail was written sends none.
      await jobsDone(shop);
    }
    expect(replies.slice(0, 2)).toEqual(replies.slice(2));
    await mailsTo(shop, bert.email.toUpperCase(), told.taken);
    await jobsDone(shop);
    expect(shop.sandbox.mails(bert.email)).toHaveLength(1);
    expect(await profileOf(shop, bert.token)).toMatchObject({ sEmail: bert.email });
    await signInAs(shop, bert.email, testPassword);
  });

  test('57 an address somebody else has got meanwhile is not taken from them', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    const to = newAddress();
    const annas = await askFor(shop, anna, to);
    await prove(shop, bert);
    expect((await save(shop, bert, formOf(to))).status).toBe(200);
    const [berts] = await mailsTo(shop, to, subjects.verify, 2);
    const opened = await Promise.all([open(shop, annas, anna), open(shop, tokenIn(berts), bert)]);
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 404]);
    const owners = await shop.db.rows(sql`select id from members where email_key = ${to}`);
    expect(owners).toHaveLength(1);
  });

  test('57 of many that open one link at once all are answered, and the change happens once', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const link = await askFor(shop, anna, newAddress());
    const opened = await Promise.all(Array.from({ length: 10 }, () => open(shop, link, anna)));
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
    await jobsDone(shop);
    expect(
      shop.sandbox
        .mails(anna.email)
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual([told.asked, told.done].sort());
  });

  test('57 whoever asks again drops what they asked for; asking for the old address drops it, too', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const [first, second] = [newAddress(), newAddress()];
    const one = await askFor(shop, anna, first);
    const two = await askFor(shop, anna, second);
    expect((await open(shop, one)).status).toBe(404);
    // In other letters it is the same address.
    const back = await save(shop, anna, formOf(anna.email.toUpperCase()));
    expect(back.body.data).toMatchObject({ sEmail: anna.email.toUpperCase() });
    expect((await open(shop, two)).status).toBe(404);
    await signInAs(shop, anna.email, testPassword);
  });

  test('57 another password stops a change that is under way', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const link = await askFor(shop, anna, newAddress());
    const sNewPassword = 'Another-horse-8';
    const body = { sOldPassword: testPassword, sNewPassword, sNewRetypedPassword: sNewPassword };
    expect((await shop.call(changePassword, { token: anna.token, body })).status).toBe(200);
    expect((await open(shop, link)).status).toBe(404);

    const bert = await makeMember(shop);
    const berts = await askFor(shop, bert, newAddress());
    await shop.raw('POST', '/password/forgot', { body: { sEmail: bert.email } });
    const reset = tokenIn((await mailsTo(shop, bert.email, subjects.reset))[0]);
    await shop.raw('POST', `/password/reset/${reset}`, {
      body: { sNewPassword, sNewRetypedPassword: sNewPassword },
    });
    expect((await open(shop, berts)).status).toBe(404);
    await signInAs(shop, bert.email, sNewPassword);
  });

  test('57 who gave an account away with an address does not keep it by password, when its owner comes by Google', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    const to = newAddress();
    const params = { token: await askFor(shop, anna, to) };
    await shop.call(confirmEmail, { params, body: { sPassword: testPassword } });
    const comes = async (email: string) => {
      const owner = shop.sandbox.google.addAccount({ email, emailVerified: true });
      const sGoogleToken = await googleToken(shop, owner);
      await shop.call(mailGoogleLink, { body: { sGoogleToken } });
      const [mail] = await mailsTo(shop, email, 'Link your Google account');
      const token = /\/google\/link\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
      return shop.call(followGoogleLink, { params: { token } });
    };
    expect((await comes(to)).body.message).toContain('it no longer works');
    expect((await shop.raw('GET', '/myprofile', { token: anna.token })).status).toBe(401);
    await expect(signInAs(shop, to, testPassword)).rejects.toThrow('no sign-in');
    // Who has shown to hold the account and to read its mails keeps the password.
    await shop.db.tx((tx) => showOwner(tx, bert.id));
    expect((await comes(bert.email)).status).toBe(200);
    await signInAs(shop, bert.email, testPassword);
  });
});

test('57 a session that was left open can not change the e-mail: the password is asked for first', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const { token } = anna;
  await shop.moveClock(minutes(16));
  const to = newAddress();
  const before = await profileOf(shop, token);
  const refused = await save(shop, anna, formOf(to, { sFirstName: 'Eve' }));
  expect([refused.status, refused.body.code]).toEqual([403, 'account.unproven']);
  expect(await profileOf(shop, token)).toEqual(before);
  // Everything else may be changed.
  expect((await save(shop, anna, formOf(anna.email, { sFirstName: 'Anne' }))).status).toBe(200);

  const wrong = await shop.call(provePassword, { token, body: { sPassword: 'Wrong-password-1' } });
  expect(wrong.body.code).toBe('account.wrong_password');
  expect((await save(shop, anna, formOf(to))).status).toBe(403);
  const right = await shop.call(provePassword, { token, body: { sPassword: testPassword } });
  expect(right.status).toBe(200);
  await askFor(shop, anna, to);
  // One session's word is not another's.
  const other = await signInAs(shop, anna.email, testPassword);
  await shop.moveClock(minutes(16));
  await shop.call(provePassword, { token, body: { sPassword: testPassword } });
  expect((await save(shop, { token: other }, formOf(newAddress()))).status).toBe(403);
});

longTest('57 who gave an account away with an address does not keep it by Google', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const email = anna.email;
  const google = shop.sandbox.google.addAccount({ email, emailVerified: true });
  const token = () => googleToken(shop, google);
  const enter = async () =>
    shop.call(googleLogin, { body: { sEmail: '', sGoogleId: '', sGoogleToken: await token() } });
  await shop.call(linkGoogle, { body: { sGoogleToken: await token(), sPassword: testPassword } });
  const to = newAddress();
  await open(shop, await askFor(shop, anna, to), anna);
  // Whoever has the password as well keeps both.
  expect((await enter()).status).toBe(200);

  await shop.raw('POST', '/password/forgot', { body: { sEmail: to } });
  const reset = tokenIn((await mailsTo(shop, to, subjects.reset))[0]);
  const body = { sNewPassword: 'Brand-new-1', sNewRetypedPassword: 'Brand-new-1' };
  expect((await shop.raw('POST', `/password/reset/${reset}`, { body })).status).toBe(200);
  expect((await enter()).status).toBe(404);
});

test('57 a session that ends while it asks for an address asks for none', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  await prove(shop, anna);
  let asking: ReturnType<typeof save> | undefined;
  await shop.db.tx(async (tx) => {
    await lockMember(tx, anna.id);
    asking = save(shop, anna, formOf(newAddress()));
    await expect.poll(() => lockWaits(shop.db)).toBe(1);
    // As another password does.
    await endSessions(tx, anna.id);
  });
  expect((await asking)?.body.code).toBe('account.unproven');
  expect(await shop.db.rows(sql`select id from email_changes`)).toEqual([]);
});

longTest(
  '57 mails of changes are bounded, saving the same again sends none, and the link can be sent again',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const to = newAddress();
    await askFor(shop, anna, to);
    for (let n = 0; n < 3; n += 1) expect((await save(shop, anna, formOf(to))).status).toBe(200);
    await jobsDone(shop);
    expect(shop.sandbox.mails(to)).toHaveLength(1);
    await shop.raw('POST', '/mail/verification/resend', { token: anna.token });
    await mailsTo(shop, to, subjects.verify, 2);
    const statuses = [];
    for (let n = 0; n < 5; n += 1)
      statuses.push((await save(shop, anna, formOf(newAddress()))).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  },
);

test('API-15 an uploaded picture becomes the profile picture; the one before it goes', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const { token } = anna;
  const set = (sProfilePicture: string) =>
    shop.call(setProfilePicture, { token, body: { sProfilePicture } });
  const [first, second] = [
    await uploaded(shop, token, 'profilepictures'),
    await uploaded(shop, token, 'profilepictures'),
  ];
  expect((await set(first)).body.data).toMatchObject({ sProfilePicture: first });
  expect((await set(first)).status).toBe(200);
  expect((await set(second)).body.data).toMatchObject({ sProfilePicture: second });
  const used = () =>
    shop.db.rows(sql`select path from uploads where used_by is not null and gone_at is null`);
  expect(await used()).toEqual([{ path: second }]);
  // What was replaced is gone for good.
  expect((await set(first)).status).toBe(400);
  expect((await set('')).body.data).toMatchObject({ sProfilePicture: '' });
  expect(await used()).toEqual([]);
});

test('API-15 of pictures set at once one is left in use, and it is the one that shows', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const paths: string[] = [];
  for (let n = 0; n < 5; n += 1) paths.push(await uploaded(shop, anna.token, 'profilepictures'));
  await Promise.all(
    paths.map((sProfilePicture) =>
      shop.call(setProfilePicture, { token: anna.token, body: { sProfilePicture } }),
    ),
  );
  const used = await shop.db.rows(sql`select path from uploads where used_by is not null`);
  const { sProfilePicture } = await profileOf(shop, anna.token);
  expect(used).toEqual([{ path: sProfilePicture }]);
});
