/** Who gets into an account: passkeys and codes in a real browser, sessions, the owner's freeze. */
import { login } from '@giftlane/contract/members/accounts.ts';
import { googleLogin, linkGoogle } from '@giftlane/contract/members/google.ts';
import { text } from '@giftlane/texts/text.ts';
import { Secret, TOTP } from 'otpauth';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember, testPassword } from '../apps/server/src/testing/builders.ts';
import { googleToken } from '../apps/server/src/testing/google.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { freePort } from '../tools/free-port.ts';
import { scan } from './axe.ts';
import { browserForFile, desktop, longTest, phone, sizes } from './browser.ts';
import { sidewaysScroll, signIn } from './journey.ts';

const { visit } = browserForFile();

/** A device with a passkey's chip and somebody's finger, as Chromium plays one. */
async function plugDeviceIn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** A key as it is typed by hand: in fours. */
const spacedKey = /^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/;

/** Signed in by the password, at the shop's own address: a passkey belongs to one. */
async function atSecurity(size = desktop) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const shop = await startShop({ env: { PUBLIC_URL: url }, port });
  const anna = await makeMember(shop, { walletMinor: 50_00n });
  const page = await visit(url, { size });
  await page.goto('/auth/login');
  await signIn(page, anna.email);
  await page.waitForURL((at) => at.pathname === '/');
  // Signing in by password is a proof for five minutes (API-14).
  await shop.db.run(sql`update sessions set proven_at = proven_at - interval '6 minutes'`);
  return { shop, anna, page };
}

const confirmed = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
};

const leave = async (page: Page) => {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/auth/login');
};

