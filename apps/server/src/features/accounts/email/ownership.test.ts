/**
 * Whose an account is. A link of a mail may have been opened by a mail scanner, or by the owner of an address
 * who knows nothing of the account: it proves a mailbox, and not who holds the account (docs/decisions/0010).
 */
import {
  confirmEmail,
  forgotPassword,
  myProfile,
  register,
  resetPassword,
  verifyEmail,
} from '@giftlane/contract/members/accounts.ts';
import {
  followGoogleLink,
  googleLogin,
  linkGoogle,
  mailGoogleLink,
} from '@giftlane/contract/members/google.ts';
import { updateProfile } from '@giftlane/contract/members/profile.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { makeMember, testPassword } from '../../../testing/builders.ts';
import { googleToken } from '../../../testing/google.ts';
import { shopForAll, startShop, type TestShop } from '../../../testing/start-shop.ts';
import { addKey, prove, proveByKey, signInByKey } from '../factors/factors.testing.ts';
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

const linkedAnew = 'Your Google account is linked and your old password no longer works';
const ownPassword = 'Brand-new-9-of-mine';

const atGoogle = (shop: TestShop, email: string) =>
  shop.sandbox.google.addAccount({ email, emailVerified: true });
const idToken = (shop: TestShop, email: string) => googleToken(shop, atGoogle(shop, email));

/** Opens the link of the mail that verifies an address, in a browser with this session or none. */
async function openLink(shop: TestShop, email: string, token?: string) {
  const link = tokenIn((await mailsTo(shop, email, subjects.verify))[0]);
  expect((await shop.call(verifyEmail, { params: { token: link }, token })).status).toBe(200);
}

/** Lets an address that was asked for count by the password, as who has seen the mailbox once. */
async function confirmLink(shop: TestShop, email: string) {
  const link = tokenIn((await mailsTo(shop, email, subjects.verify))[0]);
  const body = { sPassword: testPassword };
  expect((await shop.call(confirmEmail, { params: { token: link }, body })).status).toBe(200);
}

/** Continues with Google by the address, and follows the link that is mailed. */
async function comeByGoogle(shop: TestShop, email: string) {
  const account = atGoogle(shop, email);
  const sGoogleToken = await googleToken(shop, account);
  await shop.call(mailGoogleLink, { body: { sGoogleToken } });
  const [mail] = await mailsTo(shop, email, 'Link your Google account');
  const token = /\/google\/link\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  return { account, followed: await shop.call(followGoogleLink, { params: { token } }) };
}

/** A stranger who registered the address of somebody else; a mail scanner has opened the link. */
async function laidOut(shop: TestShop, email: string) {
  const account = atGoogle(shop, newAddress());
  const sGoogleToken = await googleToken(shop, account);
  await shop.call(register, { body: { ...signUpForm(email), sGoogleToken } });
  const held = await signInAs(shop, email);
  await openLink(shop, email);
  return { held, account };
}

/** Whether the stranger is still in, can still get in by the password, or by their Google account. */
async function doorsOf(
  shop: TestShop,
  email: string,
  { held, account }: Awaited<ReturnType<typeof laidOut>>,
) {
  const sGoogleToken = await googleToken(shop, account);
  return {
    session: (await shop.call(myProfile, { token: held })).status === 200,
    password: await signInAs(shop, email).then(
      () => true,
      () => false,
    ),
    google: (await shop.call(googleLogin, { body: { sGoogleToken } })).status === 200,
  };
}

const shut = { session: false, password: false, google: false };

