/** A code that does not work: its buyer reports it on a phone, an operator decides by keyboard. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bought, claim } from '../apps/server/src/features/claims/claims.testing.ts';
import {
  lookAndAccept,
  makeBought,
  offered,
} from '../apps/server/src/features/selling/offers.testing.ts';
import { loadCodes, makeCard, makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { scan, scanBoth } from './axe.ts';
import { browserForFile, phone } from './browser.ts';
import { sidewaysScroll } from './journey.ts';
import { enterOffice, startOffice } from './office.ts';
import { upload } from './selling.ts';

const { visit } = browserForFile();

/** Reveals a code and opens the form that reports it. */
async function startReport(page: Page, serial: string) {
  await page.getByRole('button', { name: `Reveal code ${serial}` }).click();
  await page.getByRole('button', { name: `This code does not work: ${serial}` }).click();
  return page.getByRole('dialog', { name: 'This code does not work' });
}

/** A shop, the page of an order of two cards on a phone, and an operator's page. */
async function openBoth() {
  const shop = await startShop({ working: false });
  const buyer = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop, { codes: 3 });
  const { order } = await bought(shop, buyer, { card, quantity: 2, seen: false });
  const page = await visit(shop.url, { token: buyer.token, size: phone });
  await page.goto(`/account/orders/${order._id}`);
  const desk = await visit(await startOffice(shop));
  await enterOffice(shop, desk, 'support');
  await desk.clock.install();
  return { page, desk, card };
}

/** Presses the keys of a decision on the case of a code, and lets the time to undo it pass. */
async function decide(desk: Page, serial: string, keys: readonly string[], done: string) {
  await desk.goto('/');
  await desk.getByRole('link', { name: 'Code claims' }).first().press('Enter');
  await desk.getByRole('article', { name: serial }).waitFor();
  for (const key of keys) await desk.keyboard.press(key);
  await desk.getByText(done).waitFor();
  const answer = desk.waitForResponse(/\/office\/claims\/\w+\/(?:ask|decide)$/);
  await desk.clock.fastForward(10_000);
  expect((await answer).status()).toBe(200);
}

test('a reported code is asked about, answered and replaced, and for another one the money comes back', async () => {
  const { page, desk, card } = await openBoth();
  const report = await startReport(page, 'S1');
  await report.getByRole('button', { name: 'Send report' }).click();
  await report.getByText('Choose what happens').waitFor();
  await report.getByText('Tell us what happened').waitFor();
  await scan(page, 'report');
  await report.getByLabel('It was used already').check();
  await report.getByLabel('What happened?').fill('The page of the brand says: no balance.');
  await upload(page, 'Picture 1 (optional)');
  // What was typed stays when the dialog is closed.
  await page.keyboard.press('Escape');
  await report.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'This code does not work: S1' }).click();
  expect(await report.getByLabel('What happened?').inputValue()).toContain('no balance');
  await report.getByRole('button', { name: 'Send report' }).click();
  await page.getByText("We're checking it").waitFor();
  await page.getByText(/^We answer by \d\d-/).waitFor();
  await page.getByRole('img', { name: 'Picture 1' }).waitFor();
  await scan(page, 'reported');
  expect(await sidewaysScroll(page)).toBe(0);

  await desk.goto('/queues/claims');
  await desk.getByRole('img', { name: 'Picture 1' }).first().waitFor();
  await scanBoth(desk, 'claim');
  await desk.keyboard.press('d');
  await desk.getByText('The pictures show another code.').waitFor();
  await scanBoth(desk, 'reasons');
  await decide(desk, 'S1', ['q', '1'], 'S1: buyer asked');

  await page.reload();
  await page.getByText('We asked you a question').waitFor();
  await page.getByText(/^Your answer is due by \d\d-/).waitFor();
  await page.getByRole('button', { name: 'Answer the question' }).click();
  await scan(page, 'question');
  await page.getByLabel('Your answer').fill('It is the picture that I sent.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByText("We're checking it").waitFor();

  await decide(desk, 'S1', ['a'], 'S1: new code');
  await page.reload();
  await page.getByText('You got a new code').waitFor();
  await scan(page, 'replaced');
  await page.getByRole('button', { name: 'Reveal code S3' }).click();
  await page.getByRole('button', { name: 'Copy code S3' }).click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(card.codes[2]);

  const second = await startReport(page, 'S2');
  await second.getByLabel("It isn't accepted").check();
  await second.getByLabel('What happened?').fill('The shop does not take it.');
  await second.getByRole('button', { name: 'Send report' }).click();
  await page.getByText("We're checking it").waitFor();
  await decide(desk, 'S2', ['m'], 'S2: $10.00 back');
  await desk.getByText('No reported codes are waiting.').waitFor();
  await page.reload();
  await page.getByText('$10.00 is in your wallet.').waitFor();
  await scan(page, 'money back');
});

test('after a new code the seller of the card is charged by a decision of its own, and reads why', async () => {
  const shop = await startShop({ working: false });
  const [buyer, seller] = [
    await makeMember(shop, { walletMinor: 100_00n }),
    await makeMember(shop),
  ];
  const card = await makeBought(shop);
  const { _id: saleId } = await offered(shop, seller, { card });
  await lookAndAccept(shop, saleId);
  await loadCodes(shop, card.id, 2);
  const goods = await bought(shop, buyer, { card, totalMinor: 50_00n });
  await claim(shop, buyer, goods);
  const desk = await visit(await startOffice(shop));
  await enterOffice(shop, desk, 'support');
  await desk.clock.install();
  await decide(desk, 'S1', ['a'], 'S1: new code');
  await desk.getByRole('link', { name: 'S1' }).press('Enter');
  await desk.getByText('Olga Orlova has decided this: New code').waitFor();
  await scanBoth(desk, 'decided');
  await desk.keyboard.press('c');
  const dialog = desk.getByRole('dialog', { name: 'Charge the seller' });
  await dialog.getByLabel('Sale').fill('sale_unknown');
  await dialog.getByLabel('Reason').fill('The brand says that the card was empty.');
  const look = dialog.getByRole('button', { name: 'Show the seller and the sum' });
  await look.press('Enter');
  await dialog.locator('[aria-invalid]').waitFor();
  await scan(desk, 'charge');
  await dialog.getByLabel('Sale').fill(saleId);
  await look.dblclick();
  await dialog.getByRole('link', { name: seller.id }).waitFor();
  await dialog.getByText('$44.00').first().waitFor();
  await dialog.getByRole('button', { name: 'Charge the seller' }).press('Enter');
  await desk.getByText(`The seller was charged $44.00 for sale ${saleId}.`).waitFor();
  const page = await visit(shop.url, { token: seller.token, size: phone });
  await page.goto(`/account/orders/${saleId}`);
  const steps = page.getByRole('list', { name: /^What happened to/ });
  await steps.getByText('$44.00 was taken from your wallet').waitFor();
  await steps.getByText('The brand says that the card was empty.').waitFor();
  await scan(page, 'sale');
  expect(await sidewaysScroll(page)).toBe(0);
});
