/** Nothing jumps or is squeezed: what is waited for takes the place that was kept for it. */

import { cancelOrder } from '@giftlane/contract/shop/checkout.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { makeCard, makeMember, orderBody } from '../apps/server/src/testing/builders.ts';
import { initiated } from '../apps/server/src/testing/buying.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, longTest, phone, sizes } from './browser.ts';
import { boxOf, holdBack, makeBrand, openOrder, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

/** Two lines of small text: what comes may be this much higher or lower. */
const leewayPx = 12;

for (const size of sizes) {
  longTest(
    `lines of the cart and of the wallet come in the size that was kept for them, ${size.width} px`,
    async () => {
      const shop = await startShop({ working: false });
      // Nobody is reminded above the page: that line comes when it is first needed.
      const anna = await makeMember(shop, { walletMinor: 100_00n, verified: true });
      const card = await makeCard(shop, { codes: 2 });
      const body = orderBody(anna, { card, totalMinor: 10_00n });
      expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(
        200,
      );
      const line = { iGiftCardId: card.id, nQuantity: 1 };
      await shop.raw('POST', '/cart', { token: anna.token, body: line });
      const page = await visit(shop.url, { token: anna.token, size });
      const main = page.getByRole('main');
      for (const [address, call, kept, come] of [
        [
          '/account/cart',
          '**/api/v1/cart',
          main.locator('[aria-hidden] > div > div'),
          page.getByRole('list', { name: 'Cards in your cart' }).getByRole('listitem'),
        ],
        [
          '/account/wallet',
          '**/api/v1/wallet/transactions?*',
          main.getByRole('status').locator('> div'),
          main.getByRole('listitem').filter({ hasText: 'Gift cards bought' }),
        ],
      ] as const) {
        const letGo = await holdBack(page, call);
        await page.goto(address);
        await kept.first().waitFor();
        const place = await boxOf(kept);
        letGo();
        await come.first().waitFor();
        const taken = await boxOf(come);
        expect(Math.abs(taken.height - place.height), `height, ${address}`).toBeLessThan(leewayPx);
        expect(Math.abs(taken.y - place.y), `top, ${address}`).toBeLessThan(leewayPx);
      }
    },
  );
}

for (const size of sizes) {
  longTest(
    `the checkout shows its shape while it is on its way, and what is paid comes where that stood, ${size.width} px`,
    async () => {
      const shop = await startShop({ working: false });
      const anna = await makeMember(shop);
      const card = await makeCard(shop);
      const body = { iGiftCardId: card.id, nQuantity: 1 };
      await shop.raw('POST', '/cart', { token: anna.token, body });
      const page = await visit(shop.url, { token: anna.token, size });
      const main = page.getByRole('main');
      const letGo = await holdBack(page, '**/api/v1/cart');
      await page.goto('/account/checkout');
      await main.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
      const shape = main.getByRole('status');
      const kept = [
        await boxOf(shape.locator('> div')),
        await boxOf(shape.locator('> div > span')),
      ];
      letGo();
      const step = main.getByRole('region', { name: 'Pay by card' });
      const press = step.getByRole('button', { name: 'Pay by sandbox card' });
      await press.waitFor();
      const come = [await boxOf(step), await boxOf(press)];
      const moved = come.map(({ y }, nth) => Math.abs(y - (kept[nth]?.y ?? 0)));
      expect(Math.max(...moved)).toBeLessThan(leewayPx);
    },
  );
}

longTest('a shape that waits is as round as what comes', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const page = await visit(shop.url, { token: anna.token, size: phone });
  const main = page.getByRole('main');
  const corners = (one: Locator) =>
    one.first().evaluate((at) => at.ownerDocument.defaultView?.getComputedStyle(at).borderRadius);
  const letGo = await holdBack(page, '**/api/v1/wallet/transactions?*');
  await page.goto('/account/wallet');
  const kept = await corners(main.getByRole('status').locator('> div > span'));
  letGo();
  const movements = page.getByRole('region', { name: 'Transactions' });
  expect(await corners(movements.locator('li span:has(> svg)'))).toBe(kept);
});

