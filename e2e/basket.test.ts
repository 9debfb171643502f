import { text } from '@giftlane/texts/text.ts';
import { expect, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeCard, makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, desktop, longTest, phone } from './browser.ts';
import { atPayPal, makeBrand, quantities, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

const put = (shop: TestShop, token: string, iGiftCardId: string, nQuantity = 1) =>
  shop.raw('POST', '/cart', { token, body: { iGiftCardId, nQuantity } });

test('CART-01, CART-02, CART-03, CART-04, CART-05, CART-14 the cart shows its lines and totals, takes no senseless quantity, and is emptied line by line or at once', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const brand = await makeBrand(
    shop,
    'Kestrel',
    [{ valueMinor: 40_00n, discountBp: 500, cashbackBp: 300, serviceChargeBp: 200, codes: 1 }],
    { banner: 'brands/kestrel.svg' },
  );
  const other = await makeBrand(shop, 'Larch', [{ valueMinor: 15_00n, codes: 1 }]);
  await put(shop, anna.token, brand.cards[0] ?? '', 2);
  await put(shop, anna.token, other.cards[0] ?? '');
  const page = await visit(shop.url, { token: anna.token });
  await page.route('**/media/brands/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  );
  await page.goto('/account/cart');
  const line = page.getByRole('list', { name: 'Cards in your cart' }).getByRole('listitem').first();
  await line.getByRole('link', { name: 'Kestrel' }).waitFor();
  await line.getByText('All about Kestrel.').waitFor();
  expect(await line.locator('img').getAttribute('src')).toContain('brands/kestrel.svg');
  // 2 x 40, less 5 percent of it; one is 38.
  await line.getByText('$76.00').waitFor();
  await line.getByText('$38.00 each').waitFor();
  const totals = page.getByRole('region', { name: 'Summary' }).locator('dl');
  await expect
    .poll(() => totals.locator('> div').allTextContents())
    .toEqual([
      'Subtotal$95.00',
      'Discount−$4.00',
      'Cards after discount$91.00',
      'Service charge$1.60',
      'Total payable$92.60',
      'Wallet cashback+$2.40',
    ]);
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    await expect.poll(() => sidewaysScroll(page)).toBe(0);
  }

  const quantity = line.getByRole('spinbutton', { name: 'Quantity of Kestrel' });
  for (const [text, becomes] of [
    ['0', 1],
    ['-3', 1],
    ['1e2', 100],
    ['', 100],
    ['2.4', 2],
    ['5000', 1000],
    ['7', 7],
  ] as const) {
    await quantity.fill(text);
    await quantity.press('Enter');
    await expect
      .poll(async () => (await quantities(shop, anna.token))[0], { message: text })
      .toBe(becomes);
    expect(await quantity.inputValue()).toBe(String(becomes));
  }
  for (let press = 0; press < 5; press++) {
    await line.getByRole('button', { name: 'One more' }).click();
  }
  await page.getByRole('list', { name: 'Cards in your cart' }).getByText('$456.00').waitFor();
  await expect.poll(() => quantities(shop, anna.token)).toEqual([12, 1]);
  await page.reload();
  await expect.poll(() => quantity.inputValue()).toBe('12');

  await page.getByRole('button', { name: 'Remove Larch' }).click();
  await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
  const focused = () => page.evaluate<string>('document.activeElement.ariaLabel');
  expect(await focused()).toBe('Cards in your cart');
  // What was taken out comes back as it was, one line or all of them.
  const undo = page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' });
  await undo.click();
  await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor();
  await expect.poll(() => quantities(shop, anna.token)).toEqual([12, 1]);
  const clear = async () => {
    await page.getByRole('button', { name: 'Clear cart' }).click();
    await page.getByText('Ooops! Your cart is currently empty.').waitFor();
    await expect.poll(() => quantities(shop, anna.token)).toEqual([]);
  };
  await clear();
  expect(await page.evaluate<string>('document.activeElement.id')).toBe('content');
  await undo.click();
  await expect.poll(() => quantities(shop, anna.token)).toEqual([12, 1]);
  await expect.poll(() => quantity.inputValue()).toBe('12');
  await page.setViewportSize(phone);
  for (const [label, words] of [
    ['Total payable', 'Subtotal plus service charge minus discount.'],
    ['Wallet cashback', 'We add it to your wallet when your order is delivered.'],
  ] as const) {
    const help = page.getByRole('button', { name: `About: ${label}` });
    await help.click();
    await page.getByText(words).waitFor();
    await help.click();
    await page.getByText(words).waitFor({ state: 'detached' });
  }
  // The total and the way on are in sight, wherever one is.
  const bar = page.getByRole('button', { name: 'Checkout' }).last();
  await page.evaluate('scrollTo(0, 0)');
  expect((await bar.boundingBox())?.y).toBeGreaterThan(phone.height - 100);
  await clear();
  // What is no longer sold does not keep the rest from coming back.
  await shop.db.run(sql`update brands set retired_at = now() where id = ${brand.id}`);
  await shop.catalog.refresh();
  await undo.click();
  await expect.poll(() => quantities(shop, anna.token)).toEqual([1]);
  await page.getByRole('alert').first().waitFor();
});

