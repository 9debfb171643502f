import { initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeAfterDelivery } from '../apps/server/src/features/checkout/deliver/delivered.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeCard, makeMember, orderBody } from '../apps/server/src/testing/builders.ts';
import { atProvider, initiated } from '../apps/server/src/testing/buying.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { violations } from './axe.ts';
import { browserForFile, desktop, longTest, phone } from './browser.ts';
import { boxOf, coloursOf, makeBrand, openOrder, quantities, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

test('ORD-01, ORD-02, ORD-03, ORD-04, ORD-05, ORD-06, ORD-07, ORD-08 My Orders: tabs, ten to a page, each line with its card, price and progress', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 1000_00n });
  const brand = await makeBrand(shop, 'Kestrel', [{ valueMinor: 10_00n, codes: 30 }], {
    banner: 'brands/kestrel.svg',
    logo: 'brands/kestrel-logo.svg',
  });
  const page = await visit(shop.url, { token: anna.token });
  await page.route('**/media/brands/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  );
  await page.goto('/account/orders');
  await page.getByText('No Order Details Found.').waitFor();
  const card = { id: brand.cards[0] ?? '' };
  for (let order = 0; order < 11; order++) {
    const quantity = order === 10 ? 2 : 1;
    const body = orderBody(anna, { card, quantity, totalMinor: BigInt(quantity) * 10_00n });
    expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(200);
  }
  await page.reload();
  const orders = page.getByRole('article');
  await expect.poll(() => orders.count()).toBe(10);
  const first = orders.first();
  await first.getByText('Delivered', { exact: true }).waitFor();
  // At a desk one line of its own for what is said of the whole: a quiet row.
  expect((await boxOf(first)).height).toBeLessThan(120);
  await first.getByRole('heading', { name: 'Kestrel' }).waitFor();
  await first.getByText('2 × $10').waitFor();
  // A single sum is said once.
  expect(await first.getByText('$20.00', { exact: true }).count()).toBe(1);
  // The brand's mark stands before its name.
  expect(await first.locator('img').first().getAttribute('src')).toContain('kestrel-logo.svg');
  expect(await first.locator('img').nth(1).getAttribute('src')).toContain('kestrel.svg');
  const steps = page.getByRole('list', { name: 'Progress of Kestrel' });
  const progress = [
    'Order Placed (done)',
    'Payment Done (done)',
    'Order Accepted (done)',
    'Order Delivered (done)',
  ];
  expect(await steps.first().getByRole('listitem').allTextContents()).toEqual(progress);
  await steps.first().getByText('Payment Done').waitFor();
  // ORD-09: a code is revealed and copied in the list itself.
  await orders.nth(1).getByRole('button', { name: 'See codes' }).click();
  await orders
    .nth(1)
    .getByRole('button', { name: /^Reveal/ })
    .click();
  await orders.nth(1).getByRole('button', { name: /^Copy/ }).click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/\w{8}/);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => orders.count()).toBe(1);
  await page.getByText('Page 2 of 2').waitFor();
  await page.reload();
  await expect.poll(() => orders.count()).toBe(1);
  await page.getByRole('tab', { name: 'Sell' }).click();
  await page.getByText('No Order Details Found.').waitFor();
  await page.goto('/account/orders?tab=sell');
  await page.getByRole('tab', { name: 'Sell', selected: true }).waitFor();
  await page.getByRole('tab', { name: 'Buy' }).click();
  await expect.poll(() => orders.count()).toBe(10);
  await page.setViewportSize(phone);
  await expect.poll(() => sidewaysScroll(page)).toBe(0);
  // Its page says once what holds for the order and for each of its lines.
  await openOrder(page);
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1, name: 'Order for Kestrel', exact: true }).waitFor();
  expect(await main.getByText('Delivered', { exact: true }).count()).toBe(1);
  expect(await steps.getByRole('listitem').allTextContents()).toEqual(progress);
});

