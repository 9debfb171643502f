/** Verification of identity, from the tips to the member's new status. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { look, lookAndVerify } from '../apps/server/src/features/kyc/applicants.testing.ts';
import { rejectKyc } from '../apps/server/src/features/kyc/kyc.ts';
import { makePicture } from '../apps/server/src/features/uploads/pictures.testing.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { violations } from './axe.ts';
import { browserForFile, longTest, phone, sizes } from './browser.ts';
import { boxOf, holdBack, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

const actor = 'command line: test';

/** Fills in what the profile does not know. */
async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Date of birth').fill('1990-05-31');
  await page.getByLabel('Address line 1').fill('7 Market Lane');
  await page.getByLabel('Address line 2').fill('Flat 3');
  await page.getByLabel('City').fill('Leeds');
  await page.getByLabel('State', { exact: true }).fill('Yorkshire');
  await page.getByLabel('Zip code').fill('LS1 1AA');
}

const labels = ['Identity card, front', 'Identity card, back', 'Proof of address', 'Selfie'];

async function upload(page: Page, label: string): Promise<void> {
  const group = page.getByRole('group', { name: label });
  await group
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: await makePicture(),
    });
  await group.getByText('Uploaded').waitFor();
}

/** Says what the papers are, upon which their pictures are asked for. */
async function chooseTypes(page: Page, id = 'Passport', address = 'Bank Statement') {
  await page.getByLabel(id).check();
  await page.getByLabel(address).check();
}

async function openWizard(page: Page): Promise<void> {
  await page.goto('/account/kyc-submit');
  await fillIn(page);
  await chooseTypes(page);
  for (const label of labels) await upload(page, label);
  await page.getByLabel('I accept the').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog').getByText('Is this the identity card in your photos?').waitFor();
}

/** Through both types, as they were chosen in the form, to the last look. */
async function toLastLook(page: Page): Promise<void> {
  const wizard = page.getByRole('dialog');
  await wizard.getByRole('button', { name: 'Next' }).click();
  await wizard.getByText('Is this the proof of address in your photo?').waitFor();
  await wizard.getByRole('button', { name: 'Next' }).click();
  await wizard.getByText('Is everything correct?').waitFor();
}

const submissions = async (shop: TestShop) =>
  (await shop.db.rows(sql`select from kyc_submissions`)).length;

