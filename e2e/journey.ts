/** Steps that several journeys share, as a person does them. */

import type { Currency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { newId } from '../apps/server/src/platform/secrets/ids.ts';
import { loadCodes, testPassword } from '../apps/server/src/testing/builders.ts';
import type { TestShop } from '../apps/server/src/testing/start-shop.ts';

/** Adds a quantity of a brand's first card to the cart from its page. */
export async function addToCart(page: Page, brandId: string, quantity = 1): Promise<void> {
  await page.goto(`/gift-cards/${brandId}`);
  const field = page.getByRole('spinbutton').first();
  await field.fill(String(quantity));
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
}

/** Where a brand's page says how many cards the cart holds. */
export const inCart = (page: Page, count?: number): Locator =>
  page
    .getByRole('region', { name: 'Your selection' })
    .getByText(count === undefined ? /\d codes? in cart/ : new RegExp(`^${count} codes? in cart`));

/** Puts a card of the brand into the cart and goes to pay for it. */
export async function toCheckout(page: Page, brandId: string): Promise<void> {
  await addToCart(page, brandId);
  await inCart(page).waitFor();
  await page.goto('/account/cart');
  await page.getByRole('button', { name: 'Checkout' }).first().click();
  await page.waitForURL('**/account/checkout');
}

/** Opens the provider's window from the checkout page and does `deed` in it. */
export async function atPayPal(page: Page, deed: string): Promise<void> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Pay by sandbox card' }).click();
  const window = await opening;
  // A press on the page before the payment's own would fall between the two.
  await window.waitForURL(/[?&]token=/);
  await window.getByRole('button', { name: deed }).click();
}

/** Opens the page of one of the orders in the list, the newest if it is not said. */
export async function openOrder(page: Page, place = 0): Promise<void> {
  await page.goto('/account/orders');
  const order = page.getByRole('article').nth(place);
  await order.getByRole('heading', { level: 2 }).getByRole('link').click();
  await page.getByRole('link', { name: 'All orders' }).waitFor();
}

/** Opens the newest movement of the wallet that is shown, and goes to its proof. */
export async function toProof(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Transactions' }).locator('summary').first().click();
  await page
    .getByRole('link', { name: text('wallet.marks.check') })
    .first()
    .click();
}