for (const size of sizes) {
  test(`an authenticator app is set up, asked for at the second step, and taken away, ${size.width} px`, async () => {
    const { anna, page } = await atSecurity(size);
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await confirmed(page);
    const dialog = page.getByRole('dialog', { name: 'Set up an app' });
    // On the phone itself there is nothing to scan.
    if (size === phone)
      expect(
        await dialog.getByRole('link', { name: text('security.totp.open') }).getAttribute('href'),
      ).toMatch(/^otpauth:\/\/totp\//);
    const key = (await dialog.getByText(spacedKey).textContent())?.replaceAll(' ', '') ?? '';
    await dialog.getByRole('button', { name: text('security.totp.copy') }).click();
    await dialog.getByText(text('security.totp.copied')).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(key);
    await dialog.getByLabel('Code', { exact: true }).fill('000000');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('This code is wrong').waitFor();
    const totp = new TOTP({ secret: Secret.fromBase32(key) });
    await dialog.getByLabel('Code', { exact: true }).fill(totp.generate());
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await codes.getByRole('listitem').first().waitFor();
    expect(await codes.getByRole('listitem').count()).toBe(10);
    const recovery = (await codes.getByRole('listitem').first().textContent()) ?? '';
    await scan(page, 'recovery codes');
    // Closing asks, until they are kept somewhere.
    await page.keyboard.press('Escape');
    await codes.getByText(text('security.recovery.leave')).waitFor();
    await scan(page, 'recovery codes that are not kept');
    const download = page.waitForEvent('download');
    await codes.getByRole('button', { name: text('security.recovery.download') }).click();
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
    await page.keyboard.press('Escape');
    await page.getByText('Two factors on', { exact: true }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await leave(page);
    await signIn(page, anna.email);
    await page.waitForURL('**/auth/second-step');
    await scan(page, 'the second step');
    // By the keyboard alone.
    await page.getByLabel('Code', { exact: true }).focus();
    await page.keyboard.type(recovery);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
  });
}

/** An app is being set up; the answer to its first code is lost, and the app is on. */
async function appWhoseAnswerIsLost(also?: (page: Page) => Promise<unknown>) {
  const { shop, page } = await atSecurity(phone);
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await confirmed(page);
  const dialog = page.getByRole('dialog', { name: 'Set up an app' });
  const key = (await dialog.getByText(spacedKey).textContent())?.replaceAll(' ', '') ?? '';
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/security/totp/confirm', lose, { times: 1 });
  await also?.(page);
  const press = async () => {
    await dialog.getByLabel('Code', { exact: true }).fill(totp.generate());
    await dialog.getByRole('button', { name: 'Confirm' }).click();
  };
  await press();
  const isOn = dialog.getByText(text('security.totp.lost'));
  const unprove = () =>
    shop.db.run(sql`update sessions set proven_at = proven_at - interval '6 minutes'`);
  return { page, dialog, totp, press, isOn, unprove };
}

test('an app whose answer was lost is said to be on, and leads to new recovery codes', async () => {
  const { page, dialog, totp, isOn, unprove } = await appWhoseAnswerIsLost();
  await isOn.waitFor();
  await scan(page, 'an app that is on');
  expect(await sidewaysScroll(page)).toBe(0);
  await unprove();
  await dialog.getByRole('button', { name: 'Get new codes' }).click();
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  // The code that was given is spent: the app's next one.
  const timestamp = Date.now() + 30_000;
  await proof.getByLabel('Code', { exact: true }).fill(totp.generate({ timestamp }));
  await proof.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect.poll(() => codes.getByRole('listitem').count()).toBe(10);
  await codes.getByRole('button', { name: "I've saved them" }).click();
  await page.getByText('10 of 10 left').waitFor();
});

for (const proven of [true, false])
  test(`an app whose answer was lost with the network is said to be on at the next press, ${proven ? 'still' : 'no longer'} proven`, async () => {
    const security = '**/api/v1/security';
    const lost = await appWhoseAnswerIsLost((page) =>
      page.route(security, (route) => route.abort()),
    );
    const { page, dialog, press, isOn, unprove } = lost;
    await dialog.getByText('Server is unavailable.').waitFor();
    await page.unroute(security);
    if (!proven) await unprove();
    await press();
    await isOn.waitFor();
    await dialog.getByRole('button', { name: 'Get new codes' }).waitFor();
  });

test('a passkey is added and signs in by one press', async () => {
  const { page, anna } = await atSecurity();
  await plugDeviceIn(page);
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await confirmed(page);
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByRole('button', { name: "I've saved them" }).click();
  await page.getByText('My laptop').waitFor();
  await leave(page);
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await leave(page);
  await signIn(page, anna.email);
  await page.waitForURL('**/auth/second-step');
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('what leaves is frozen by a press and a word for it; sessions elsewhere are seen and ended', async () => {
  const { shop, anna, page } = await atSecurity();
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const body = { sEmail: anna.email, sPassword: testPassword };
  await shop.call(login, { body, headers: { 'user-agent': agent } });
  await page.goto('/account/security');
  await page.getByRole('button', { name: text('security.freeze.action') }).waitFor();
  await scan(page, 'the security page');
  const notMe = page.getByRole('link', { name: /^Not me: Firefox on Linux/ });
  expect(await notMe.getAttribute('href')).toBe('/account/change-password');
  await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click();
  await page.getByText('Signed out.').waitFor();
  await expect.poll(() => page.getByText('Firefox on Linux').count()).toBe(1);
  await page.getByRole('button', { name: text('security.freeze.action') }).click();
  const asks = page.getByRole('dialog', { name: text('security.freeze.ask') });
  await scan(page, 'the question');
  await asks.getByRole('button', { name: text('security.freeze.action') }).click();
  await page.getByText('Frozen since').waitFor();
  await scan(page, 'a frozen account');
  await page.getByRole('button', { name: 'Unfreeze my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unfreeze your account' });
  await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
  await dialog.getByRole('button', { name: 'Unfreeze my account' }).click();
  await page.getByText('Frozen until').waitFor();
  // A password alone takes a day, and that day has begun: no button says it could be sooner.
  expect(await page.getByRole('button', { name: /^Unfreeze/ }).count()).toBe(0);
  await page.getByRole('button', { name: text('security.freeze.stay') }).click();
  await page.getByText('Frozen since').waitFor();
});

longTest(
  'a Google account that is linked is unlinked after a confirmation, and its row is gone',
  async () => {
    const { shop, anna, page } = await atSecurity();
    const account = shop.sandbox.google.addAccount({ email: anna.email, emailVerified: true });
    const sGoogleToken = await googleToken(shop, account);
    await shop.call(linkGoogle, { body: { sGoogleToken, sPassword: testPassword } });
    await page.goto('/account/security');
    await page.getByText('Linked', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Unlink' }).dblclick();
    await confirmed(page);
    await page.getByText('You can no longer sign in with it').first().waitFor();
    await page.getByText('Linked', { exact: true }).waitFor({ state: 'detached' });
    const back = { sGoogleToken: await googleToken(shop, account) };
    expect((await shop.call(googleLogin, { body: back })).body.code).toBe('google.not_linked');
  },
);
