/** What a person sees when the server, the network or the provider fails. */
import { expect, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeCard, makeMember, orderBody } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, desktop, longTest, phone } from './browser.ts';
import {
  atPayPal,
  boxOf,
  holdBack,
  inCart,
  openFooter,
  quantities,
  sidewaysScroll,
  slowDown,
  withoutWords,
} from './journey.ts';

const { visit } = browserForFile();

test('ERR-01, ERR-02, ERR-05 no answer, an empty error and a message each have their words in an alert, and the page works on', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const card = await makeCard(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.goto(`/gift-cards/${card.brandId}`);
  const add = page.getByRole('button', { name: 'Add to cart' });
  const says = async (words: string) => {
    await add.click();
    const alert = page.getByRole('alert').filter({ hasText: words });
    await alert.waitFor();
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await alert.waitFor({ state: 'detached' });
  };
  const cart = '**/api/v1/cart';
  await page.route(cart, (route) => route.abort());
  await says('Server is unavailable.');
  await page.unroute(cart);
  await page.route(cart, (route) => route.fulfill({ status: 500, body: '<h1>Bad gateway</h1>' }));
  await says('Server error');
  await page.unroute(cart);
  await page.route(cart, (route) => route.fulfill({ status: 418, json: { status: 418 } }));
  await says('Something went wrong.');
  await page.unroute(cart);
  await page.route(cart, (route) =>
    route.fulfill({ status: 503, json: { status: 503, message: 'We are counting.', data: null } }),
  );
  await says('We are counting.');
  await page.unroute(cart);
  await add.click();
  await inCart(page, 1).waitFor();
});

longTest(
  'ERR-01 without a network the shop says so instead of waiting, keeps the page, and works on when it is back',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone, mayCrash: true });
    await page.goto(`/gift-cards/${card.brandId}`);
    const add = page.getByRole('button', { name: 'Add to cart' });
    await add.waitFor();
    await page.context().setOffline(true);
    await add.click();
    await page.getByText('Server is unavailable.').first().waitFor();
    await page.getByRole('link', { name: 'Cart', exact: true }).click();
    // The page's script never came: its place is taken by the error page, not by the browser's.
    await page.getByText('Something went wrong on our end').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('heading', { level: 1, name: /A gift card for everyone/ }).waitFor();
    // What did not come without the network may have the page load itself anew just now, which would break off the next.
    const brand = () => page.goto(`/gift-cards/${card.brandId}`).then(Boolean, () => false);
    await expect.poll(brand).toBe(true);
    await add.click();
    await inCart(page, 1).waitFor();
  },
);

