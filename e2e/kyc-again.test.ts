/** After some papers were declined: only those are asked for again. */
import { expect, test } from 'vitest';
import { submissionOf } from '../apps/server/src/features/kyc/applicants.testing.ts';
import { judge } from '../apps/server/src/features/kyc/judging.testing.ts';
import { makePicture } from '../apps/server/src/features/uploads/pictures.testing.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile, phone } from './browser.ts';
import { sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

test('a member reads what was wrong with which paper, and sends that alone', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const { token } = anna;
  const body = await submissionOf(shop, anna);
  await shop.raw('PUT', '/updatekyc', { token, body });
  await judge(shop, anna.id, { back: 'A corner is missing.', address: 'The bill is too old.' });
  const page = await visit(shop.url, { token, size: phone });
  await page.goto('/account/kyc');
  await page.getByText('Identity card, back: A corner is missing.').waitFor();
  await page.getByText('Selfie: accepted').waitFor();
  await page.getByText(/Send only what's marked here; we keep the rest until/).waitFor();
  expect(await page.getByRole('heading', { name: 'What you need' }).count()).toBe(0);
  await scanBoth(page, 'declined papers');
  await page.getByRole('link', { name: 'Proceed' }).click();
  await page.getByText('Proof of address: The bill is too old.').waitFor();
  for (const label of ['First name', 'Identity card, front', 'I accept the'])
    expect(await page.getByLabel(label).count()).toBe(0);
  // What is missing is said at its field.
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Choose the type of your proof of address').waitFor();
  await page.getByLabel('Passport').check();
  await page.getByLabel('Bank Statement').check();
  for (const label of ['Identity card, back', 'Proof of address']) {
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
  expect(await sidewaysScroll(page)).toBe(0);
  await scanBoth(page, 'declined papers, filled in');
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.waitForURL('**/account/profile');
  await page.getByText('Documents Submited for Verification').waitFor();
  expect((await judge(shop, anna.id, {})).data).toEqual({ sKycStatus: 'v' });
});
