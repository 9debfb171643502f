/** What nobody reads must not fill the memory: a few strangers ended the process with 590 kB. */
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { expect, onTestFinished, test } from 'vitest';
import { makeCard, makeMember, orderBody } from '../testing/builders.ts';
import { isLong } from '../testing/long.ts';
import { startShop } from '../testing/start-shop.ts';
import { addBrands, askAndNotRead } from '../testing/unread.ts';

const memoryMb = () => process.memoryUsage().rss / 1024 / 1024;

test.each(isLong ? ['/sitemap.xml', '/api/v1/giftcards'] : ['/sitemap.xml'])(
  'strangers who ask for %s again and again and read nothing take little memory, and who buys beside them gets their codes',
  async (path) => {
    const shop = await startShop({ working: false });
    await addBrands(shop.db, 1_000);
    const card = await makeCard(shop, { codes: 10 });
    await shop.catalog.refresh();
    expect((await shop.raw('GET', '/giftcards')).status).toBe(200);
    const before = memoryMb();
    const strangers = await askAndNotRead(shop.url, { lines: 120, path });
    onTestFinished(strangers.close);
    const buyers = await Promise.all(
      Array.from({ length: 10 }, () => makeMember(shop, { walletMinor: 10_00n })),
    );
    const orders = await Promise.all(
      buyers.map((one) =>
        shop.call(pay, { token: one.token, body: orderBody(one, { card, totalMinor: 10_00n }) }),
      ),
    );
    expect(orders.map(({ body }) => body.data.eStatus)).toEqual(Array(10).fill('Delivered'));
    expect(strangers.open()).toBeGreaterThan(50);
    // Each reply kept until somebody reads it would be gigabytes.
    expect(memoryMb() - before).toBeLessThan(200);
  },
);