longTest(
  'orders are found by card, number, state and day, all of it in the address; one is bought again, and printed alone',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { walletMinor: 1000_00n });
    const [kestrel, larch] = [
      await makeBrand(shop, 'Kestrel', [{ valueMinor: 10_00n, codes: 30 }]),
      await makeBrand(shop, 'Larch', [{ valueMinor: 10_00n, codes: 30 }]),
    ];
    const buy = async ({ cards }: typeof larch, quantity = 1) => {
      const totalMinor = BigInt(quantity) * 10_00n;
      const body = orderBody(anna, { card: { id: cards[0] ?? '' }, quantity, totalMinor });
      const { status } = await shop.raw('POST', '/transaction', { token: anna.token, body });
      expect(status).toBe(200);
      return body.sOrderId;
    };
    const numbers = [await buy(kestrel), await buy(kestrel, 2), await buy(larch)];
    const page = await visit(shop.url, { token: anna.token });
    await page.goto('/account/orders');
    const orders = page.getByRole('article');
    await expect.poll(() => orders.count()).toBe(3);
    const search = page.getByRole('searchbox', { name: 'Card or order number' });
    await search.fill('kest');
    await page.getByText('2 orders found').waitFor();
    expect(new URL(page.url()).search).toBe('?search=kest');
    await page.reload();
    await page.getByText('2 orders found').waitFor();
    await search.fill(numbers[2] ?? '');
    await page.getByText('1 order found').waitFor();
    await orders.getByRole('heading', { name: 'Larch' }).waitFor();
    // The rest waits behind a button.
    const filters = page.getByRole('button', { name: 'Filters' });
    await filters.click();
    await page.getByLabel('Status').selectOption('Refunded');
    await page.getByText('No Order Details Found.').waitFor();
    await page.getByRole('button', { name: 'Reset all' }).click();
    await expect.poll(() => orders.count()).toBe(3);
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByText('No Order Details Found.').waitFor();
    await page.getByLabel('To', { exact: true }).fill('');
    await expect.poll(() => orders.count()).toBe(3);
    // Digit by digit, as on a desk; half a date looks for nothing and is not kept.
    const from = page.getByLabel('From');
    await from.focus();
    await page.keyboard.type('01022020');
    await page.getByText('3 orders found').waitFor();
    expect(new URL(page.url()).search).toBe('?from=2020-01-02');
    expect(await from.inputValue()).toBe('2020-01-02');
    await from.fill('0202-01-02');
    await from.blur();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect.poll(() => from.inputValue()).toBe('');
    // A page beyond the end.
    await page.goto('/account/orders?page=9');
    await expect.poll(() => orders.count()).toBe(3);
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.setViewportSize(phone);
    await filters.click();
    await page.getByLabel('Status').selectOption('Delivered');
    await page.getByText('3 orders found').waitFor();
    await expect.poll(() => sidewaysScroll(page)).toBe(0);
    await page.setViewportSize(desktop);

    await shop.db.run(sql`update brands set retired_at = now() where title = 'Larch'`);
    await shop.catalog.refresh();
    await openOrder(page);
    await page.getByRole('button', { name: 'Buy again' }).click();
    await page.getByText('Nothing was added to your cart').waitFor();
    await page.getByText('Larch $10: no longer sold').waitFor();

    // Both codes of one order, revealed and copied together.
    await openOrder(page, 1);
    const notices = page.getByRole('region', { name: 'Notices' });
    await page.getByRole('button', { name: 'Reveal all 2' }).dblclick();
    for (const serial of ['S2', 'S3'])
      await page.getByRole('button', { name: `Copy code ${serial}` }).waitFor();
    await page.getByRole('button', { name: 'Copy 2 revealed codes' }).click();
    await notices.getByText('2 codes copied').waitFor();
    const copied = (await page.evaluate<string>('navigator.clipboard.readText()')).split('\n');
    expect(copied).toHaveLength(2);

    await page.emulateMedia({ media: 'print' });
    const paper = (await page.getByRole('main').innerText()).replaceAll(/\s/g, '');
    for (const code of copied) expect(paper).toContain(code);
    expect(paper).toContain(`Order${numbers[1]}`);
    expect(paper).toContain('Paidfromyourwallet');
    await page.emulateMedia({ media: 'screen' });

    // Last, as its notice goes again by itself.
    await page.getByRole('button', { name: 'Buy again' }).dblclick();
    await notices.getByText(/^Added to your cart at today's prices/).waitFor();
    expect(await quantities(shop, anna.token)).toEqual([2]);
    await notices.getByRole('button', { name: 'View cart' }).click();
    await page.waitForURL('**/account/cart');
  },
);