for (const size of sizes) {
  test(`ROUTE-34, ROUTE-35, KYC-10, 11, 28, 29, 30, 31, 32, 33, ERR-22 tips, form, wizard, and the profile with the server’s word, ${size.width} px`, async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { token: anna.token, size });
    await page.goto('/account/profile');
    await page.getByRole('link', { name: 'Verify now' }).click();
    await page.getByRole('heading', { name: 'verify yourself', exact: true }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('link', { name: 'Proceed' }).click();
    await page.waitForURL('**/account/kyc-submit');
    expect(await page.getByLabel('First name').inputValue()).toBe('Anna');
    await openWizard(page);
    expect(await sidewaysScroll(page)).toBe(0);
    const wizard = page.getByRole('dialog');
    expect(await violations(page)).toEqual([]);
    for (const type of ['Drivers Licence', 'State Card', 'Passport'])
      await wizard.getByLabel(type).waitFor();
    expect(await wizard.getByLabel('Passport').isChecked()).toBe(true);
    await wizard.getByLabel('State Card').check();
    await wizard.getByRole('button', { name: 'Next' }).click();
    await wizard.getByText('Is this the proof of address in your photo?').waitFor();
    await wizard.getByRole('button', { name: 'Back' }).click();
    expect(await wizard.getByLabel('State Card').isChecked()).toBe(true);
    await wizard.getByRole('button', { name: 'Next' }).click();
    for (const type of [
      'Water Bill',
      'Utility Bill',
      'Phone Bill',
      'Credit Card Statement',
      'Bank Statement',
      'Other',
    ])
      await wizard.getByLabel(type).waitFor();
    expect(await wizard.getByLabel('Bank Statement').isChecked()).toBe(true);
    await wizard.getByLabel('Water Bill').check();
    await wizard.getByRole('button', { name: 'Next' }).click();
    await wizard.getByText('7 Market Lane').waitFor();
    for (const type of ['State Card', 'Water Bill'])
      await wizard.getByRole('definition').getByText(type, { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await wizard.getByRole('button', { name: 'Submit' }).dblclick();
    await page.waitForURL('**/account/profile');
    await page.getByText('Documents Submited for Verification').waitFor();
    await page
      .getByText(/in review$/)
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(await submissions(shop)).toBe(1);
    // What was typed waits in the tab for a refusal, without pictures and consent.
    const kept = await page.evaluate<string>(`sessionStorage.getItem('giftlane.kyc')`);
    expect(JSON.parse(kept).values).toMatchObject({ city: 'Leeds', docFront: '', terms: '' });
  });
}

test('KYC-01, 02, 03, 04, 06, 07, 08, 09, 12 each status has its title; tips and form are there for p and r alone', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  const tips = page.getByRole('heading', { name: 'How to take the photos' });
  const expectStatus = async (title: string, open: boolean) => {
    await page.goto('/account/kyc');
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    expect(await tips.isVisible()).toBe(open);
    expect(await page.getByRole('link', { name: 'Proceed' }).isVisible()).toBe(open);
    expect(await violations(page)).toEqual([]);
    await page.goto('/account/kyc-submit');
    await page.waitForURL(open ? '**/account/kyc-submit' : '**/account/kyc');
  };
  await expectStatus('verify yourself', true);
  await openWizard(page);
  const wizard = page.getByRole('dialog');
  await toLastLook(page);
  await wizard.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/account/profile');
  await expectStatus('Documents Submited', false);
  await look(shop, anna.id, actor);
  await rejectKyc(shop.db, anna.id, { actor, reason: 'Blurred' });
  await page.goto('/account/kyc');
  await page.getByText('Reason: Blurred').waitFor();
  // Which step the reason is about is known by what was typed in this tab; another knows of none.
  const marked = (tab: Page) => tab.getByRole('main').locator('li[aria-current="step"]');
  expect(await marked(page).textContent()).toContain('Identity card');
  const another = await visit(shop.url, { token: anna.token, size: phone });
  await another.goto('/account/kyc');
  await another.getByText("Replace what we couldn't accept").waitFor();
  expect(await marked(another).count()).toBe(0);
  await expectStatus('Verify Yourself (Again)', true);
  // What is to be mended stands where it is mended.
  await page.getByText('Reason: Blurred').waitFor();
  // What was right is still there; what was looked at is asked for again.
  expect(await page.getByLabel('Date of birth').inputValue()).toBe('1990-05-31');
  expect(await page.getByLabel('Address line 1').inputValue()).toBe('7 Market Lane');
  expect(await page.getByText('Your photo is saved.').count()).toBe(0);
  expect(await page.getByLabel('I accept the').isChecked()).toBe(false);
  await openWizard(page);
  await toLastLook(page);
  await wizard.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/account/profile');
  await lookAndVerify(shop, anna.id, actor);
  await expectStatus('KYC Verified', false);
  expect(await page.evaluate(`sessionStorage.getItem('giftlane.kyc')`)).toBeNull();
  await page.route('**/api/v1/myprofile', async (route) => {
    const reply = await route.fetch();
    const body = await reply.json();
    await route.fulfill({ json: { ...body, data: { ...body.data, sKycStatus: 'x' } } });
  });
  await expectStatus('KYC Varification Unknown', false);
});

test('KYC-15, KYC-23, GLOB-10 half a date of birth is said to be none when it is left, and the wizard waits for all of the form', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.goto('/account/kyc-submit');
  expect(await page.getByRole('option', { name: 'Choose your country' }).isDisabled()).toBe(true);
  const birth = page.getByLabel('Date of birth');
  await birth.focus();
  await page.keyboard.press('Tab');
  await page.getByLabel('Zip code').focus();
  expect(await page.getByText('Date of Birth is required').count()).toBe(0);
  await birth.focus();
  await page.keyboard.type('05');
  await page.getByLabel('Zip code').focus();
  await page.getByText('Date of Birth is required').waitFor();
  expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await fillIn(page);
  await chooseTypes(page);
  await page.getByLabel('I accept the').check();
  for (const label of labels.slice(0, 3)) await upload(page, label);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Please Upload a Selffie', { exact: true }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await upload(page, 'Selfie');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog').waitFor();
});

