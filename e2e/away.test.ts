/** The server is away, refuses, or never answers: each part of a page says so and can be asked for again. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeCard, makeMember, orderBody } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, isLong, longTest, phone } from './browser.ts';
import { dismissAll, makeBrand, quantities, sidewaysScroll, withoutWords } from './journey.ts';

const { visit } = browserForFile();

longTest(
  'ERR-01, ERR-02 whatever a page asks for: without it the page says so, again if it fails again, and another press brings it',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { walletMinor: 10_00n });
    const card = await makeCard(shop);
    const body = orderBody(anna, { card, totalMinor: 10_00n });
    await shop.raw('POST', '/transaction', { token: anna.token, body });
    await shop.raw('POST', '/cart', {
      token: anna.token,
      body: { iGiftCardId: card.id, nQuantity: 1 },
    });
    await shop.db.run(sql`update cards set sellable = true`);
    await shop.catalog.refresh();
    await shop.chores.find(({ name }) => name === 'rates.fetch')?.run();
    const orders = '**/api/v1/transactions?*';
    const texts = '**/api/v1/settings/*';
    const all: [address: string, calls: string, whole: string | RegExp][] = [
      ['/', '**/api/v1/giftcards?*', 'Nimbus'],
      ['/gift-cards', '**/api/v1/giftcards?*', '1 brand'],
      [`/gift-cards/${card.brandId}`, '**/api/v1/giftcards/*', 'Add to cart'],
      ['/sell-cards-select', '**/api/v1/sellcards*', '1 brand'],
      [`/sell-cards/${card.brandId}`, '**/api/v1/sellcards/*', 'Enter Card Details'],
      ['/account/cart', '**/api/v1/cart', 'Total payable'],
      ['/account/checkout', '**/api/v1/cart', 'Pay by card'],
      [`/account/checkout/success?order=${body.sOrderId}`, '**/api/v1/transactions/*', 'Thank you'],
      ['/account/profile', orders, 'Delivered'],
      // Of the first page what was seen last is kept.
      ['/account/orders?search=nimbus', orders, 'See codes'],
      ['/account/orders?tab=sell', orders, 'No Order Details Found.'],
      ['/account/wallet', '**/api/v1/wallet/transactions?*', 'Statement'],
      ['/all-currency', '**/api/v1/rates', "Today's rates"],
      ['/account/settings', '**/api/v1/options', "Notifications aren't available here"],
      ['/contact-us', texts, /Before you write/],
      ['/faq', texts, 'What are reward points?'],
      ['/about-us', texts, 'Codes are money.'],
      ['/tnc', texts, 'Version of'],
    ];
    // What is another text, or another list of orders, in `npm run prove -- --only=long` alone.
    const again = /search=nimbus|contact-us|about-us|tnc/;
    const screens = all.filter(([address]) => isLong || !again.test(address));
    const look = async (some: typeof screens) => {
      const page = await visit(shop.url, { token: anna.token, size: phone });
      const main = page.getByRole('main');
      for (const [address, calls, whole] of some) {
        await page.route(calls, (route) => route.abort());
        await page.goto(address.includes('?') ? address : withoutWords(address));
        await main.getByText('Server is unavailable.').first().waitFor();
        await expect.poll(() => sidewaysScroll(page), { message: address }).toBe(0);
        const headings = main.getByRole('heading', { level: 1 });
        expect(await headings.count(), `${address}: its heading`).toBe(1);
        await page.unroute(calls);
        await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }));
        await main.getByRole('button', { name: 'Try again' }).first().click();
        const failed = main.getByText('Server error');
        await failed.first().waitFor();
        await page.unroute(calls);
        await main.getByRole('button', { name: 'Try again' }).first().click();
        await main.getByText(whole).first().waitFor();
        expect(await failed.count(), address).toBe(0);
      }
    };
    // A page that asks again waits between two times: several do so at once.
    const windows = [0, 1, 2, 3];
    const every = windows.map((first) =>
      look(screens.filter((_, place) => place % windows.length === first)),
    );
    await Promise.all(every);
  },
);

