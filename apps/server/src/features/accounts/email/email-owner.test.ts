/** Another address counts for who asked, or who knows the password; and the former one can take it back. */
import {
  confirmEmail,
  forgotPassword,
  login,
  myProfile,
  register,
  resetPassword,
  undoEmail,
  verifyEmail,
} from '@giftlane/contract/members/accounts.ts';
import { closeAccount } from '@giftlane/contract/members/my-data.ts';
import { updateProfile } from '@giftlane/contract/members/profile.ts';
import { lockAccount, proveCode, showSecurity } from '@giftlane/contract/members/security.ts';
import { text } from '@giftlane/texts/text.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { days } from '../../../platform/process/durations.ts';
import { makeMember, type TestMember, testPassword } from '../../../testing/builders.ts';
import { linkGoogle } from '../../../testing/google.ts';
import { shopForAll, startShop, type TestShop } from '../../../testing/start-shop.ts';
import { addApp, addKey, codeOf, prove } from '../factors/factors.testing.ts';
import {
  jobsDone,
  mailsTo,
  newAddress,
  password,
  signInAs,
  signUpForm,
  subjects,
  tokenIn,
} from '../profile/people.testing.ts';

const newPassword = 'Brand-new-9-of-mine';

/** Asks for another address and answers the token of the link that was mailed there. */
async function ask(shop: TestShop, member: Pick<TestMember, 'token'>, sEmail: string) {
  await prove(shop, member);
  const names = { sFirstName: 'Anna', sLastName: 'Archer', sEmail };
  const body = { ...names, oCountry: { value: 'US', label: 'United States' } };
  expect((await shop.call(updateProfile, { token: member.token, body })).status).toBe(200);
  return tokenIn((await mailsTo(shop, sEmail, subjects.verify))[0]);
}

const open = (shop: TestShop, link: string, token?: string) =>
  shop.call(verifyEmail, { params: { token: link }, token });

const confirm = (shop: TestShop, link: string, sPassword: string) =>
  shop.call(confirmEmail, { params: { token: link }, body: { sPassword } });

const undo = (shop: TestShop, link: string) => shop.call(undoEmail, { params: { token: link } });

/** Moves an account to another address; answers the token of the mail to the former one. */
async function move(shop: TestShop, member: Pick<TestMember, 'token'>, from: string, to: string) {
  expect((await open(shop, await ask(shop, member, to), member.token)).status).toBe(200);
  const [mail] = await mailsTo(shop, from, text('mail.emailDone.heading'));
  return /\/mail\/undo\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

const emailOf = async (shop: TestShop, id: string) =>
  (await shop.db.one(sql<{ email: string }>`select email from members where id = ${id}`)).email;

describe('who another address counts for', () => {
  const shared = shopForAll();

  test('57 a mail scanner, another account and a stranger who resets the password get nothing by the link', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    const typo = newAddress();
    const link = await ask(shop, anna, typo);
    const other = await signInAs(shop, anna.email, testPassword);
    for (const token of [undefined, bert.token, other]) {
      const { status, body } = await open(shop, link, token);
      expect([status, body.code]).toEqual([409, 'account.email_unconfirmed']);
    }
    expect((await confirm(shop, link, 'Wrong-password-1')).body.code).toBe(
      'session.wrong_credentials',
    );
    // The stranger asks for a new password of the account they were given.
    await shop.call(forgotPassword, { body: { sEmail: typo } });
    await jobsDone(shop);
    expect(shop.sandbox.mails(typo).map(({ subject }) => subject)).toEqual([subjects.verify]);
    expect(await emailOf(shop, anna.id)).toBe(anna.email);
    await signInAs(shop, anna.email, testPassword);
  });

  test('57 it counts in the session that asked, and with the password anywhere', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    const [annas, berts] = [newAddress(), newAddress()];
    expect((await open(shop, await ask(shop, anna, annas), anna.token)).status).toBe(200);
    const link = await ask(shop, bert, berts);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => confirm(shop, link, testPassword)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect([await emailOf(shop, anna.id), await emailOf(shop, bert.id)]).toEqual([annas, berts]);
    // The session that asked goes on.
    expect((await shop.call(myProfile, { token: bert.token })).status).toBe(200);
  });

  test('57 the password is guessed at the link as often as at the sign-in', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const link = await ask(shop, anna, newAddress());
    const codes = [];
    for (let n = 0; n < 11; n += 1) codes.push((await confirm(shop, link, `Wrong-${n}`)).status);
    expect(codes).toEqual([...Array<number>(10).fill(400), 429]);
  });
});