test('CART-04 presses while an earlier change is on its way are not taken back by its answer', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const brand = await makeBrand(shop, 'Kestrel', [{ valueMinor: 40_00n, codes: 1 }]);
  await put(shop, anna.token, brand.cards[0] ?? '');
  const page = await visit(shop.url, { token: anna.token });
  const calls: string[] = [];
  let pressAgain: (() => Promise<void>) | undefined = () =>
    page.getByRole('button', { name: 'One more' }).click();
  await page.route('**/api/v1/cart**', async (route) => {
    const method = route.request().method();
    calls.push(method);
    if (method === 'PUT') {
      await pressAgain?.();
      pressAgain = undefined;
    }
    await route.continue();
  });
  await page.goto('/account/cart');
  await page.getByRole('button', { name: 'One more' }).click();
  await expect.poll(() => quantities(shop, anna.token)).toEqual([3]);
  await expect.poll(() => calls.slice(calls.indexOf('PUT'))).toEqual(['PUT', 'PUT', 'GET']);
  expect(await page.getByRole('spinbutton').inputValue()).toBe('3');
});

test('CART-06, CART-08, CART-09 the wallet toggle tells the server once per press and survives a fit of presses; Checkout leads to the payment page and back', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 4_00n });
  const card = await makeCard(shop);
  await put(shop, anna.token, card.id);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/updateusewallet')) calls.push(request.method());
  });
  await page.goto('/account/cart');
  const toggle = page.getByRole('switch', { name: /Use wallet balance/ });
  const stored = async () =>
    (await shop.db.one(sql<{ use_wallet: boolean }>`select use_wallet from members`)).use_wallet;
  const before = await stored();
  expect(await toggle.isChecked()).toBe(before);
  await toggle.focus();
  await page.keyboard.press('Space');
  await expect.poll(stored).toBe(!before);
  await expect.poll(() => toggle.isChecked()).toBe(!before);
  expect(calls).toEqual(['GET']);
  // The key that was pressed still has its switch.
  expect(await toggle.evaluate((field) => field.matches(':focus'))).toBe(true);
  // The call flips: while one is on its way, another would undo it.
  const held = Promise.withResolvers<void>();
  await page.route('**/updateusewallet', async (route) => {
    await held.promise;
    await route.continue();
  });
  // The end of the call before may not have come to the page yet: until then a press does nothing.
  await expect
    .poll(async () => {
      await page.keyboard.press('Space');
      return calls;
    })
    .toEqual(['GET', 'GET']);
  const waitingAnswer = page.waitForResponse('**/updateusewallet');
  for (let press = 0; press < 6; press++) await page.keyboard.press('Space');
  // Whatever the presses have sent is known before the answer to this.
  await page.evaluate(() => fetch('/healthz').then(({ status }) => status));
  expect(calls).toEqual(['GET', 'GET']);
  held.resolve();
  await waitingAnswer;
  await page.waitForLoadState('networkidle');
  await expect.poll(async () => (await toggle.isChecked()) === (await stored())).toBe(true);
  if (!(await stored())) await page.keyboard.press('Space');
  await page.getByText('Left to pay').first().waitFor();

  await page.getByRole('button', { name: 'Checkout' }).last().dblclick();
  await page.waitForURL('**/account/checkout');
  await page.getByRole('heading', { name: 'Your order' }).waitFor();
  await page.getByRole('region', { name: 'Pay by card' }).getByText('$6.00').waitFor();
  await expect.poll(() => sidewaysScroll(page)).toBe(0);
  await page.reload();
  await page.getByRole('region', { name: 'Pay by card' }).getByText('$6.00').waitFor();
  await page.goBack();
  await page.waitForURL('**/account/cart');
  await page.goForward();
  await page.getByRole('button', { name: 'Back to cart' }).click();
  await page.waitForURL('**/account/cart');
  expect(await quantities(shop, anna.token)).toEqual([1]);
});

