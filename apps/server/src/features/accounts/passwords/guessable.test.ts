import { type ErrorCode, refusalText } from '@giftlane/contract/errors.ts';
import {
  changePassword,
  forgotPassword,
  login,
  myProfile,
  register,
  resetPassword,
} from '@giftlane/contract/members/accounts.ts';
import { describe, expect, test } from 'vitest';
import { makeMember, testPassword } from '../../../testing/builders.ts';
import { shopForAll, type TestShop } from '../../../testing/start-shop.ts';
import { registerMember } from '../accounts.ts';
import {
  mailsTo,
  password,
  signInAs,
  signUpForm,
  subjects,
  tokenIn,
} from '../profile/people.testing.ts';
import { requireUnguessable } from './guessable.ts';

/** The reply of a refusal that stands at a field. */
const refusedAt = (field: string, code: ErrorCode) => ({
  status: 400,
  body: { code, message: refusalText(code), errors: [{ field, message: refusalText(code) }] },
});

const guessable = 'account.guessable_password';
const same = 'account.same_password';

const signUp = (shop: TestShop, email: string, sPassword: string) =>
  shop.call(register, { body: { ...signUpForm(email), sPassword } });

const both = (word: string) => ({ sNewPassword: word, sNewRetypedPassword: word });

test('common passwords, the shop and the own e-mail are guessable, with digits and signs around them, too', async () => {
  const email = 'Vera.Archer7@Example.com';
  const asked = (word: string) =>
    requireUnguessable(word, [email]).then(
      () => 'taken',
      (error: { code?: string }) => error.code,
    );
  const refused = [
    ...['Password1', 'PASSword123', 'Qwerty123', 'Welcome1', 'Ｐassword1'],
    ...[
      'Vera.Archer',
      'vera.ARCHER7',
      '12Vera.Archer99!',
      'VERA.archer7@example.com',
      `7${email}1`,
    ],
    ...['Giftlane1', '1giftLANE', 'Giftlane-2026!'],
  ];
  for (const word of refused) expect([word, await asked(word)]).toEqual([word, guessable]);
  const taken = [
    ...['Passw0rd', 'Abcdefg1', 'Aa345678', 'Gift-lane-1', testPassword, password],
    ...['Vera.Archer7-likes-tea', 'My-Giftlane-1', 'Password1-and-more'],
  ];
  for (const word of taken) expect([word, await asked(word)]).toEqual([word, 'taken']);
  // Signs without end cost no time.
  expect(await asked(`Aa1${'-'.repeat(190)}a`)).toBe('taken');
});

describe('passwords by mail, in one shop', () => {
  const shared = shopForAll();

  test('API-07 signing up: the rule of passwords speaks first, then a guessable one is refused at its field', async () => {
    const shop = shared();
    const weak = await signUp(shop, 'vera@example.com', 'password1');
    expect(weak.body.code).toBe('input.invalid');
    const refusal = refusedAt('sPassword', guessable);
    for (const word of ['Password1', 'Giftlane1']) {
      expect(await signUp(shop, 'vera@example.com', word)).toMatchObject(refusal);
    }
    expect(await signUp(shop, 'vera.archer@example.com', 'Vera.Archer1')).toMatchObject(refusal);
    expect((await signUp(shop, 'vera@example.com', 'Vera.Archer1')).status).toBe(200);
    await mailsTo(shop, 'vera@example.com', subjects.verify);
  });

  test('API-11 resetting: neither a guessable password nor the old one is taken, and the link stays good', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    await shop.call(forgotPassword, { body: { sEmail: anna.email } });
    const token = tokenIn((await mailsTo(shop, anna.email, subjects.reset))[0]);
    const reset = (word: string) =>
      shop.call(resetPassword, { params: { token }, body: both(word) });
    expect(await reset('Password1')).toMatchObject(refusedAt('sNewPassword', guessable));
    expect(await reset(testPassword)).toMatchObject(refusedAt('sNewPassword', same));
    expect((await shop.call(myProfile, { token: anna.token })).status).toBe(200);
    expect((await reset('Quite-another-1')).status).toBe(200);
    await signInAs(shop, anna.email, 'Quite-another-1');
  });
});

describe('passwords of members, in one shop', () => {
  const shared = shopForAll({ working: false });

  test('API-12 changing: neither a guessable password nor the old one is taken, and the session stays', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const change = (word: string, sOldPassword = testPassword) =>
      shop.call(changePassword, { token: anna.token, body: { sOldPassword, ...both(word) } });
    expect(await change('Password1')).toMatchObject(refusedAt('sNewPassword', guessable));
    const own = anna.email.replace('example', 'EXAMPLE');
    expect(await change(`${own}1`)).toMatchObject(refusedAt('sNewPassword', guessable));
    expect(await change(testPassword)).toMatchObject(refusedAt('sNewPassword', same));
    // Whoever does not know the old password learns nothing of it.
    const stranger = await change('Not-it-1', 'Not-it-1');
    expect(stranger.body.code).toBe('account.wrong_password');
    expect((await shop.call(myProfile, { token: anna.token })).status).toBe(200);
    await signInAs(shop, anna.email, testPassword);
    expect((await change('Quite-another-1')).status).toBe(200);
  });

  test('API-05 whoever has a guessable password from before goes on signing in by it', async () => {
    const shop = shared();
    const person = {
      ...{ email: 'old@example.com', firstName: 'Olga', lastName: 'Old' },
      ...{ country: { code: 'US', name: 'United States' }, currency: 'usd' as const },
    };
    await registerMember(shop.db, { ...person, password: 'Password1' }, 'least');
    const body = { sEmail: person.email, sPassword: 'Password1' };
    expect((await shop.call(login, { body })).status).toBe(200);
  });
});