describe('taking an address back', () => {
  const shared = shopForAll();

  test('57 the former address takes the account back, and leaves the stranger nothing', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { verified: true });
    await linkGoogle(shop, anna.id, `of-${anna.id}`);
    // Somebody who knows the password, from a browser of theirs.
    const thief = { token: await signInAs(shop, anna.email, testPassword) };
    const to = newAddress();
    const link = await move(shop, thief, anna.email, to);
    await linkGoogle(shop, anna.id, `thief-${anna.id}`);
    await prove(shop, thief);
    await addKey(shop, thief);
    await shop.call(forgotPassword, { body: { sEmail: to } });
    const reset = tokenIn((await mailsTo(shop, to, subjects.reset))[0]);

    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(shop, link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect(await emailOf(shop, anna.id)).toBe(anna.email);
    expect((await shop.call(myProfile, { token: thief.token })).status).toBe(401);
    for (const sEmail of [to, anna.email]) {
      const body = { sEmail, sPassword: testPassword };
      expect((await shop.call(login, { body })).body.code).toBe('session.wrong_credentials');
    }
    const body = { sNewPassword: newPassword, sNewRetypedPassword: newPassword };
    expect((await shop.call(resetPassword, { params: { token: reset }, body })).status).toBe(404);
    const left = await shop.db.rows(sql<{ subject: string }>`
      select subject from identities where member_id = ${anna.id}`);
    expect(left).toEqual([{ subject: `of-${anna.id}` }]);
    // The new address is told, and the former one is sent a link to a new password.
    await mailsTo(shop, to, text('mail.emailUndone.heading'));
    const own = tokenIn((await mailsTo(shop, anna.email, subjects.reset))[0]);
    expect((await shop.call(resetPassword, { params: { token: own }, body })).status).toBe(200);
    const token = await signInAs(shop, anna.email, newPassword);
    const { data } = (await shop.call(showSecurity, { token })).body;
    expect(data).toMatchObject({ aPasskeys: [], dLockedAt: expect.any(String) });
  });

  test('57 it works for 7 days, whatever the address was changed to since, and whether the account was closed', async () => {
    const shop = await startShop();
    const [anna, bert] = [
      await makeMember(shop, { verified: true }),
      await makeMember(shop, { verified: true }),
    ];
    const [second, third] = [newAddress(), newAddress()];
    const first = await move(shop, anna, anna.email, second);
    const later = await move(shop, anna, second, third);
    const berts = await move(shop, bert, bert.email, newAddress());
    const body = { sPassword: testPassword };
    await shop.call(closeAccount, { token: anna.token, body });
    await shop.moveClock(days(6));
    expect((await undo(shop, first)).status).toBe(200);
    expect(await emailOf(shop, anna.id)).toBe(anna.email);
    expect((await undo(shop, later)).body.code).toBe('account.token_expired');
    await mailsTo(shop, anna.email, subjects.reset);
    await shop.moveClock(days(1) + 1);
    expect((await undo(shop, berts)).body.code).toBe('account.token_expired');
  });

  test('57 who reads a mistyped address has no claim: its mail has no link, and it is kept for nobody', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    // As a mail scanner opens the link of a registration.
    await shop.db.run(sql`update members set email_verified_at = app_now() where id = ${anna.id}`);
    expect(await move(shop, anna, anna.email, newAddress())).toBe('');
    const stranger = signUpForm(anna.email);
    await shop.call(register, { body: stranger });
    await signInAs(shop, anna.email, password);
  });

  test('57 nobody opens another account with an address that can be taken back', async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { verified: true });
    const [bert, to] = [await makeMember(shop), newAddress()];
    const link = await move(shop, anna, anna.email, to);
    const form = signUpForm(anna.email);
    const registered = await shop.call(register, { body: form });
    expect([registered.status, registered.body.message]).toEqual([200, text('notice.registered')]);
    await expect(signInAs(shop, anna.email, password)).rejects.toThrow('no sign-in');
    const grabbed = await ask(shop, bert, anna.email);
    expect((await open(shop, grabbed, bert.token)).body.code).toBe('account.token_expired');
    expect((await undo(shop, link)).status).toBe(200);
    expect(await emailOf(shop, anna.id)).toBe(anna.email);
  });

  test('57 factors from before the change stay, and a freeze does too', async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { verified: true });
    const { secret } = await addApp(shop, anna);
    // One of the week before the change would go, as a thief's would.
    await shop.moveClock(days(8));
    const body = { sCode: await codeOf(shop, secret, 1) };
    expect((await shop.call(proveCode, { token: anna.token, body })).status).toBe(200);
    const names = { sFirstName: 'A', sLastName: 'B', oCountry: { value: 'US', label: 'USA' } };
    const to = newAddress();
    await shop.call(updateProfile, { token: anna.token, body: { ...names, sEmail: to } });
    const asked = tokenIn((await mailsTo(shop, to, subjects.verify))[0]);
    expect((await open(shop, asked, anna.token)).status).toBe(200);
    await shop.call(lockAccount, { token: anna.token });
    const [mail] = await mailsTo(shop, anna.email, text('mail.emailDone.heading'));
    const link = /\/mail\/undo\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await undo(shop, link)).status).toBe(200);
    const reset = tokenIn((await mailsTo(shop, anna.email, subjects.reset))[0]);
    const passwords = { sNewPassword: newPassword, sNewRetypedPassword: newPassword };
    await shop.call(resetPassword, { params: { token: reset }, body: passwords });
    const typed = { sEmail: anna.email, sPassword: newPassword };
    expect((await shop.call(login, { body: typed })).body.code).toBe('session.factor_needed');
    const { locked } = await shop.db.one(sql<{ locked: boolean }>`
      select is_locked(m) as locked from members m where id = ${anna.id}`);
    expect(locked).toBe(true);
  });
});
