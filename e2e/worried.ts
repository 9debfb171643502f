/** A shop with one case in every queue of money. */
import { expect } from 'vitest';
import { approvedTopUp } from '../apps/server/src/features/checkout/capture/top-up.testing.ts';
import { askAboutCaptures } from '../apps/server/src/features/checkout/disputes/taken-back.ts';
import { refundOrder } from '../apps/server/src/features/checkout/refund/refund.ts';
import {
  makeHolder,
  runChore,
  sendAway,
  startCoinShop,
} from '../apps/server/src/features/coins/coins.testing.ts';
import { houseAddress } from '../apps/server/src/features/coins/coins.ts';
import { setOption } from '../apps/server/src/features/content/content.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { hours } from '../apps/server/src/platform/process/durations.ts';
import { atProvider, initiated } from '../apps/server/src/testing/buying.ts';
import { atCapture, providerCaptures } from '../apps/server/src/testing/faults.ts';

export async function worried() {
  const shop = await startCoinShop();
  await setOption(shop.db, 'coin_approve_above', '100');
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  const { data } = (await order.confirm()).body;
  await refundOrder(shop, { memberId: order.anna.id, id: data._id }, { reason: 'asked for' });
  shop.sandbox.faults.add({ operation: 'refund', kind: 'issue', value: 'REFUND_NOT_ALLOWED' });
  await shop.moveClock(hours(3));
  await runChore(shop, 'checkout.refunds');
  const topUp = await approvedTopUp(shop);
  await topUp.add();
  const captures = await providerCaptures(shop);
  const capture = captures.find(({ orderId }) => orderId === topUp.sPaymentId)?.id ?? '';
  await atCapture(shop, capture, 'reverse');
  await shop.moveClock(hours(1));
  await askAboutCaptures(shop.checkout);
  shop.sandbox.setCoinRates({ BTC: 100_000, LTC: 100 });
  await runChore(shop, 'rates.spots');
  const holder = await makeHolder(shop, 'BTC', 1_000_000n);
  const sent = await sendAway(shop, holder, 200_000);
  expect(sent.body.data.state).toBe('pendingApproval');
  const { address } = await shop.db.tx((tx) => houseAddress(tx, shop.checkout.coins, 'btc'));
  await shop.sandbox.coins.btc.fund(address, 30_000n);
  await shop.mine('btc', 1);
  await shop.mine('btc', 6);
  await shop.db.run(sql`
    insert into jobs (task, payload, attempts, given_up_at, last_error)
    values ('test.mail', '{"orderId": "ord_1"}', 12, now(), 'the mail server said no')`);
  return { shop, transferId: sent.body.data.id };
}
