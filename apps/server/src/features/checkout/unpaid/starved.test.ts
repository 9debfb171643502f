/** Orders that wait for codes which do not come, and one whose codes are there. */
import { showOrder } from '@giftlane/contract/shop/orders.ts';
import { expect } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { loadCodes } from '../../../testing/builders.ts';
import { atProvider, initiated } from '../../../testing/buying.ts';
import { runChore } from '../../../testing/faults.ts';
import { longTest } from '../../../testing/long.ts';
import { startShop, type TestShop } from '../../../testing/start-shop.ts';

async function waiting(shop: TestShop) {
  const order = await initiated(shop, { codes: 3 });
  await shop.db.run(sql`update codes set state = 'void' where card_id = ${order.card.id}`);
  await atProvider(shop, order.sPaymentId, 'approve');
  expect((await order.confirm()).body.data.eStatus).toBe('Processing');
  return order;
}

longTest(
  '51 orders that wait for a card that is gone do not keep the 52nd from its codes',
  async () => {
    const shop = await startShop({ working: false });
    shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
    for (let i = 0; i < 51; i += 1) await waiting(shop);
    const last = await waiting(shop);
    await loadCodes(shop, last.card.id, 3);
    for (let i = 0; i < 3; i += 1) await runChore(shop, 'checkout.deliver');
    const { anna, body } = last;
    const shown = await shop.call(showOrder, { token: anna.token, params: { id: body.sOrderId } });
    expect(shown.body.data.eStatus).toBe('Delivered');
  },
);