describe('owners in one shop', () => {
  const shared = shopForAll();

  test('a stranger who registered an address that a mail scanner verified is out once its owner comes by Google, who is told', async () => {
    const shop = shared();
    const email = newAddress();
    const stranger = await laidOut(shop, email);
    // The owner signs up with Google, and is led to link the account that is there.
    const signUp = { ...signUpForm(email), sGoogleToken: await idToken(shop, email) };
    expect((await shop.call(register, { body: signUp })).body.code).toBe('google.not_linked');
    const { followed, account } = await comeByGoogle(shop, email);
    expect(followed.body.message).toContain('it no longer works');
    expect(await doorsOf(shop, email, stranger)).toEqual(shut);
    const [mail] = await mailsTo(shop, email, linkedAnew);
    expect(mail?.text).toContain('someone else may have set it');
    expect(mail?.text).toContain('/auth/forgot-password');
    // Only once: from then on the account is theirs.
    const sGoogleToken = await googleToken(shop, account);
    const again = await shop.call(googleLogin, { body: { sGoogleToken } });
    expect(again.status).toBe(200);
  });

  test('a stranger who registered an address is out once its owner asks for a new password, who is told', async () => {
    const shop = shared();
    const email = newAddress();
    const stranger = await laidOut(shop, email);
    await shop.call(forgotPassword, { body: { sEmail: email } });
    const token = tokenIn((await mailsTo(shop, email, subjects.reset))[0]);
    const body = { sNewPassword: ownPassword, sNewRetypedPassword: ownPassword };
    const reset = await shop.call(resetPassword, { params: { token }, body });
    expect(reset.body.message).toContain('We unlinked the Google account');
    expect(await doorsOf(shop, email, stranger)).toEqual(shut);
    await mailsTo(shop, email, subjects.changed);
    // A password set by mail is its owner's: Google leaves it alone afterwards.
    const { followed } = await comeByGoogle(shop, email);
    expect(followed.body.message).not.toContain('no longer works');
    await signInAs(shop, email, ownPassword);
  });

  test.each(['signed in', 'signed in afterwards'])(
    'who did all by themselves in one browser keeps the password when Google is linked by mail: %s',
    async (when) => {
      const shop = shared();
      const email = newAddress();
      await shop.call(register, { body: signUpForm(email) });
      if (when === 'signed in afterwards') await openLink(shop, email);
      const token = await signInAs(shop, email);
      // The shop gives the link again once somebody has signed in.
      await openLink(shop, email, token);
      const { followed } = await comeByGoogle(shop, email);
      expect(followed.body.message).toBe(
        'Your Google account is linked. You can now sign in with it.',
      );
      expect((await shop.call(myProfile, { token })).status).toBe(200);
      await signInAs(shop, email);
      await jobsDone(shop);
      expect(shop.sandbox.mails(email).map(({ subject }) => subject)).not.toContain(linkedAnew);
    },
  );

  test('a changed address whose link is opened in a browser of the account keeps its password, too', async () => {
    const shop = shared();
    const { token } = await makeMember(shop);
    const email = newAddress();
    const form = { sFirstName: 'A', sLastName: 'B', sEmail: email };
    const body = { ...form, oCountry: { value: 'US', label: 'United States' } };
    await prove(shop, { token });
    await shop.call(updateProfile, { token, body });
    await openLink(shop, email, token);
    await comeByGoogle(shop, email);
    await signInAs(shop, email, testPassword);
  });

  test('who links Google by the password, or registers with it, has shown both at once', async () => {
    const shop = shared();
    const [linked, registered] = [newAddress(), newAddress()];
    await shop.call(register, { body: signUpForm(linked) });
    const sGoogleToken = await idToken(shop, linked);
    await shop.call(linkGoogle, { body: { sGoogleToken, sPassword: password } });
    const form = { ...signUpForm(registered), sGoogleToken: await idToken(shop, registered) };
    await shop.call(register, { body: form });
    for (const email of [linked, registered]) {
      // By a second Google account of the same address.
      await comeByGoogle(shop, email);
      await signInAs(shop, email);
    }
  });
});

test('a stranger who gave an account the address of somebody else is out once its owner comes by Google, however late', async () => {
  const shop = await startShop();
  const stranger = await makeMember(shop);
  const email = newAddress();
  await shop.db.run(sql`
    update members set email_verified_at = app_now(), owner_shown_at = app_now()`);
  const form = { sFirstName: 'A', sLastName: 'B', sEmail: email };
  const body = { ...form, oCountry: { value: 'US', label: 'United States' } };
  await prove(shop, stranger);
  await shop.call(updateProfile, { token: stranger.token, body });
  await confirmLink(shop, email);
  // As after 90 days, when changes are forgotten.
  await shop.db.run(sql`delete from email_changes`);
  const { followed } = await comeByGoogle(shop, email);
  expect(followed.body.message).toContain('it no longer works');
  expect((await shop.call(myProfile, { token: stranger.token })).status).toBe(401);
  await expect(signInAs(shop, email, testPassword)).rejects.toThrow('no sign-in');
});

test.each(['a new password', 'Google'])(
  'a passkey the stranger had before the account got the address is gone once its owner comes by %s',
  async (way) => {
    const shop = await startShop();
    const stranger = await makeMember(shop);
    await shop.db.run(sql`
      update members set email_verified_at = app_now(), owner_shown_at = app_now()`);
    await prove(shop, stranger);
    const { device } = await addKey(shop, stranger);
    const email = newAddress();
    await proveByKey(shop, stranger, device);
    const form = { sFirstName: 'A', sLastName: 'B', sEmail: email };
    const body = { ...form, oCountry: { value: 'US', label: 'United States' } };
    await shop.call(updateProfile, { token: stranger.token, body });
    await confirmLink(shop, email);
    // Long after: a new password by mail ends young ones whoever's they are.
    await shop.db.run(sql`update passkeys set created_at = created_at - interval '1 year'`);
    if (way === 'Google') await comeByGoogle(shop, email);
    else {
      await shop.call(forgotPassword, { body: { sEmail: email } });
      const token = tokenIn((await mailsTo(shop, email, subjects.reset))[0]);
      const passwords = { sNewPassword: ownPassword, sNewRetypedPassword: ownPassword };
      await shop.call(resetPassword, { params: { token }, body: passwords });
    }
    expect((await signInByKey(shop, device)).status).toBe(400);
  },
);

test('a session of another account, or one that has ended, shows nothing by opening a link', async () => {
  const shop = await startShop();
  const other = await makeMember(shop);
  const email = newAddress();
  const { held } = await laidOut(shop, email);
  await shop.raw('GET', '/logout', { token: held });
  for (const token of [other.token, held]) await openLink(shop, email, token);
  const { shown } = await shop.db.one(sql<{ shown: number }>`
    select count(owner_shown_at)::int as shown from members`);
  expect(shown).toBe(0);
});
