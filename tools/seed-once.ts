import type { Shop } from '@giftlane/server/app.ts';
import { seedDemo } from '@giftlane/server/cli/goods/demo.ts';
import { addDemoCases } from '@giftlane/server/cli/goods/demo-cases.ts';
import { demoOperatorLines } from '@giftlane/server/cli/goods/demo-operators.ts';
import { makeOptions } from '@giftlane/server/features/content/content.ts';
import type { StandIns } from './tell.ts';

/**
 * Seeds a shop without brands with the demo. Returns lines with the demo's accounts, at later starts, too.
 * Does nothing in production.
 */
export async function seedOnce(shop: Shop): Promise<string[]> {
  const { db, files, config, throttle } = shop;
  // The demo's members and operators have a known password.
  if (config.production) return [];
  const { seeded, accounts } = await seedDemo({
    db,
    files,
    config,
    throttle,
    keys: config.keys,
    options: makeOptions(db),
  });
  if (seeded) await shop.catalog.refresh();
  return [...accounts, ...(await demoOperatorLines({ db, keys: config.keys }))];
}

/** Gives the demo's office a case in each queue, once, where the stand-ins are in use. */
export async function addCasesOnce(
  { db, config }: Shop,
  url: string,
  { sandbox, used }: StandIns,
): Promise<void> {
  if (config.production || !used.has('paypal') || !used.has('mail')) return;
  const ltc = used.has('ltc') ? sandbox.coins.ltc : undefined;
  try {
    await addDemoCases({ db, config }, { url, paypalUrl: sandbox.paypalUrl, ltc });
  } catch (error) {
    console.error('The demo has no case in some queues of the office:', error);
  }
}