longTest(
  'CART-07 wallet money is not offered in another currency, nor from an empty wallet; a cart refuses a second currency with words',
  async () => {
    const shop = await startShop();
    const card = await makeCard(shop);
    const euro = await makeBrand(shop, 'Larch', [{ valueMinor: 15_00n, currency: 'eur' }]);
    const members = [
      await makeMember(shop, { walletMinor: 50_00n, currency: 'eur' }),
      await makeMember(shop),
    ];
    for (const { token } of members) {
      const other = token === members[0]?.token;
      await put(shop, token, card.id);
      const page = await visit(shop.url, { token });
      await page.goto('/account/cart');
      await page.getByText('Total payable').first().waitFor();
      expect(await page.getByRole('switch').count()).toBe(0);
      // Why it is not offered, where there is money.
      const why = page.getByText('Your wallet has €50.00. It can only pay for cards in EUR');
      await expect.poll(() => why.count()).toBe(other ? 1 : 0);
      await page.evaluate(`localStorage.setItem('giftlane.currency', 'eur')`);
      await page.goto(`/gift-cards/${euro.id}`);
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
      // It is said at once, not when the cart has been read again.
      const read = Promise.withResolvers<void>();
      await page.route('**/api/v1/cart', async (route) => {
        if (route.request().method() === 'GET') await read.promise;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page
        .getByRole('alert')
        .getByText(/Your cart holds USD cards\. Buy or remove them/)
        .waitFor();
      read.resolve();
      expect(await quantities(shop, token)).toEqual([1]);
      await page.getByRole('alert').getByRole('button', { name: 'View cart' }).click();
      await page.waitForURL('**/account/cart');
    }
  },
);

test('sold out in the cart: the order says how many are left, keeps everything, and goes through when corrected', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop, { codes: 1 });
  await put(shop, anna.token, card.id, 2);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.goto('/account/cart');
  // Said before anybody tries.
  await page.getByText('Only 1 left', { exact: true }).waitFor();
  const checkout = page.getByRole('button', { name: 'Checkout' }).last();
  await page
    .getByText('Update or remove the highlighted items first.')
    .filter({ visible: true })
    .first()
    .waitFor();
  // The cart was read before the other one was sold: the order says it, at the line.
  await page.route('**/api/v1/cart', async (route) => {
    const answer = await route.fetch();
    const reply = await answer.json();
    for (const line of reply.data) delete line.nLeft;
    await route.fulfill({ response: answer, json: reply });
  });
  await page.reload();
  await checkout.click();
  await page.getByText('Only 1 left', { exact: true }).waitFor();
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
  await page
    .getByText('Update or remove the highlighted items first.')
    .filter({ visible: true })
    .first()
    .waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  expect(await anna.balance()).toBe(100_00n);
  expect(await quantities(shop, anna.token)).toEqual([2]);
  // At once, while the change is still on its way.
  await page.getByRole('button', { name: 'Change to 1' }).click();
  await page.getByRole('button', { name: 'Checkout' }).last().click();
  await page.waitForURL('**/account/checkout/success**');
  expect(await anna.balance()).toBe(90_00n);

  await put(shop, anna.token, card.id);
  await shop.catalog.refresh();
  await page.goto('/account/cart');
  await page.getByText('Sold out').waitFor();
  // Of what is sold out there is nothing to choose.
  expect(await page.getByRole('main').getByRole('spinbutton').isDisabled()).toBe(true);
  // The bar with the sum has the lower edge of a phone; without a sum the ways of the shop have it.
  const ways = page.getByRole('navigation', { name: 'Quick links' });
  expect(await ways.isVisible()).toBe(false);
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByText('Ooops! Your cart is currently empty.').waitFor();
  await ways.waitFor();
});

