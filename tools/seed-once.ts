import type { Shop } from '@giftlane/server/app.ts';
import { seedDemo } from '@giftlane/server/cli/goods/demo.ts';
import { makeOptions } from '@giftlane/server/features/content/content.ts';

/**
 * Fills a shop that has no brands with the demo. Answers the lines that tell how to sign in, at later
 * starts too. Never in production.
 */
export async function seedOnce(shop: Shop): Promise<string[]> {
  const { db, config, throttle } = shop;
  // Its members have a known password.
  if (config.production) return [];
  const { seeded, accounts } = await seedDemo({
    db,
    config,
    throttle,
    keys: config.keys,
    options: makeOptions(db),
  });
  if (seeded) await shop.catalog.refresh();
  return accounts;
}