longTest('a button that sends keeps its width, and what stands beside it its place', async () => {
  const shop = await startShop({ working: false });
  const { anna } = await initiated(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone, reducedMotion: true });
  const letGo = await holdBack(page, '**/api/v1/transaction/cancel');
  await openOrder(page);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
  const cancel = dialog.getByRole('button', { name: 'Cancel order' });
  const keep = dialog.getByRole('button', { name: 'Keep order' });
  await cancel.waitFor();
  const before = [await boxOf(cancel), await boxOf(keep)];
  await cancel.click();
  await expect.poll(() => cancel.getAttribute('aria-busy')).toBe('true');
  expect([await boxOf(cancel), await boxOf(keep)]).toEqual(before);
  letGo();
  await dialog.waitFor({ state: 'detached' });
});

longTest(
  '360 px: the picture of a way to pay is whole, and what is beside a choice of currency stays beside it',
  async () => {
    const shop = await startShop({ working: false });
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    const body = { iGiftCardId: card.id, nQuantity: 1 };
    await shop.raw('POST', '/cart', { token: anna.token, body });
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/account/cart');
    const method = page.getByRole('group', { name: 'Pay with' }).locator('label');
    await method.waitFor();
    expect(await boxOf(method.locator('svg'))).toMatchObject({ width: 20, height: 20 });
    expect(await boxOf(method.getByRole('radio'))).toMatchObject({ width: 16, height: 16 });
    await page.goto(`/gift-cards/${card.brandId}`);
    const details = page.getByRole('button', { name: 'Details' });
    await details.waitFor();
    const currency = page.getByRole('main').getByLabel('Currency');
    expect((await boxOf(details)).y).toBe((await boxOf(currency)).y);
  },
);

longTest(
  'CARD-06 360 px: stepper, "Add to cart" and "Buy Now" of a row stand beside each other; at 320 px nothing is cut',
  async () => {
    const shop = await startShop({ working: false });
    const values = [{ valueMinor: 1_000_00n, discountBp: 200, cashbackBp: 450 }];
    const { id } = await makeBrand(shop, 'Larch Tea', values);
    const page = await visit(shop.url, { size: { width: 360, height: 740 } });
    await page.goto(`/gift-cards/${id}`);
    const row = page.getByRole('row', { name: '$1,000' });
    const quantity = row.getByRole('spinbutton');
    await quantity.fill('1000');
    const parts = [
      quantity,
      row.getByRole('button', { name: 'Add to cart' }),
      row.getByRole('button', { name: 'Buy Now' }),
    ];
    const middles = await Promise.all(
      parts.map(async (part) => {
        const { y, height } = await boxOf(part);
        return Math.round(y + height / 2);
      }),
    );
    expect(new Set(middles).size).toBe(1);
    await page.setViewportSize({ width: 320, height: 740 });
    expect(await sidewaysScroll(page)).toBe(0);
    const isCut = await quantity.evaluate((field) => field.scrollWidth > field.clientWidth);
    expect(isCut).toBe(false);
  },
);

longTest(
  '320 px: a title keeps its room beside a price of thousands and what it was before, and what moved in the wallet is read whole',
  async () => {
    const shop = await startShop({ working: false });
    const { anna, wish } = await initiated(shop, { walletMinor: 10_00n });
    await shop.call(cancelOrder, { token: anna.token, body: { sOrderId: wish.sOrderId } });
    const { cards } = await makeBrand(shop, 'Larch Tea', [
      { valueMinor: 5_000_00n, discountBp: 200 },
    ]);
    await shop.raw('DELETE', '/cart', { token: anna.token });
    const body = { iGiftCardId: cards[0], nQuantity: 1 };
    await shop.raw('POST', '/cart', { token: anna.token, body });
    const page = await visit(shop.url, { token: anna.token, size: { width: 320, height: 600 } });
    /** Whether there is more of a text than is shown. */
    const isCut = (at: Locator) =>
      at.evaluate(
        (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1,
      );
    await page.goto('/account/checkout');
    const title = page.getByRole('listitem').locator('p', { hasText: 'Larch Tea' });
    await title.waitFor();
    expect(await isCut(title)).toBe(false);
    await page.goto('/account/wallet');
    const moved = page
      .getByRole('main')
      .getByRole('listitem')
      .getByText(text('walletTx.holdReleased'), { exact: true });
    await moved.waitFor();
    expect(await isCut(moved)).toBe(false);
  },
);