test('an order that is not paid, or waits for codes, is cancelled in My Orders: its cards are in the cart again, its money comes back', async () => {
  const shop = await startShop();
  const { anna, card, wish } = await initiated(shop, { walletMinor: 10_00n });
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await openOrder(page);
  const order = page.getByRole('main');
  await order.getByText('Pending', { exact: true }).first().waitFor();
  const costs = order.locator('dl', { hasText: 'From your wallet' });
  expect(await costs.textContent()).toMatch(/From your wallet−\$10\.00Left to pay\$20\.00$/);
  await order.getByText(/^Your codes are reserved: \d\d\smin\s\d\d\ss left\.$/).waitFor();
  await order.getByRole('link', { name: 'Pay $20.00' }).waitFor();
  await order.getByText('$20.00 of $30.00 left to pay').waitFor();
  // Of what is not paid there is nothing to print.
  expect(await order.getByRole('button', { name: 'Print' }).count()).toBe(0);
  await page.goto(`/account/checkout/success?order=${wish.sOrderId}`);
  await page.getByRole('heading', { name: 'Not paid yet' }).waitFor();
  await order.getByRole('link', { name: 'Pay $20.00' }).waitFor();
  await openOrder(page);
  expect(await quantities(shop, anna.token)).toEqual([]);
  expect(await order.getByRole('button', { name: 'Buy again' }).count()).toBe(0);
  const cancel = order.getByRole('button', { name: 'Cancel order' });
  await cancel.click();
  const question = page.getByRole('dialog', { name: 'Cancel this order?' });
  await question
    .getByText(
      /^You won't be charged\. .* The \$10\.00 reserved in your wallet becomes available again\.$/,
    )
    .waitFor();
  await question.getByRole('button', { name: 'Keep order' }).click();
  await question.waitFor({ state: 'detached' });
  // A refusal is said at the button.
  const refusal = 'This order can not be cancelled any more';
  await page.route(
    '**/transaction/cancel',
    (route) =>
      route.fulfill({
        status: 409,
        json: { status: 409, message: refusal, code: 'order.not_cancellable' },
      }),
    { times: 1 },
  );
  await cancel.click();
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await order.getByRole('alert').getByText(refusal).waitFor();
  expect(await page.getByText(refusal).count()).toBe(1);
  await cancel.click();
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByText('Order cancelled', { exact: true }).waitFor();
  await order.getByText('Failed', { exact: true }).waitFor();
  await order.getByText("This order wasn't completed. You weren't charged.").waitFor();
  await order.getByRole('heading', { name: 'Price details' }).waitFor();
  await order.getByText('Total', { exact: true }).waitFor();
  await order.getByText('$30.00 Not charged').waitFor();
  expect(await order.getByText(/^Paid|From your wallet/).count()).toBe(0);
  await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
  expect(await cancel.count()).toBe(0);
  expect(await quantities(shop, anna.token)).toEqual([3]);
  expect(await anna.balance()).toBe(100_00n);
  await page.goto(`/account/checkout/success?order=${wish.sOrderId}`);
  await page.getByRole('heading', { name: 'Order not completed' }).waitFor();

  const second = orderBody(anna, {
    card,
    totalMinor: 10_00n,
    walletMinor: 4_00n,
    gateway: 'PayPal',
  });
  const { sPayerId, ...begun } = second;
  const { body } = await shop.call(initiate, { token: anna.token, body: begun });
  const { sPaymentId } = body.data;
  await page.goto('/account/orders');
  await order.first().getByText('$4.00 reserved in your wallet').waitFor();
  await shop.db.run(sql`update codes set state = 'void' where card_id = ${card.id}`);
  await atProvider(shop, sPaymentId, 'approve');
  await shop.call(pay, { token: anna.token, body: { ...begun, sPayerId, sPaymentId } });
  expect(await anna.balance()).toBe(96_00n);
  await openOrder(page);
  await order.getByText('Processing', { exact: true }).waitFor();
  await page.getByText("We'll email you as soon as all your codes are ready.").waitFor();
  await cancel.click();
  const shares = '$6.00 to your card and $4.00 to your wallet';
  await question
    .getByText(`We refund $10.00 for the cards whose codes haven't been delivered: ${shares}.`)
    .waitFor();
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByText(/Your money is on its way back\.$/).waitFor();
  await order.getByText('Refunded', { exact: true }).first().waitFor();
  await order.getByText('$10.00 refunded', { exact: true }).waitFor();
  await order.getByText('Refunded to your card−$6.00').waitFor();
  await order.getByText('Refunded to your wallet−$4.00').waitFor();
  await order.getByText('Paid after refund$0.00').waitFor();
  expect(await anna.balance()).toBe(100_00n);
  await page.goto(`/account/checkout/success?order=${second.sOrderId}`);
  await page.getByRole('heading', { name: 'Order refunded' }).waitFor();
  await page.getByText(`We refunded what you paid: ${shares}.`).waitFor();
  await page.getByText('$10.00 refunded').waitFor();
  expect(await page.getByText('Thank you').count()).toBe(0);
});

