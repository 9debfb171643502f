/** Orders that were never paid cost nothing; a list of them costs the shop little. */
import { listOrders } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { makeMember } from '../../testing/builders.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import type { CardDetails } from '../catalog/catalog.ts';
import { describedOnce, listPieces, partsOf } from './long-list.ts';

const [brands, cardsEach, orders] = [5, 4, 26];
const lines = brands * cardsEach;

/** Given-up orders of long-winded cards. */
async function addOrders(shop: TestShop, memberId: string) {
  await shop.db.run(sql`
    insert into brands (id, slug, title, category, description, redeem)
    select 'brand_' || n, 'brand-' || n, 'Brand ' || n, 'Gaming', repeat('About it. ', 150),
      repeat('Do this. ', 60) from generate_series(1, ${brands}::int) as n`);
  await shop.db.run(sql`
    insert into cards (id, brand_id, currency, value_minor, price_minor)
    select 'card_' || n || '_' || m, 'brand_' || n, 'usd', 100 * m, 100
    from generate_series(1, ${brands}::int) as n, generate_series(1, ${cardsEach}::int) as m`);
  await shop.catalog.refresh();
  await shop.db.tx(async (tx) => {
    await tx.run(sql`
    insert into orders (member_id, id, client_id, content_hash, gateway, currency, state,
      fail_reason, subtotal_minor, service_charge_minor, discount_minor, total_minor,
      wallet_minor, cashback_minor, created_at)
    select ${memberId}, 'ord_' || n, 'order-number-000' || n, 'x', 'PayPal', 'usd', 'failed',
      'cancelled', 100 * ${lines}::int, 0, 0, 100 * ${lines}::int, 0, 0,
      app_now() - n * interval '1 minute'
    from generate_series(1, ${orders}::int) as n`);
    await tx.run(sql`
    insert into order_lines (member_id, order_id, id, position, card_id, card_version, title,
      value_minor, price_minor, discount_bp, cashback_bp, service_charge_bp, quantity,
      payable_minor, cashback_minor, state)
    select ${memberId}, 'ord_' || o, 'ol_' || o || '_' || n || '_' || m,
      (n - 1) * ${cardsEach}::int + m, 'card_' || n || '_' || m, 1, 'Brand ' || n, 100 * m, 100,
      0, 0, 0, 1, 100, 0, 0
    from generate_series(1, ${orders}::int) as o, generate_series(1, ${brands}::int) as n,
      generate_series(1, ${cardsEach}::int) as m`);
  });
}

test('a long page says the same as its short ones, whole and in order', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  await addOrders(shop, anna.id);
  const page = (n: number, limit: number) =>
    shop.call(listOrders, { token: anna.token, query: { page: n, limit } });
  const long = await page(1, 100);
  const short = [(await page(1, 10)).body, (await page(2, 10)).body, (await page(3, 10)).body];
  expect(long.body.totalCount).toBe(orders);
  expect(long.body.data).toHaveLength(orders);
  expect(long.body.data).toEqual(short.flatMap(({ data }) => data));
  expect(long.body.data[7]?.aCartData).toHaveLength(lines);
  expect({ ...long.body, data: [] }).toEqual({ ...short[0], data: [] });
  const headers = ['content-type', 'cache-control'];
  expect(headers.map((name) => long.headers.get(name))).toEqual([
    'application/json; charset=utf-8',
    'no-store',
  ]);
  // Of many lines few orders are long as well; what is sent whole says how much it is.
  const wholes = await Promise.all([5, 6].map((limit) => page(1, limit)));
  expect(wholes.map((one) => one.headers.has('content-length'))).toEqual([true, false]);
  const head = await fetch(`${shop.url}/api/v1/transactions?limit=100`, {
    method: 'HEAD',
    headers: { authorization: anna.token },
  });
  expect(head.status).toBe(200);
});

test('a long page is read and written ten orders at a time, or fewer of many lines', async () => {
  const asked: number[][] = [];
  const lines = [...Array(12).fill(1), 60, 40, 1, 200, 200, 1, 1];
  const heads = lines.map((count, n) => ({ n, lines: count }));
  const list = {
    parts: partsOf(heads),
    total: 99,
    toWire: async (some: readonly { n: number; lines: number }[]) => {
      asked.push(some.map((one) => one.lines));
      return some.map(({ n }) => ({ n }));
    },
  };
  const pieces: string[] = [];
  for await (const piece of listPieces(list)) pieces.push(piece);
  expect(asked).toEqual([Array(10).fill(1), [1, 1, 60], [40, 1], [200], [200], [1, 1]]);
  expect(JSON.parse(pieces.join(''))).toMatchObject({
    data: heads.map(({ n }) => ({ n })),
    totalCount: 99,
  });
});

test('a card is looked up once for all lines that show it', () => {
  const asked: string[] = [];
  const describe = describedOnce((cardId): CardDetails | undefined => {
    asked.push(cardId);
    return undefined;
  });
  for (const cardId of ['a', 'b', 'a', 'b', 'a']) describe(cardId);
  expect(asked).toEqual(['a', 'b']);
});
