import { expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { startShop } from '../../testing/start-shop.ts';
import { openCatalog } from './catalog.ts';

test('a card is known with its brand, and its version grows with its price', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(sql`insert into brands (id, slug, title, category)
    values ('brand_1', 'nimbus', 'Nimbus Arcade', 'Gaming')`);
  await shop.db.run(sql`insert into cards (id, brand_id, currency, value_minor, price_minor)
    values ('card_1', 'brand_1', 'usd', 2500, 2400)`);
  const catalog = await openCatalog({
    db: shop.db,
    log: shop.log,
    stockLevels: async () => new Map(),
  });
  expect(catalog.card('card_1')).toMatchObject({ title: 'Nimbus Arcade $25', version: 1 });
  await shop.db.run(sql`update cards set price_minor = 2300`);
  await expect.poll(() => catalog.card('card_1')).toMatchObject({ priceMinor: 2300n, version: 2 });
  await catalog.close();
});