longTest(
  'a cart that is read from before an order is bought again, or cancelled, does not stand',
  async () => {
    const shop = await startShop();
    const { anna } = await initiated(shop);
    const card = await makeCard(shop, { codes: 2 });
    const body = orderBody(anna, { card, totalMinor: 10_00n });
    expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(200);
    const page = await visit(shop.url, { token: anna.token });
    for (const [place, press, done, badge] of [
      [0, 'Buy again', /^Added to your cart at today's prices/, 'Cart, 1 item'],
      [1, 'Cancel order', 'Order cancelled', 'Cart, 2 items'],
    ] as const) {
      const [read, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let first = true;
      await page.route('**/api/v1/cart', async (route) => {
        if (!first) return route.continue();
        first = false;
        const response = await route.fetch();
        read.resolve();
        await arrived.promise;
        // Given up by the page meanwhile.
        await route.fulfill({ response }).catch(() => undefined);
      });
      await openOrder(page, place);
      await read.promise;
      await page.getByRole('button', { name: press }).click();
      if (press === 'Cancel order')
        await page.getByRole('dialog').getByRole('button', { name: press }).click();
      await page.getByText(done).waitFor();
      arrived.resolve();
      await page.getByRole('link', { name: badge }).waitFor();
      await page.unroute('**/api/v1/cart');
    }
  },
);

test('ORD-09, ORD-10, ERR-11, ERR-12 a code stays masked and unviewed until a second after Reveal; copying says whether it worked', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n, verified: true });
  const card = await makeCard(shop, { codes: 1 });
  const body = orderBody(anna, { card, totalMinor: 10_00n });
  await shop.raw('POST', '/transaction', { token: anna.token, body });
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await openOrder(page);
  await page.getByRole('button', { name: 'Accept' }).click();
  const code = card.codes[0] ?? '';
  const shown = async () => ((await page.getByRole('main').textContent()) ?? '').includes(code);
  await page.getByText('Not viewed yet').waitFor();
  expect(await shown()).toBe(false);
  // What one came for is in the first screen, above the bar below, although how far the order came stands over it.
  const end = async (part: Locator) => {
    const box = await part.boundingBox();
    return box ? box.y + box.height : 0;
  };
  const reveal = await end(page.getByRole('button', { name: 'Reveal code S1' }));
  const bar = page.getByRole('navigation', { name: 'Quick links' });
  expect(reveal).toBeLessThan(((await bar.boundingBox()) ?? { y: 0 }).y);
  expect(await end(page.getByRole('list', { name: /^Progress of/ }))).toBeLessThan(reveal);
  let pressedAt = 0;
  let askedAfter = 0;
  let asked = 0;
  page.on('request', (request) => {
    if (!request.url().includes('/viewCard/')) return;
    asked++;
    askedAfter = Date.now() - pressedAt;
  });
  pressedAt = Date.now();
  await page.getByRole('button', { name: 'Reveal code S1' }).dblclick();
  await expect.poll(shown).toBe(true);
  expect(askedAfter).toBeGreaterThanOrEqual(1000);
  expect(asked).toBe(1);
  await page.getByText(/Viewed /).waitFor();
  const copy = page.getByRole('button', { name: 'Copy code S1' });
  await copy.click();
  // It goes by itself.
  const told = await boxOf(page.getByText('Code copied'));
  // On a phone as wide as the code above it.
  const before = await boxOf(copy);
  const { width } = await boxOf(page.getByRole('main').getByText(code));
  expect(before.width).toBeGreaterThanOrEqual(width);
  expect(told.height).toBe(before.height);
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(code);
  await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))`);
  await copy.click();
  await page.getByRole('alert').getByText('Code can not copied!').waitFor();
  expect(await boxOf(copy)).toEqual(before);
  // Gone with the page, and the mark stays.
  await page.reload();
  await page.getByText(/Viewed /).waitFor();
  expect(await shown()).toBe(false);
  // What is refused is said where it was pressed, with the way to change it, and nowhere else.
  const message = 'Your account is frozen.';
  await page.route('**/viewCard/**', (route) =>
    route.fulfill({ status: 403, json: { status: 403, message, code: 'account.locked' } }),
  );
  await page.getByRole('button', { name: 'Reveal code S1' }).click();
  const refusal = page.getByRole('main').getByRole('alert').filter({ hasText: message });
  await refusal.getByRole('link', { name: 'Open Security' }).waitFor();
  expect(await page.getByText(message).count()).toBe(1);
});

longTest(
  'the codes of several cards are uncovered by one press, which no other stands before',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { walletMinor: 100_00n, verified: true });
    const [nimbus, kestrel] = [
      await makeCard(shop),
      await makeBrand(shop, 'Kestrel', [{ valueMinor: 10_00n, codes: 2 }]),
    ];
    const body = orderBody(anna, { card: nimbus, totalMinor: 30_00n });
    body.aCartData.push({ iGiftCardId: kestrel.cards[0] ?? '', nQuantity: 2 });
    expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(200);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await openOrder(page);
    const reveals = page.getByRole('button', { name: /^Reveal/ });
    await expect.poll(() => reveals.count()).toBe(4);
    expect(await reveals.first().textContent()).toMatch(/^Reveal all 3/);
    // The first code's own is what the page is for; all of them is the quiet one.
    const grounds: string[] = [];
    for (const one of await reveals.all()) grounds.push((await coloursOf(one)).ground);
    expect(grounds.map((ground) => ground === 'leaf')).toEqual([false, true, false, false]);
    await reveals.first().click();
    await expect.poll(() => page.getByRole('button', { name: /^Copy code/ }).count()).toBe(3);
    // How it is redeemed is there with it, of the brand that says so.
    expect(await page.locator('details[open]').count()).toBe(1);
    await page.getByRole('button', { name: /^Copy 3 revealed codes/ }).click();
    await page.getByText('3 codes copied').waitFor();
  },
);

test('PROF-01, PROF-03 the profile lists the latest ten orders, in words of its own', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop, { codes: 11 });
  for (let order = 0; order < 10; order += 1) {
    const body = orderBody(anna, { card, totalMinor: 10_00n });
    expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(200);
  }
  const { sPayerId, ...begun } = orderBody(anna, { card, totalMinor: 10_00n, gateway: 'PayPal' });
  const { body } = await shop.call(initiate, { token: anna.token, body: begun });
  const { sPaymentId } = body.data;
  await shop.db.run(sql`update codes set state = 'void' where state = 'reserved'`);
  await atProvider(shop, sPaymentId, 'approve');
  await shop.call(pay, { token: anna.token, body: { ...begun, sPayerId, sPaymentId } });
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.goto('/account/profile');
  await page.getByRole('main').getByText(anna.email).waitFor();
  const level = (name: string) => page.getByRole('definition').getByText(name, { exact: true });
  await level('Begainer').waitFor();
  await shop.db.run(sql`update members set membership_level = 2 where id = ${anna.id}`);
  await page.reload();
  await level('Pro Member').waitFor();
  const rows = page.getByRole('region', { name: 'Latest orders' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(10);
  await rows.first().getByText('Processing', { exact: true }).waitFor();
  expect(await rows.getByText('Delivered', { exact: true }).count()).toBe(9);
  await page.getByRole('link', { name: 'All orders' }).click();
  const first = page.getByRole('article').first();
  // The list tells a state once, by the order's word; its page has those of the lines.
  await first.getByText('Processing', { exact: true }).waitFor();
  expect(await first.getByText('Accepted', { exact: true }).count()).toBe(0);
  await first.getByRole('link', { name: 'Details' }).click();
  await page.getByRole('main').getByText('Accepted', { exact: true }).waitFor();
});

longTest(
  'the page of an order tells what was mailed, to whom and when; a mailbox that refused is said',
  async () => {
    const shop = await startShop({ working: false });
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop, { codes: 2 });
    const body = orderBody(anna, { card, totalMinor: 10_00n });
    await shop.raw('POST', '/transaction', { token: anna.token, body });
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto(`/account/orders/${body.sOrderId}`);
    await page.getByText("We're emailing your receipt.").waitFor();
    const { id } = await shop.db.one(sql<{ id: string }>`select id from orders`);
    await makeAfterDelivery(shop.checkout)({ memberId: anna.id, id });
    await page.reload();
    const mask = `${anna.email.slice(0, 1)}•••@`;
    await page.getByText(`Receipt emailed to ${mask}`).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
    await shop.db.run(sql`update orders set mail_refused = true`);
    await page.reload();
    await page.getByText(/We couldn't deliver our email to/).waitFor();
    // Of an order of before nobody knows: nothing is said.
    await shop.db.run(sql`update orders set mailed_at = null, delivered_at = null`);
    await page.reload();
    await page.getByRole('button', { name: /^Reveal/ }).waitFor();
    expect(await page.getByText(/emailed|emailing|couldn't deliver/).count()).toBe(0);
  },
);
