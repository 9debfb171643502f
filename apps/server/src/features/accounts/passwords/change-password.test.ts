import { changePassword, login, myProfile } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { describe, expect, test } from 'vitest';
import { enqueue } from '../../../jobs/jobs.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { makeMember, type TestMember, testPassword } from '../../../testing/builders.ts';
import { shopForAll, startShop, type TestShop } from '../../../testing/start-shop.ts';
import { passwordChangedJob } from '../jobs.ts';
import { jobsDone, mailsTo, signInAs, subjects } from '../profile/people.testing.ts';

const newPassword = 'Brand-new-9';

const change = (shop: TestShop, anna: TestMember, wish: { old?: string; to?: string } = {}) => {
  const { old = testPassword, to = newPassword } = wish;
  const body = { sOldPassword: old, sNewPassword: to, sNewRetypedPassword: to };
  return shop.call(changePassword, { token: anna.token, body });
};

describe('changed passwords in one shop', () => {
  const shared = shopForAll();

  test('API-12, PROF-19 a changed password signs every device out, and the member is told', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const phone = await signInAs(shop, anna.email, testPassword);
    const { body } = await change(shop, anna);
    expect(body).toMatchObject({
      status: 200,
      message: text('notice.passwordChanged'),
      data: null,
    });
    for (const token of [anna.token, phone])
      expect((await shop.call(myProfile, { token })).status).toBe(401);
    const old = await shop.call(login, { body: { sEmail: anna.email, sPassword: testPassword } });
    expect(old.body.code).toBe('session.wrong_credentials');
    await signInAs(shop, anna.email, newPassword);
    await mailsTo(shop, anna.email, subjects.changed);
  });

  test('a password is changed five times an hour, so that nobody is mailed without end', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { verified: true });
    const password = (i: number) => (i === 0 ? testPassword : `Changed-${i}-Aa`);
    const statuses = [];
    for (let i = 0; i < 6; i += 1) {
      const token = await signInAs(shop, anna.email, password(i));
      const reply = await change(
        shop,
        { ...anna, token },
        { old: password(i), to: password(i + 1) },
      );
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await jobsDone(shop);
    expect(await mailsTo(shop, anna.email, subjects.changed)).toHaveLength(5);
    // Told elsewhere of the same, they get no more within the hour.
    await shop.db.tx((tx) =>
      enqueue(tx, {
        job: passwordChangedJob,
        payload: { memberId: anna.id, mailId: newId('mail') },
      }),
    );
    await jobsDone(shop);
    expect(await mailsTo(shop, anna.email, subjects.changed)).toHaveLength(5);
  });
});

test('PROF-14, PROF-15, PROF-16, PROF-17, PROF-18 each rule of the form has its words', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const good = {
    sOldPassword: testPassword,
    sNewPassword: 'Aa345678',
    sNewRetypedPassword: 'Aa345678',
  };
  const said = async (wrong: Partial<typeof good>) => {
    const body = { ...good, ...wrong };
    const reply = await shop.raw('POST', '/password/change', { token: anna.token, body });
    return [reply.status, reply.body.message];
  };
  expect(await said({ sOldPassword: '' })).toEqual([400, 'Old Password is required']);
  expect(await said({ sNewPassword: '' })).toEqual([400, 'New Password is required']);
  expect(await said({ sNewPassword: 'Aa34567' })).toEqual([
    400,
    'Password must be at least 8 characters.',
  ]);
  expect(await said({ sNewPassword: 'aa345678' })).toEqual([
    400,
    'Password Must be one lowercase one uppercase and one number character',
  ]);
  expect(await said({ sNewRetypedPassword: '' })).toEqual([400, 'Re Password is required']);
  expect(await said({ sNewRetypedPassword: 'Aa345679' })).toEqual([
    400,
    'Confirm Password does not match with Password.',
  ]);
  expect((await shop.call(myProfile, { token: anna.token })).status).toBe(200);
});

test('API-12 a wrong old password changes nothing and may be tried ten times only', async () => {
  const shop = await startShop({ working: false, env: { THROTTLE: '1' } });
  const anna = await makeMember(shop);
  for (let tries = 0; tries < 10; tries += 1)
    expect((await change(shop, anna, { old: 'Wrong-one-1' })).body.code).toBe(
      'account.wrong_password',
    );
  expect((await change(shop, anna)).status).toBe(429);
  expect((await shop.call(myProfile, { token: anna.token })).status).toBe(200);
});

test('API-12 of 20 parallel changes with the same old password one succeeds', async () => {
  const shop = await startShop({ env: { THROTTLE: '10' } });
  const anna = await makeMember(shop);
  const wishes = Array.from({ length: 20 }, (_, index) => `Parallel-${index}-Aa`);
  const replies = await Promise.all(wishes.map((to) => change(shop, anna, { to })));
  const won = wishes.filter((_, index) => replies[index]?.status === 200);
  expect(won).toHaveLength(1);
  await signInAs(shop, anna.email, won[0]);
});
