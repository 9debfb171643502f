/** A code whose date has passed is worth nothing: nobody is sold one. */
import { showBrand } from '@giftlane/contract/shop/catalog.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import { loadCodes, makeCard, makeMember, orderBody } from '../../testing/builders.ts';
import { atProvider, initiated } from '../../testing/buying.ts';
import { runChore } from '../../testing/faults.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { importCodes, levels } from './stock.ts';

const longAgo = '2020-01-01';

/** Loads codes of a card that are good until the end of a day. */
async function loadExpiring(shop: TestShop, cardId: string, count: number, validUntil: string) {
  const batch = `${cardId} until ${validUntil}`;
  const rows = Array.from({ length: count }, (_, i) => ({
    line: i + 1,
    cardId,
    serial: `E${i + 1}`,
    code: `${batch} number ${i + 1}`,
    validUntil,
  }));
  const { errors } = await importCodes(shop.db, { rows, source: batch, keys: shop.config.keys });
  expect(errors).toEqual([]);
}

/** The serials of a card's codes in a state. */
async function serials(shop: TestShop, cardId: string, state: string): Promise<string[]> {
  const rows = await shop.db.rows(sql<{ serial: string }>`
    select serial from codes where card_id = ${cardId} and state = ${state} order by id`);
  return rows.map(({ serial }) => serial);
}

/** Anna buys so many codes of the card from her wallet. */
async function buy(shop: TestShop, card: { id: string }, quantity: number) {
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const totalMinor = BigInt(quantity) * 10_00n;
  const body = orderBody(anna, { card, quantity, totalMinor });
  return shop.call(pay, { token: anna.token, body });
}

test('a card all of whose codes have expired is out of stock, everywhere', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 0 });
  await loadExpiring(shop, card.id, 2, longAgo);
  await shop.catalog.refresh();
  const reply = await buy(shop, card, 1);
  expect([reply.status, reply.body.code, reply.body.message]).toEqual([
    409,
    'order.out_of_stock',
    'Only 0 left of Nimbus $10',
  ]);
  const brand = await shop.call(showBrand, { params: { id: card.brandId }, body: {} });
  expect(brand.body.data.cards.map(({ bInStock }) => bInStock)).toEqual([false]);
  expect(await levels(shop.db, card.id)).toMatchObject([{ free: 0, expired: 2, sold: 0 }]);
});

test('codes that have not expired are sold past those that have', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 0 });
  await loadExpiring(shop, card.id, 2, longAgo);
  await loadExpiring(shop, card.id, 1, '2999-01-01');
  await loadCodes(shop, card.id, 1);
  await shop.catalog.refresh();
  const refused = await buy(shop, card, 3);
  expect(refused.body.message).toBe('Only 2 left of Nimbus $10');
  const brand = await shop.call(showBrand, { params: { id: card.brandId }, body: {} });
  expect(brand.body.data.cards.map(({ bInStock }) => bInStock)).toEqual([true]);
  expect((await buy(shop, card, 2)).status).toBe(200);
  expect(await serials(shop, card.id, 'sold')).toEqual(['E1', 'S1']);
});

/** An approved order of three codes, all reserved, which expire before it is paid. */
async function expiredWhileReserved() {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  const order = await initiated(shop, { codes: 3 });
  await shop.db.run(sql`
    update codes set valid_until = '2020-01-01' where card_id = ${order.card.id}`);
  await atProvider(shop, order.sPaymentId, 'approve');
  return { shop, order };
}

test('codes that expire while their order waits for its payment are replaced', async () => {
  const { shop, order } = await expiredWhileReserved();
  await loadCodes(shop, order.card.id, 4);
  expect((await order.confirm()).body.data.eStatus).toBe('Delivered');
  expect(await serials(shop, order.card.id, 'void')).toHaveLength(3);
  expect(await serials(shop, order.card.id, 'free')).toEqual(['S4']);
});

test('an order whose reserved codes have expired waits for others', async () => {
  const { shop, order } = await expiredWhileReserved();
  expect((await order.confirm()).body.data.eStatus).toBe('Processing');
  expect(await serials(shop, order.card.id, 'sold')).toEqual([]);
});

test('free codes that have expired are taken out of trade, the others stay', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 0 });
  await loadExpiring(shop, card.id, 2, longAgo);
  await loadExpiring(shop, card.id, 1, '2999-01-01');
  await runChore(shop, 'stock.expire');
  expect(await serials(shop, card.id, 'void')).toHaveLength(2);
  expect(await serials(shop, card.id, 'free')).toHaveLength(1);
});

test('a code is sold through the end of its last day in the last time zone, and then no more', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 0 });
  const now = Date.now();
  const today = new Date(now).toISOString().slice(0, 10);
  await loadExpiring(shop, card.id, 2, today);
  // Noon of the next day in UTC is midnight in UTC-12.
  const end = Date.parse(`${today}T00:00:00Z`) + hours(36);
  await shop.moveClock(end - now - hours(1));
  expect((await buy(shop, card, 1)).status).toBe(200);
  await shop.moveClock(hours(1));
  expect((await buy(shop, card, 1)).body.code).toBe('order.out_of_stock');
});