longTest(
  'ERR-01 a member whom no server can name just now is not taken for a visitor: a press says so, and works when it is back',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    const who = '**/api/v1/myprofile';
    await page.route(who, (route) => route.abort());
    await page.goto(`/gift-cards/${card.brandId}`);
    const add = page.getByRole('button', { name: 'Add to cart' });
    await add.click();
    await page.getByText('Server is unavailable.').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/gift-cards/${card.brandId}`);
    await page.unroute(who);
    await add.click();
    await inCart(page, 1).waitFor();
    expect(await quantities(shop, anna.token)).toEqual([1]);
  },
);

test('ERR-08, ERR-09, ERR-10 an order that can not be created, a cancelled and a failed payment have their words; an order paid meanwhile is not paid again', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const card = await makeCard(shop);
  await shop.raw('POST', '/cart', {
    token: anna.token,
    body: { iGiftCardId: card.id, nQuantity: 1 },
  });
  const page = await visit(shop.url, { token: anna.token, mayCrash: true });
  await page.goto('/account/cart');
  await page.getByRole('button', { name: 'Checkout' }).first().click();
  await page.waitForURL('**/account/checkout');
  const inPlace = page.getByRole('main').getByRole('alert');
  await page.route('**/transaction/initiate', (route) =>
    route.fulfill({ status: 400, json: { status: 400, message: '', data: null } }),
  );
  await page.getByRole('button', { name: 'Pay by sandbox card' }).click();
  await inPlace.getByText('Something went wrong.').waitFor();
  expect(await page.getByText('Something went wrong.').count()).toBe(1);
  await page.unrouteAll();

  await atPayPal(page, 'Cancel and go back');
  await inPlace.getByText('Payment cancelled.').waitFor();

  await page.route('**/api/v1/transaction', (route) =>
    route.fulfill({ status: 409, json: { status: 409, message: 'The bank is shut.', data: null } }),
  );
  await atPayPal(page, 'Pay with sandbox card');
  await inPlace.getByText('The bank is shut.').waitFor();
  // Once: what stands in its place is no notice as well.
  expect(await page.getByText('The bank is shut.').count()).toBe(1);
  await page.unrouteAll();

  // The provider told the shop behind our back: pressing again shows the order and charges nothing.
  const states = async () =>
    (await shop.db.rows(sql<{ state: string }>`select state from orders`)).map((row) => row.state);
  await expect.poll(states).toEqual(['delivered']);
  await page.getByRole('button', { name: 'Pay by sandbox card' }).click();
  await page.waitForURL('**/account/checkout/success**');
  expect(await states()).toEqual(['delivered']);
});

longTest(
  'a quantity changed and a line removed without a connection go back to what the server said',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const [card, other] = [await makeCard(shop), await makeCard(shop)];
    for (const { id } of [card, other])
      await shop.raw('POST', '/cart', {
        token: anna.token,
        body: { iGiftCardId: id, nQuantity: 2 },
      });
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/account/cart');
    const quantities = page.getByRole('spinbutton');
    const shown = async () => Promise.all((await quantities.all()).map((one) => one.inputValue()));
    await expect.poll(shown).toEqual(['2', '2']);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'One more' }).first().click();
    await page.getByText('Server is unavailable.').first().waitFor();
    await expect.poll(shown).toEqual(['2', '2']);
    await page
      .getByRole('button', { name: /^Remove/ })
      .last()
      .click();
    await expect.poll(shown).toEqual(['2', '2']);
    // It is there still: nothing says that it was removed.
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'One more' }).last().click();
    await expect
      .poll(async () =>
        (
          await shop.db.rows(sql<{ quantity: number }>`
    select quantity from cart_lines order by created_at`)
        ).map((line) => line.quantity),
      )
      .toEqual([2, 3]);
    await expect.poll(shown).toEqual(['2', '3']);
  },
);

test('the answer to a wallet order is lost on the way: the shop asks after it and shows it', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop);
  await shop.raw('POST', '/cart', {
    token: anna.token,
    body: { iGiftCardId: card.id, nQuantity: 1 },
  });
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.goto('/account/cart');
  await page.route('**/api/v1/transaction', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Checkout' }).last().click();
  await page.waitForURL('**/account/checkout/success**');
  await page.getByText('Order placed successfully.').waitFor();
  expect(await anna.balance()).toBe(90_00n);
});

test('the answer to a wallet order is lost, and nobody answers for a while: the cart says so, orders nothing else, and learns what became of it', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop);
  const put = () =>
    shop.raw('POST', '/cart', {
      token: anna.token,
      body: { iGiftCardId: card.id, nQuantity: 1 },
    });
  await put();
  const page = await visit(shop.url, { token: anna.token, size: phone });
  const unmanned = { status: 503, contentType: 'text/html', body: '<h1>503</h1>' };
  let away = true;
  let arrives = true;
  await page.route('**/api/v1/transaction', async (route) => {
    if (!away) return route.continue();
    if (arrives) await route.fetch();
    await route.fulfill(unmanned);
  });
  await page.route('**/api/v1/transactions/*', (route) =>
    away ? route.fulfill(unmanned) : route.continue(),
  );
  const checkout = page.getByRole('button', { name: 'Checkout' }).last();
  const unclear = page.getByRole('alert').getByText('$10.00 from your wallet.');
  await page.goto('/account/cart');
  await checkout.click();
  await unclear.waitFor();
  // Another cart: it would be another order.
  await put();
  await page.reload();
  await unclear.waitFor();
  await checkout.click();
  await expect.poll(() => page.getByText("We don't know yet").count()).toBe(2);
  expect(await anna.balance()).toBe(90_00n);
  away = false;
  await page.waitForURL('**/account/checkout/success**');
  expect(await anna.balance()).toBe(90_00n);

  // This one never came to the shop.
  [away, arrives] = [true, false];
  await page.goto('/account/cart');
  await checkout.click();
  await unclear.waitFor();
  away = false;
  await page.getByText("Your order didn't go through").waitFor();
  expect(await anna.balance()).toBe(90_00n);
  await checkout.click();
  await page.waitForURL('**/account/checkout/success**');
  expect(await anna.balance()).toBe(80_00n);
  expect(await page.getByText("Your order didn't go through").count()).toBe(0);
});

test('PAY-09 the provider’s script does not come: nothing is charged, and another try loads it', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const card = await makeCard(shop);
  await shop.raw('POST', '/cart', {
    token: anna.token,
    body: { iGiftCardId: card.id, nQuantity: 1 },
  });
  const page = await visit(shop.url, { token: anna.token, size: phone });
  const script = (address: URL) => address.origin !== shop.url;
  await page.route(script, (route) => route.abort());
  await page.goto('/account/checkout');
  await page.getByText("We couldn't load the payment provider. You weren't charged.").waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Pay by sandbox card' }).waitFor();
});

longTest(
  'ERR-01 a page that could not be loaded says so in its place, and another try shows it',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop);
    const body = orderBody(anna, { card, totalMinor: 10_00n });
    await shop.raw('POST', '/transaction', { token: anna.token, body });
    const cart = { iGiftCardId: card.id, nQuantity: 1 };
    await shop.raw('POST', '/cart', { token: anna.token, body: cart });
    const page = await visit(shop.url, { token: anna.token, size: phone });
    const screens: [address: string, calls: string, whole: string][] = [
      [withoutWords(`/gift-cards/${card.brandId}`), '**/giftcards/*', 'Add to cart'],
      ['/account/cart', '**/api/v1/cart', 'Total payable'],
      ['/account/orders', '**/api/v1/transactions?*', 'See codes'],
      [`/account/checkout/success?order=${body.sOrderId}`, '**/api/v1/transactions/*', 'Thank you'],
    ];
    for (const [address, calls, whole] of screens) {
      await page.route(calls, (route) => route.abort('timedout'));
      await page.goto(address);
      await page.getByText(/^We couldn't load/).waitFor();
      await page.getByRole('main').getByText('Server is unavailable.').waitFor();
      expect(await page.getByText(/^We couldn't load/).count(), address).toBe(1);
      await expect.poll(() => sidewaysScroll(page), { message: address }).toBe(0);
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText(whole).first().waitFor();
    }
  },
);

longTest(
  'a slow link: every step of a purchase shows its shape at once, takes a double click once, and gets there',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    await makeCard(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/');
    await page
      .getByRole('link', { name: /Nimbus/ })
      .first()
      .waitFor();
    await slowDown(page);
    const main = page.getByRole('main');
    const list = await holdBack(page, '**/api/v1/giftcards?*');
    const footer = await openFooter(page);
    await footer.getByRole('link', { name: 'Gift Cards', exact: true }).click();
    await page.getByText('Loading giftcards').waitFor();
    list();
    const brand = await holdBack(page, '**/api/v1/giftcards/*');
    await page
      .getByRole('tabpanel')
      .getByRole('link', { name: /Nimbus/ })
      .click();
    // On a desk the table comes with its head and rows where they were kept.
    await page.setViewportSize(desktop);
    const kept = main.locator('[aria-hidden] > div:last-child > div').first();
    await kept.waitFor();
    const place = [await boxOf(kept.locator('> div:nth-child(2)')), await boxOf(kept)] as const;
    brand();
    const table = page.getByRole('table');
    await table.waitFor();
    const taken = [await boxOf(table.locator('tbody tr')), await boxOf(table)] as const;
    expect(taken[1].y).toBeCloseTo(place[1].y, 0);
    expect(taken[0].y).toBeCloseTo(place[0].y, 0);
    await page.setViewportSize(phone);
    const add = page.getByRole('button', { name: 'Add to cart' });
    await add.dblclick();
    await inCart(page, 1).waitFor();
    await page.getByRole('link', { name: 'Cart, 1 item' }).click();
    await page.waitForURL('**/account/cart');
    await page.getByRole('spinbutton').waitFor();
    expect(await page.getByRole('spinbutton').inputValue()).toBe('1');
    // At once on the screen, long before the server knows.
    await page.getByRole('button', { name: 'One more' }).click();
    await page.getByRole('list', { name: 'Cards in your cart' }).getByText('$20.00').waitFor();
    await page.getByRole('button', { name: 'Checkout' }).last().dblclick();
    await page.waitForURL('**/account/checkout/success**');
    expect(await anna.balance()).toBe(80_00n);
    await page.getByRole('button', { name: 'Reveal code S1' }).click();
    await page.getByRole('button', { name: 'Copy code S1' }).waitFor();
    await page.getByRole('link', { name: 'Go to My Orders' }).click();
    await page.getByRole('article').waitFor();
  },
);

longTest(
  'ERR-01, ERR-02, ERR-05 a failure is said once: in its place where it has one, as a notice where it has none',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    const orders = '**/api/v1/transactions?*';
    const says = (words: string) => page.getByText(words, { exact: true });
    const notices = page.getByRole('region', { name: 'Notices' }).getByRole('alert');
    // What a page is for: it says so where it would be, and is announced there.
    let message = 'We are counting.';
    await page.route(orders, (route) =>
      route.fulfill({ status: 503, json: { status: 503, message, data: null } }),
    );
    await page.goto('/account/orders?tab=sell');
    await page.getByRole('main').getByRole('alert').getByText('We are counting.').waitFor();
    expect(await says('We are counting.').count()).toBe(1);
    expect(await page.getByText('Server error').count()).toBe(0);
    // Other words: those of the first time stand until it has given up again.
    message = 'We still count.';
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => says(message).count()).toBe(1);
    expect(await says('We are counting.').count()).toBe(0);
    await page.unroute(orders);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No Order Details Found.').waitFor();
    // What is there stays there while the news of it does not come.
    await page.route(/transactions\?.*Sell/, (route) =>
      route.fulfill({ status: 503, json: { status: 503, message: 'Counting again.', data: null } }),
    );
    await page.clock.install();
    await page.getByRole('tab', { name: 'Buy' }).click();
    await page.clock.fastForward(60_000);
    await page.getByRole('tab', { name: 'Sell' }).click();
    await notices.getByText('Counting again.').waitFor();
    expect(await page.getByText('No Order Details Found.').count()).toBe(1);
  },
);

/** How bright a colour is, by WCAG. */
function brightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

longTest(
  'what can not be used now looks so and is read as easily as anything, light and dark',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await visit(shop.url, { token: anna.token, colorScheme });
      await page.goto('/account/kyc-submit');
      const usable = page.getByRole('button', { name: 'Continue' });
      await usable.waitFor();
      const look = () =>
        page.evaluate<{ color: string; ground: string; opacity: string }>(`(() => {
        const button = document.querySelector('main [type=submit]');
        const { color, backgroundColor, opacity } = getComputedStyle(button);
        return { color, ground: backgroundColor, opacity };
      })()`);
      const before = await look();
      await usable.click();
      await expect.poll(() => usable.isDisabled()).toBe(true);
      // Once the colours have come to rest.
      await expect.poll(async () => (await look()).ground).not.toBe(before.ground);
      const contrastNow = async () => {
        const { color, ground } = await look();
        return contrast(color, ground);
      };
      await expect.poll(contrastNow, { message: colorScheme }).toBeGreaterThanOrEqual(4.5);
      expect((await look()).opacity).toBe('1');
    }
  },
);
