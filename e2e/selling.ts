/** The steps of selling a card, as journeys take them. */
import type { Page } from 'playwright-core';
import { makePicture } from '../apps/server/src/features/uploads/pictures.testing.ts';

export const fields = ['Front of the card', 'Back of the card, code visible', 'Purchase receipt'];

/** Gives a field its picture, and waits until the shop has it. */
export async function upload(page: Page, field: string, type = 'image/jpeg'): Promise<void> {
  const group = page.getByRole('group', { name: field });
  await group
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'card.jpg', mimeType: type, buffer: await makePicture() });
  await group.getByText('Uploaded', { exact: true }).waitFor();
}

/** To the last step of a sale; gives the button that ends it. */
export async function reachPayment(page: Page, brandId: string) {
  await page.goto(`/sell-cards/${brandId}`);
  await page.getByRole('button', { name: 'Add $50' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  for (const field of fields) await upload(page, field);
  await page.getByRole('checkbox').check();
  const proceed = page.getByRole('button', { name: 'Proceed' });
  await proceed.click();
  return proceed;
}