longTest(
  'a field left empty closes the button; how many are to complete stands beside it, and a press marks all and leads to the first',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/account/kyc-submit');
    await page.getByLabel('Zip code').fill('1');
    await page.getByLabel('Zip code').fill('');
    await page.getByLabel('Zip code').blur();
    await page.getByText('Zip Code is required').waitFor();
    expect(await page.getByText('City is required').count()).toBe(0);
    await page.getByRole('button', { name: '13 fields left' }).click();
    await page.getByText('City is required').waitFor();
    await page.getByText('Please Accept Terms and Conditions').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('dob');
  },
);

longTest(
  'from the last look each part leads to where it is mended, and nothing is lost',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await openWizard(page);
    const wizard = page.getByRole('dialog');
    for (const [label, section] of [
      ['Personal information', 'kyc-personal'],
      ['Proof of address', 'kyc-address'],
    ] as const) {
      await toLastLook(page);
      await wizard.getByRole('button', { name: `Edit: ${label}`, exact: true }).click();
      await wizard.waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe(section);
      expect(await page.getByLabel('City').inputValue()).toBe('Leeds');
      await page.getByRole('button', { name: 'Continue' }).click();
    }
  },
);

longTest(
  'KYC-31 what was typed survives closing the wizard, a reload and Back, but not signing out',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { token: anna.token });
    await openWizard(page);
    const wizard = page.getByRole('dialog');
    await wizard.getByLabel('State Card').check();
    await wizard.getByText('Close', { exact: true }).click();
    await wizard.waitFor({ state: 'detached' });
    expect(await page.getByLabel('State Card').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await wizard.getByLabel('State Card').isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await wizard.waitFor({ state: 'detached' });
    await page.reload();
    expect(await page.getByLabel('State Card').isChecked()).toBe(true);
    expect(await page.getByLabel('City').inputValue()).toBe('Leeds');
    expect(await page.getByText('Your photo is saved.').count()).toBe(4);
    await page.getByRole('link', { name: 'FAQ' }).first().click();
    await page.waitForURL('**/faq');
    await page.goBack();
    expect(await page.getByLabel('Address line 1').inputValue()).toBe('7 Market Lane');
    await page.getByRole('button', { name: 'Continue' }).click();
    await wizard.waitFor();
    await page.keyboard.press('Escape');
    await wizard.waitFor({ state: 'detached' });
    expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('Leeds');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByText("You're signed out.").waitFor();
    expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain('Leeds');
  },
);

longTest(
  'a lost answer is sent again without harm; a document that is gone is asked for again at its field',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await openWizard(page);
    const wizard = page.getByRole('dialog');
    await toLastLook(page);
    await shop.db.run(sql`
    update uploads set gone_at = app_now() where path = (
      select path from uploads where kind = 'kycDocs' order by put_until desc limit 1)`);
    await wizard.getByRole('button', { name: 'Submit' }).click();
    await wizard.waitFor({ state: 'detached' });
    await page.getByRole('group', { name: 'Selfie' }).getByText(/again/i).first().waitFor();
    expect(await page.getByLabel('City').inputValue()).toBe('Leeds');
    await upload(page, 'Selfie');
    await page.getByRole('button', { name: 'Continue' }).click();
    await toLastLook(page);
    await page.route('**/api/v1/updatekyc', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await wizard.getByRole('button', { name: 'Submit' }).click();
    await wizard.getByText('Server is unavailable.').waitFor();
    await page.unroute('**/api/v1/updatekyc');
    await wizard.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL('**/account/profile');
    expect(await submissions(shop)).toBe(1);
  },
);