/** The address in the newest mail to somebody that leads to `path`. */
export async function linkInMail(shop: TestShop, to: string, path: string): Promise<string> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const mail = shop.sandbox.mails(to).find(({ text }) => text.includes(path));
    const link = mail?.text.match(new RegExp(`https?://[^\\s]*(${path}[^\\s)>]*)`))?.[1];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no mail to ${to} with ${path}`);
}

/** Signs in on the sign-in page. The page before may stand a moment longer, with an e-mail field of its own. */
export async function signIn(page: Page, email: string, password = testPassword): Promise<void> {
  const field = page.getByLabel('Password', { exact: true });
  const form = page.getByRole('main').locator('form', { has: field });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign in' }).click();
}

/** Fills in the sign-up page as it stands, for a visitor of the United States. */
export async function fillSignUp(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('First name').fill('Vera');
  await page.getByLabel('Last name').fill('Visitor');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Currency', { exact: true }).selectOption('usd');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Retype password').fill(password);
}

/** Waits for the next answer to a call of a page. */
export const answered = (page: Page, call: string): Promise<unknown> =>
  page.waitForResponse(`**/api/v1${call}`);

/** Has calls lost, then failed by some proxy, each while `deed` is done; it is given what the page has to say. */
export async function whileFailing(
  page: Page,
  calls: string,
  deed: (words: string) => Promise<void>,
): Promise<void> {
  for (const [lost, words] of [
    [true, 'Server is unavailable.'],
    [false, 'Server error'],
  ] as const) {
    await page.route(calls, (route) =>
      lost ? route.abort() : route.fulfill({ status: 500, body: '<h1>Bad gateway</h1>' }),
    );
    await deed(words);
    await page.unroute(calls);
  }
}

/** Takes every notice away, all at one look: any of them may go by itself. */
export const dismissAll = (page: Page): Promise<void> =>
  page
    .getByRole('region', { name: 'Notices' })
    .getByRole('button', { name: 'Dismiss' })
    .evaluateAll((buttons) => {
      for (const button of buttons) button.click();
    });

interface Denomination {
  valueMinor: bigint;
  discountBp?: number;
  cashbackBp?: number;
  serviceChargeBp?: number;
  currency?: Currency;
  codes?: number;
}

/** A brand with its texts and any number of cards; answers its id and those of its cards. */
export async function makeBrand(
  shop: TestShop,
  title: string,
  cards: readonly Denomination[],
  { category = 'Gaming', views = 0, banner = '', logo = '', video = '' } = {},
): Promise<{ id: string; cards: readonly string[] }> {
  const id = newId('brand');
  await shop.db.run(sql`
    insert into brands (id, slug, title, category, short_desc, description, redeem, banner, logo, video)
    values (${id}, ${id}, ${title}, ${category}, ${`${title} in short.`}, ${`All about ${title}.`},
      ${`Redeem ${title} in its shop.`}, ${banner}, ${logo}, ${video})`);
  await shop.db.run(sql`insert into brand_views (brand_id, views) values (${id}, ${views})`);
  const ids: string[] = [];
  for (const card of cards) {
    const cardId = newId('card');
    await shop.db.run(sql`
      insert into cards (id, brand_id, currency, value_minor, price_minor, discount_bp, cashback_bp,
        service_charge_bp)
      values (${cardId}, ${id}, ${card.currency ?? 'usd'}, ${card.valueMinor}, ${card.valueMinor},
        ${card.discountBp ?? 0}, ${card.cashbackBp ?? 0}, ${card.serviceChargeBp ?? 0})`);
    if (card.codes !== 0) await loadCodes(shop, cardId, card.codes ?? 5);
    ids.push(cardId);
  }
  await shop.catalog.refresh();
  return { id, cards: ids };
}

/** A long shelf of brands with one card each, `Brand 0001` the most viewed. */
export async function makeManyBrands(shop: TestShop, count: number): Promise<void> {
  await shop.db.run(sql`
    insert into brands (id, slug, title, category, short_desc)
    select 'brand_' || n, 'brand-' || n, 'Brand ' || lpad(n::text, 4, '0'), 'Gaming', 'In short.'
    from generate_series(1, ${count}::int) as n`);
  await shop.db.run(sql`
    insert into brand_views (brand_id, views)
    select 'brand_' || n, ${count}::int - n from generate_series(1, ${count}::int) as n`);
  await shop.db.run(sql`
    insert into cards (id, brand_id, currency, value_minor, price_minor)
    select 'card_' || n, 'brand_' || n, 'usd', 2500, 2500
    from generate_series(1, ${count}::int) as n`);
  await shop.catalog.refresh();
}

/** A link as of a phone far from the mast: 400 ms there and back, 1.5 Mbit/s. */
export async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const bytesPerSecond = 1_500_000 / 8;
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** The colours of a text and of what is under it, as the shop calls them. */
export const coloursOf = (one: Locator) =>
  one.evaluate((element) => {
    const { body, defaultView: view } = element.ownerDocument;
    const drawn = (of: typeof element) =>
      view?.getComputedStyle(of) ?? { color: '', backgroundColor: '' };
    const probe = body.appendChild(element.ownerDocument.createElement('i'));
    const plain = ['leaf', 'amber', 'fail', 'sky'];
    const names = [...plain, ...plain.map((name) => `${name}-tint`), 'soft', 'ink', 'paper'];
    const nameOf = (colour: string) =>
      names.find((name) => {
        probe.style.color = `var(--color-${name})`;
        return drawn(probe).color === colour;
      }) ?? colour;
    let under = element;
    while (drawn(under).backgroundColor === 'rgba(0, 0, 0, 0)' && under.parentElement)
      under = under.parentElement;
    const colours = {
      ink: nameOf(drawn(element).color),
      ground: nameOf(drawn(under).backgroundColor),
    };
    probe.remove();
    return colours;
  });

/** Waits until nothing of a page is on its way. The shapes of what is have no role or attribute, but this class. */
export const allThere = (page: Page): Promise<void> =>
  page.locator('[aria-busy="true"], .animate-pulse').first().waitFor({ state: 'detached' });

/** As much of an animation as is asked for. */
interface Move {
  effect: { getComputedTiming(): { endTime: number } };
}

/** How much within a part moves without end: what turns while one waits, and shapes of what is on its way. */
export const endlessMoves = (part: Locator): Promise<number> =>
  part.evaluate(
    (element) =>
      element
        .getAnimations({ subtree: true })
        .filter(
          ({ effect }: Move) => effect.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
        ).length,
  );

/** How far the page can be scrolled sideways, which should be not at all. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );

/** The quantities in a member's cart, line by line. */
export async function quantities(shop: TestShop, token: string): Promise<number[]> {
  const { body } = await shop.raw('GET', '/cart', { token });
  return (body.data as { nQuantity: number }[]).map((line) => line.nQuantity);
}

/**
 * Has the clock of a page go on until something is so: what it asks for again and again it asks for at once. The clock
 * has to be installed.
 */
export const hasten = (page: Page, isSo: () => Promise<boolean>): Promise<void> =>
  expect
    .poll(
      async () => {
        if (await isSo()) return true;
        await page.clock.fastForward(15_000);
        return false;
      },
      { interval: 250 },
    )
    .toBe(true);

/** Keeps answers back until they are let go: what is shown meanwhile may stand for less than a glance. */
export async function holdBack(page: Page, calls: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** The footer with all of its columns open, which are folded on a phone. */
export async function openFooter(page: Page): Promise<Locator> {
  const footer = page.getByRole('contentinfo');
  await footer.waitFor();
  await page.evaluate(`document.querySelectorAll('footer details').forEach((column) => {
    column.open = true;
  })`);
  return footer;
}

/**
 * A page's address as a mail has it who wants to know where one came from: with a query the page comes without words,
 * and its browser asks for all of them.
 */
export const withoutWords = (path: string): string => `${path}?came=by-mail`;

/** Where something stands, and its size. */
export async function boxOf(one: Locator) {
  const box = await one.first().boundingBox();
  if (!box) throw new Error('it is not on the page');
  return box;
}
