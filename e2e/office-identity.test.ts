/** Reviewers judge identity papers by keyboard. */
import { updateKyc } from '@giftlane/contract/members/kyc.ts';
import { expect, test } from 'vitest';
import { submissionOf } from '../apps/server/src/features/kyc/applicants.testing.ts';
import { judge } from '../apps/server/src/features/kyc/judging.testing.ts';
import { uploaded } from '../apps/server/src/features/uploads/pictures.testing.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember, type TestMember } from '../apps/server/src/testing/builders.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile } from './browser.ts';
import { sidewaysScroll } from './journey.ts';
import { enterOffice, startOffice } from './office.ts';

const { visit } = browserForFile();

const statusOf = async (shop: TestShop, { id }: TestMember) =>
  (
    await shop.db.one(sql<{ status: string }>`
    select kyc_status as status from members where id = ${id}`)
  ).status;

const reasonOf = async (shop: TestShop, { id }: TestMember) =>
  (
    await shop.db.first(sql<{ reason: string }>`
      select reason from kyc_steps where member_id = ${id} and step = 'rejected' order by id desc limit 1`)
  )?.reason;

test('papers are judged one by one by keys alone, some are sent back, and a decision is undone', async () => {
  const shop = await startShop({ working: false });
  const [anna, bo] = [await makeMember(shop), await makeMember(shop)];
  for (const { token } of [anna, bo])
    await shop.call(updateKyc, { token, body: await submissionOf(shop, { token }) });
  const page = await visit(await startOffice(shop));
  await enterOffice(shop, page, 'reviewer');
  await page.goto('/');
  await page.getByRole('link', { name: 'Identity papers' }).first().press('Enter');
  const caseOf = (member: TestMember) => page.getByRole('heading', { name: member.email });
  await caseOf(anna).waitFor();
  await page.getByText('Quellmarker').waitFor();
  // Somebody else has sent the same person.
  await page.getByText('The same papers in other accounts').waitFor();
  await page.getByRole('img', { name: 'Identity card, front' }).waitFor();
  // Data and front are right; the back is declined by a prepared reason, the selfie by an own one.
  for (const key of ['a', 'z', 'r', 'a', 'd']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Decline: Identity card, back' }).waitFor();
  await scanBoth(page, 'reasons');
  await page.keyboard.press('2');
  await page.keyboard.press('4');
  await page.keyboard.press('d');
  await page.getByLabel('Own reason').fill('Please look into the camera.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: '1 verdict left' }).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Send back 2 documents' }).waitFor();
  await page.keyboard.press('f');
  await page.getByText('Anna Archer sent back').waitFor();
  await caseOf(bo).waitFor();
  await page.keyboard.press('u');
  expect(await statusOf(shop, anna)).toBe('s');
  await page.keyboard.press('k');
  // Its verdicts are still there.
  await caseOf(anna).waitFor();
  await page.getByRole('button', { name: 'Send back 2 documents' }).waitFor();
  await page.keyboard.press('f');
  await caseOf(bo).waitFor();
  for (const key of ['a', 'a', 'a', 'a', 'a', 'f']) await page.keyboard.press(key);
  await page.getByText('No papers are waiting.').waitFor();
  await page.goto('about:blank');
  await expect.poll(() => statusOf(shop, bo)).toBe('v');
  await expect.poll(() => statusOf(shop, anna)).toBe('r');
  expect(await reasonOf(shop, anna)).toBe(
    'Identity card, back: A part of the document is missing in the photo.\nSelfie: Please look into the camera.',
  );
});

test('of what is sent again the accepted papers have their verdict, and a colleague is seen, on a tablet', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const { token } = anna;
  await shop.call(updateKyc, { token, body: await submissionOf(shop, anna) });
  await judge(shop, anna.id, { selfie: 'Too dark.' });
  const docSelffie = await uploaded(shop, token, 'kycDocs');
  await shop.raw('PUT', '/kyc', { token, body: { docSelffie } });
  const url = await startOffice(shop);
  const page = await visit(url, { size: { width: 820, height: 1180 } });
  await enterOffice(shop, page, 'reviewer');
  await page.goto('/queues/identity');
  await page.getByText('sent again').first().waitFor();
  await page.getByText('Selfie: Too dark.').waitFor();
  expect(await page.getByText('kept', { exact: true }).count()).toBe(4);
  expect(await sidewaysScroll(page)).toBe(0);
  const other = await visit(url);
  await enterOffice(shop, other, 'owner');
  await other.goto(page.url());
  await other.getByText(/Olga Orlova is working on this/).waitFor();
  expect(await other.getByRole('button', { name: 'Accept', exact: true }).isDisabled()).toBe(true);
  for (const key of ['a', 'f']) await page.keyboard.press(key);
  await page.goto('about:blank');
  await expect.poll(() => statusOf(shop, anna)).toBe('v');
  await other.reload();
  await other.getByText(/Olga Orlova has decided this already: verified/).waitFor();
});