longTest(
  'that documents are with the shop already is said in the wizard, with the way on',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await openWizard(page);
    const wizard = page.getByRole('dialog');
    await toLastLook(page);
    const message = 'We already have your documents';
    await page.route('**/api/v1/updatekyc', (route) =>
      route.fulfill({ status: 409, json: { status: 409, message, code: 'kyc.not_open' } }),
    );
    await wizard.getByRole('button', { name: 'Submit' }).click();
    await wizard.getByRole('alert').getByText(message).waitFor();
    expect(await page.getByText(message).count()).toBe(1);
    await wizard.getByRole('link', { name: 'See verification' }).click();
    await page.waitForURL('**/account/kyc');
  },
);

longTest('an answer that comes after one has gone on is said and leads nobody away', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await openWizard(page);
  const wizard = page.getByRole('dialog');
  await toLastLook(page);
  const taken = await holdBack(page, '**/api/v1/updatekyc');
  const asked = page.waitForRequest('**/api/v1/updatekyc');
  await wizard.getByRole('button', { name: 'Submit' }).click();
  await asked;
  await page.evaluate(
    `history.pushState(null, '', '/faq'); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' }).waitFor();
  taken();
  await page.getByText('Documents Submited for Verification').waitFor();
  await page.waitForLoadState('networkidle');
  expect(new URL(page.url()).pathname).toBe('/faq');
});

longTest(
  'two quick presses of Next go one step, and send nothing that was not looked over',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await openWizard(page);
    const wizard = page.getByRole('dialog');
    await wizard.getByRole('button', { name: 'Next' }).dblclick();
    await wizard.getByText('Is this the proof of address in your photo?').waitFor();
    await wizard.getByRole('button', { name: 'Next' }).dblclick();
    await wizard.getByText('Is everything correct?').waitFor();
    // What follows comes after whatever the second press had begun.
    await wizard.getByRole('button', { name: 'Back' }).click();
    await wizard.getByText('Is this the proof of address in your photo?').waitFor();
    expect(await submissions(shop)).toBe(0);
  },
);

test('the wizard by keyboard alone', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token });
  await openWizard(page);
  const { keyboard } = page;
  const wizard = page.getByRole('dialog');
  const tabTo = async (name: RegExp) => {
    for (let press = 0; press < 12; press += 1) {
      const at = await page.evaluate<string>(
        `(document.activeElement.labels?.[0] ?? document.activeElement).textContent`,
      );
      if (name.test(at)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await tabTo(/^Passport/);
  await keyboard.press('ArrowUp');
  expect(await wizard.getByLabel('State Card').isChecked()).toBe(true);
  await tabTo(/^Next/);
  await keyboard.press('Enter');
  // The new step has the focus, by its question.
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent'))
    .toBe('Is this the proof of address in your photo?');
  await tabTo(/^Bank Statement/);
  await keyboard.press('ArrowDown');
  expect(await wizard.getByLabel('Other').isChecked()).toBe(true);
  await tabTo(/^Next/);
  await keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent'))
    .toBe('Is everything correct?');
  await tabTo(/^Submit/);
  await keyboard.press('Enter');
  await page.waitForURL('**/account/profile');
});

longTest(
  'KYC-28, KYC-29 a picture is asked for once it is known of what, with a good and a bad one beside it',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/account/kyc-submit');
    const card = page.getByRole('region', { name: 'Identity card' });
    const address = page.getByRole('region', { name: 'Proof of address' });
    const files = page.locator('input[type="file"]:visible');
    await card.getByText('Choose the type first').first().waitFor();
    expect(await card.getByRole('group').count()).toBe(0);
    expect(await address.getByRole('group').count()).toBe(0);
    // Of the selfie there is one kind only.
    expect(await files.count()).toBe(1);
    await card.getByLabel('Drivers Licence').check();
    const back = card.getByRole('group', { name: 'Identity card, back' });
    await back.getByText('The other side of the same card').waitFor();
    await card.getByLabel('Passport').check();
    await back.getByText('The last page of your passport').waitFor();
    for (const words of ['Good: Easy to read', 'Not like this: Glare on the text'])
      expect(await back.getByText(words).count()).toBe(1);
    expect(await address.getByRole('group').count()).toBe(0);
    await address.getByLabel('Phone Bill').check();
    await address.getByText('Good: The whole page').waitFor();
    expect(await files.count()).toBe(4);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.reload();
    expect(await card.getByLabel('Passport').isChecked()).toBe(true);
  },
);

for (const size of sizes)
  longTest(
    `the steps say what is done and what is missing, and the way on stays in sight, ${size.width} px`,
    async () => {
      const shop = await startShop();
      const anna = await makeMember(shop);
      const page = await visit(shop.url, { token: anna.token, size });
      await page.goto('/account/kyc');
      const proceed = page.getByRole('link', { name: 'Proceed' });
      await proceed.waitFor();
      const isInSight = async (element: Locator) => {
        const box = await element.boundingBox();
        return box !== null && box.y >= 0 && box.y + box.height <= size.height;
      };
      expect(await isInSight(proceed)).toBe(true);
      await proceed.click();
      const send = page.getByRole('button', { name: 'Continue' });
      await send.waitFor();
      expect(await isInSight(send)).toBe(true);
      const now = page.getByRole('status').filter({ hasText: 'Step' });
      const steps = page.getByRole('navigation', { name: 'Verification steps' });
      const current = steps.locator('[aria-current="step"]');
      expect(await now.textContent()).toBe('Step 1 of 5: Personal information');
      // Nothing is missing before something was typed.
      expect(await page.getByText('Missing:').count()).toBe(0);
      await page.getByLabel('City').fill('Leeds');
      await page.getByText(/^Missing: date of birth, .* and \d+ more$/).waitFor();
      await page.evaluate('scrollTo(0, document.body.scrollHeight / 2)');
      expect(await isInSight(send)).toBe(true);
      await fillIn(page);
      await now.getByText('Step 2 of 5: Identity card').waitFor();
      expect(await steps.getByRole('link').first().textContent()).toMatch(/done$/);
      expect(await current.textContent()).toContain('Identity card');
      await chooseTypes(page);
      for (const label of ['Identity card, front', 'Proof of address', 'Selfie'])
        await upload(page, label);
      await page.getByText('Missing: back of the card', { exact: true }).waitFor();
      expect(await current.textContent()).toContain('Identity card');
      await upload(page, 'Identity card, back');
      await page.getByLabel('I accept the').check();
      await now.getByText('Step 5 of 5: Review and send').waitFor();
      expect(await page.getByText('Missing:').count()).toBe(0);
      // What was begun is said before one goes on with it, too.
      await page.goto('/account/kyc');
      await now.getByText('Step 5 of 5: Review and send').waitFor();
      expect(await violations(page)).toEqual([]);
    },
  );

longTest(
  'by keyboard alone: a step leads to its section, and what is wrong takes the focus above the bar',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    // The way on is in sight from the first: nothing lies over it.
    await page.goto('/account/kyc');
    await page.getByRole('contentinfo').waitFor();
    const wayOn = page.getByRole('link', { name: 'Proceed' });
    const atItsPlace = () =>
      wayOn.evaluate((link) => {
        const { x, y, width, height } = link.getBoundingClientRect();
        return link.ownerDocument.elementFromPoint(x + width / 2, y + height / 2) === link;
      });
    expect(await atItsPlace()).toBe(true);
    await page.goto('/account/kyc-submit');
    await page.getByRole('link', { name: /^4\s*Selfie/ }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('4. Selfie');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.type')).toBe('file');
    await page.getByLabel('Date of birth').fill('1990-05-31');
    const bar = page.locator('[data-reach-bar]');
    expect((await boxOf(bar)).height).toBeLessThan(100);
    await page.getByRole('button', { name: 'Continue' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('address1');
    await bar.getByRole('button', { name: '12 fields left' }).waitFor();
    expect((await boxOf(bar)).height).toBeLessThan(80);
    // Nothing that takes the focus is covered by what stays at the lower edge.
    for (let press = 0; press < 14; press += 1) {
      await page.keyboard.press('Tab');
      const covered = await page.evaluate<boolean>(`(() => {
      const bar = document.querySelector('[data-reach-bar]');
      const at = document.activeElement;
      if (bar.contains(at) || !at.closest('form')) return false;
      return at.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
    })()`);
      expect(covered).toBe(false);
    }
  },
);