longTest(
  'what is sold out is not in the sum, and an order of the rest leaves it in the cart',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const there = await makeCard(shop);
    const { cards } = await makeBrand(shop, 'Kestrel', [{ valueMinor: 40_00n }]);
    const gone = cards[0] ?? '';
    await put(shop, anna.token, there.id, 2);
    await put(shop, anna.token, gone);
    await shop.db.run(sql`update codes set state = 'void' where card_id = ${gone}`);
    await shop.catalog.refresh();
    const page = await visit(shop.url, { token: anna.token });
    await page.goto('/account/cart');
    const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Kestrel' });
    await line.getByText('Sold out').waitFor();
    await line.getByText('Not included in the total').waitFor();
    const summary = page.getByRole('region', { name: 'Summary' });
    expect(await summary.locator('dl').textContent()).toBe('Subtotal$20.00Total payable$20.00');
    expect(await page.getByText('Update or remove the highlighted').count()).toBe(0);
    await page.getByRole('button', { name: 'Checkout' }).first().click();
    await page.waitForURL('**/account/checkout');
    await page.getByRole('region', { name: 'Your order' }).getByText('2 × $10 card').waitFor();
    await atPayPal(page, 'Pay with sandbox card');
    await page.waitForURL('**/account/checkout/success**');
    await page.getByText('Paid by card$20.00').waitFor();
    expect(await quantities(shop, anna.token)).toEqual([1]);
  },
);

test('a quantity that is typed counts before it is left, and what another tab has bought is not bought again', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop, { codes: 9 });
  await put(shop, anna.token, card.id);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.goto('/account/cart');
  const other = await page.context().newPage();
  await other.goto('/account/cart');
  const total = page.getByText('Total payable').locator('xpath=..').getByText('$30.00');
  await page.getByRole('main').getByRole('spinbutton').click();
  // What stands there is selected: a figure takes its place.
  await page.keyboard.press('3');
  await total.waitFor();
  await page.getByRole('button', { name: 'Checkout' }).last().click();
  await page.waitForURL('**/account/checkout/success**');
  expect(await anna.balance()).toBe(70_00n);
  await other.getByRole('button', { name: 'Checkout' }).last().click();
  await other.getByText(text('cart.changedElsewhere')).waitFor();
  await other.getByText('Ooops! Your cart is currently empty.').waitFor();
  expect(await anna.balance()).toBe(70_00n);
});

longTest(
  'two tabs: what was ordered in one is no longer in the other, and paying there again buys nothing',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop);
    await put(shop, anna.token, card.id);
    const page = await visit(shop.url, { token: anna.token });
    await page.goto('/account/cart');
    const other = await page.context().newPage();
    await other.goto('/account/cart');
    await other.getByRole('button', { name: 'Remove Nimbus' }).waitFor();
    await page.getByRole('button', { name: 'Checkout' }).first().dblclick();
    await page.waitForURL('**/account/checkout/success**');
    await other.getByRole('button', { name: 'Remove Nimbus' }).click();
    await other.getByText('Ooops! Your cart is currently empty.').waitFor();
    expect(await other.getByRole('alert').count()).toBe(0);
    await page.goBack();
    await page.getByText('Ooops! Your cart is currently empty.').waitFor();
    expect(await anna.balance()).toBe(90_00n);
  },
);

test('PAY-04 reload and Back while paying by card lose nothing and charge once', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const card = await makeCard(shop);
  await put(shop, anna.token, card.id);
  const page = await visit(shop.url, { token: anna.token });
  await page.goto('/account/cart');
  await page.getByRole('button', { name: 'Checkout' }).first().click();
  await page.waitForURL('**/account/checkout');
  await atPayPal(page, 'Cancel and go back');
  await page.getByText('Payment cancelled.').first().waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Pay by sandbox card' }).waitFor();
  await page.goBack();
  await page.getByText('You have an unpaid order').waitFor();
  await page.getByRole('link', { name: 'Continue to payment' }).click();
  // The answer to the approval is lost; the page asks what became of the order.
  await page.route('**/api/v1/transaction', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await atPayPal(page, 'Pay with sandbox card');
  await page.waitForURL('**/account/checkout/success**');
  await page.reload();
  await page.getByRole('button', { name: /Reveal code/ }).waitFor();
  await page.goto('/account/checkout');
  await page.waitForURL('**/account/cart');
  const { orders } = await shop.db.one(
    sql<{ orders: number }>`select count(*)::int as orders from orders where state = 'delivered'`,
  );
  expect(orders).toBe(1);
});