longTest(
  'ERR-01, ERR-02, ERR-05 a change of the cart that is lost or refused is said, and the cart shows what is so',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { walletMinor: 5_00n });
    for (const title of ['Kestrel', 'Larch']) {
      const { cards } = await makeBrand(shop, title, [{ valueMinor: 10_00n }]);
      const body = { iGiftCardId: cards[0], nQuantity: 2 };
      await shop.raw('POST', '/cart', { token: anna.token, body });
    }
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/account/cart');
    const quantity = page.getByRole('spinbutton', { name: 'Quantity of Kestrel $10' });
    const lines = page.getByRole('list', { name: 'Cards in your cart' }).getByRole('listitem');
    const toggle = page.getByRole('switch', { name: /Use wallet balance/ });
    const total = page.getByRole('region', { name: 'Summary' }).getByText('$40.00').first();
    await total.waitFor();
    const stored = async () =>
      (await shop.db.one(sql<{ used: boolean }>`select use_wallet as used from members`)).used;
    const used = await stored();
    const deeds: [deed: string, calls: string, press: () => Promise<void>][] = [
      [
        'quantity',
        'PUT /cart/',
        () => lines.first().getByRole('button', { name: 'One more' }).click(),
      ],
      ['remove', 'DELETE /cart/', () => page.getByRole('button', { name: /Remove Kes/ }).click()],
      ['clear', 'DELETE /cart', () => page.getByRole('button', { name: 'Clear cart' }).click()],
      ['toggle', 'GET /updateusewallet', () => toggle.press('Space')],
    ];
    const notices = page.getByRole('region', { name: 'Notices' });
    const undo = notices.getByRole('button', { name: 'Undo' });
    for (const [deed, call, press] of deeds) {
      const [method = '', path = ''] = call.split(' ');
      for (const [status, words] of [
        [0, 'Server is unavailable.'],
        [500, 'Server error'],
        [409, 'We are counting.'],
      ] as const) {
        const calls = (address: URL) => address.pathname.startsWith(`/api/v1${path}`);
        let refused = 0;
        await page.route(calls, async (route) => {
          if (route.request().method() !== method) return route.continue();
          refused++;
          // What could not be taken out is not put back twice.
          if (deed === 'remove' && status === 500) await undo.click();
          if (status === 0) return route.abort();
          const json = { status, message: status === 409 ? words : '', data: null };
          return route.fulfill({ status, json });
        });
        await press();
        await page.getByRole('alert').getByText(words).waitFor();
        const what = `${deed} ${words}`;
        await expect.poll(() => lines.count(), { message: what }).toBe(2);
        await expect.poll(() => quantity.inputValue(), { message: what }).toBe('2');
        await expect.poll(() => toggle.isChecked(), { message: what }).toBe(used);
        await total.waitFor();
        expect(refused, what).toBe(1);
        await expect.poll(() => undo.count(), { message: what }).toBe(0);
        await page.unroute(calls);
        await dismissAll(page);
      }
    }
    expect(await quantities(shop, anna.token)).toEqual([2, 2]);
    expect(await stored()).toBe(used);
    // And works on.
    await lines.first().getByRole('button', { name: 'One more' }).click();
    await expect.poll(() => quantities(shop, anna.token)).toEqual([3, 2]);
  },
);

/** The time-out of a call obeys the page's clock instead of the machine's. */
const timeByClock = (page: Page) =>
  page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const giveUp = new AbortController();
      setTimeout(() => giveUp.abort(new DOMException('', 'TimeoutError')), ms);
      return giveUp.signal;
    };
  });

longTest(
  'ERR-01 a server that never answers is waited for, but not for ever; half an answer is none',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.clock.install();
    await timeByClock(page);
    await page.goto(`/gift-cards/${card.brandId}`);
    const add = page.getByRole('button', { name: 'Add to cart' });
    await add.waitFor();
    const asked = Promise.withResolvers<void>();
    await page.route('**/api/v1/cart', (route) => {
      if (route.request().method() === 'POST') asked.resolve();
      else return route.continue();
    });
    await add.click();
    await asked.promise;
    // The clock goes on by itself as well: 15 s are for a slow machine.
    await page.clock.runFor(30_000);
    expect(await add.getAttribute('aria-busy')).toBe('true');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.clock.runFor(16_000);
    await page.getByRole('alert').getByText('Server is unavailable.').waitFor();
    await expect.poll(() => add.getAttribute('aria-busy')).toBeNull();
    await page.unrouteAll({ behavior: 'ignoreErrors' });

    // Success that breaks off is no success: the cart is not taken for empty, and the session stays.
    for (const text of ['{"status":200,"data":[', '<h1>Sign in to this network</h1>', '']) {
      await page.route('**/api/v1/cart', (route) => route.fulfill({ status: 200, body: text }));
      await page.goto('/account/cart');
      await page.getByText("We couldn't load your cart").waitFor();
      await page.getByRole('main').getByText('Server is unavailable.').waitFor();
      await page.unrouteAll();
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Ooops! Your cart is currently empty.').waitFor();
  },
);
