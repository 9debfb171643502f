/** Steps that several journeys share, as a person does them. */
import type { Page } from 'playwright-core';
import type { TestShop } from '../apps/server/src/testing/start-shop.ts';

/** Adds a quantity of a brand's first card to the cart from its page. */
export async function addToCart(page: Page, brandId: string, quantity = 1): Promise<void> {
  await page.goto(`/gift-cards/${brandId}`);
  const field = page.getByRole('spinbutton').first();
  await field.fill(String(quantity));
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
}

/** Opens the provider's window from the checkout page and does `deed` in it. */
export async function atPayPal(page: Page, deed: string): Promise<void> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Pay by sandbox card' }).click();
  const window = await opening;
  await window.getByRole('button', { name: deed }).click();
}

/** The address in the newest mail to somebody that leads to `path`. */
export async function linkInMail(shop: TestShop, to: string, path: string): Promise<string> {
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline) {
    const mail = shop.sandbox.mails(to).find(({ text }) => text.includes(path));
    const link = mail?.text.match(new RegExp(`https?://[^\\s]*(${path}[^\\s)>]*)`))?.[1];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no mail to ${to} with ${path}`);
}
