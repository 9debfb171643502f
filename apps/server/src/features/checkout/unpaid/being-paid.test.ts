/** An unpaid order can be paid from what the server says of it, and what is being paid is not cancelled. */
import { cancelOrder, initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { showOrder } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { sql, type Tx } from '../../../platform/db/db.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { makeCard, makeMember, orderBody } from '../../../testing/builders.ts';
import { atProvider, initiated } from '../../../testing/buying.ts';
import { captureLate, providerCaptures, runChore } from '../../../testing/faults.ts';
import { lockWaits } from '../../../testing/locks.ts';
import { startShop, type TestShop } from '../../../testing/start-shop.ts';
import { lapsed, lockOrder, type OrderKey } from '../../orders/orders.ts';
import { claimPayment } from '../queries.ts';
import { lapseOne } from './lapse.ts';

type Begun = Awaited<ReturnType<typeof initiated>>;

const shown = async (shop: TestShop, { anna, body }: Begun) =>
  (await shop.call(showOrder, { token: anna.token, params: { id: body.sOrderId } })).body.data;

const cancel = ({ anna, body }: Begun, shop: TestShop) =>
  shop.call(cancelOrder, { token: anna.token, body: { sOrderId: body.sOrderId } });

test('an unpaid order is paid from what the server says of it, on any device, at the price it was placed', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop, { discountBp: 1000, serviceChargeBp: 200, cashbackBp: 100 });
  const { sPayerId, ...wish } = orderBody(anna, {
    card,
    quantity: 2,
    totalMinor: 18_40n,
    chargesMinor: -1_60n,
    walletMinor: 5_00n,
    gateway: 'PayPal',
  });
  const first = await shop.call(initiate, { token: anna.token, body: wish });
  await shop.db.run(sql`update cards set price_minor = 11_00, version = version + 1`);
  await shop.catalog.refresh();
  const reply = await shop.call(showOrder, { token: anna.token, params: { id: wish.sOrderId } });
  const order = reply.body.data;
  const [line] = order.aCartData;
  expect(line).toMatchObject({ nPrice: 10, nDiscount: 10, nServiceCharge: 2, nCashBack: 1 });
  const again = {
    sOrderId: order.sOrderId,
    eCurrency: order.eCurrency,
    eGateway: 'PayPal' as const,
    aCartData: order.aCartData.map(({ iGiftCardId, nQuantity }) => ({ iGiftCardId, nQuantity })),
    nTotalAmount: order.nTotalAmount,
    nWalletAmount: order.nWalletAmount,
    aExtraCharges: order.aExtraCharges,
  };
  const second = await shop.call(initiate, { token: anna.token, body: again });
  expect(second.body.data).toEqual(first.body.data);
  const { sPaymentId } = second.body.data;
  await atProvider(shop, sPaymentId, 'approve');
  const paid = await shop.call(pay, {
    token: anna.token,
    body: { ...again, sPayerId, sPaymentId },
  });
  expect(paid.body.data).toMatchObject({ eStatus: 'Delivered', dLapsesAt: null });
});

test('while the provider may have the money the order says so, and is not cancelled', async () => {
  const shop = await startShop({ working: false });
  const begun = await initiated(shop);
  expect((await shown(shop, begun)).bPaying).toBeUndefined();
  await atProvider(shop, begun.sPaymentId, 'approve');
  shop.sandbox.faults.add({ operation: 'capture', kind: 'http_500', after: true });
  await begun.confirm();
  expect(await shown(shop, begun)).toMatchObject({ eStatus: 'Pending', bPaying: true });
  expect((await cancel(begun, shop)).body).toMatchObject({
    status: 409,
    code: 'order.being_paid',
    message:
      "Your payment for this order is being processed, so you can't cancel it now. Check again in a moment.",
  });
  await shop.moveClock(minutes(1));
  await runChore(shop, 'checkout.reconcile');
  const done = await shown(shop, begun);
  expect([done.eStatus, done.bPaying]).toEqual(['Delivered', undefined]);
});

test('an order whose payment was captured unheard is not cancelled but paid', async () => {
  const shop = await startShop({ working: false });
  const begun = await initiated(shop);
  await atProvider(shop, begun.sPaymentId, 'approve');
  await captureLate(shop, begun.sPaymentId);
  expect((await cancel(begun, shop)).body.code).toBe('order.being_paid');
  expect((await shown(shop, begun)).eStatus).toBe('Delivered');
  expect((await cancel(begun, shop)).body.code).toBe('order.not_cancellable');
});

test('who cancels what was approved and not captured keeps their money', async () => {
  const shop = await startShop({ working: false });
  const begun = await initiated(shop);
  await atProvider(shop, begun.sPaymentId, 'approve');
  expect((await cancel(begun, shop)).body.data).toMatchObject({ eStatus: 'Failed' });
  await shop.moveClock(minutes(2));
  await runChore(shop, 'checkout.reconcile');
  expect(await providerCaptures(shop)).toEqual([]);
});

test('an order that nobody approved is cancelled, also while the provider is away', async () => {
  const shop = await startShop({ working: false });
  const begun = await initiated(shop);
  shop.sandbox.faults.add({ operation: 'get', kind: 'http_500', times: 5 });
  expect((await cancel(begun, shop)).status).toBe(200);
  expect((await shown(shop, begun)).eStatus).toBe('Failed');
});

/** An order whose time is up, as the sweep has listed it, and its lapse, which waits for what `meanwhile` does in one transaction. */
async function lapsing(shop: TestShop, meanwhile: (tx: Tx, key: OrderKey) => Promise<unknown>) {
  const begun = await initiated(shop, { walletMinor: 12_00n });
  await atProvider(shop, begun.sPaymentId, 'approve');
  await shop.moveClock(minutes(31));
  const [key] = await lapsed(shop.db, 50);
  if (!key) throw new Error('nothing lapses');
  const lapse = await shop.db.tx(async (tx) => {
    await lockOrder(tx, key);
    const waiting = runChore(shop, 'checkout.lapse');
    await expect.poll(() => lockWaits(shop.db)).toBe(1);
    await meanwhile(tx, key);
    return { waiting };
  });
  await lapse.waiting;
  return begun;
}

test('11 an order that lapses while its payment begins to be captured is not given up, and is paid', async () => {
  const shop = await startShop({ working: false });
  const begun = await lapsing(shop, (tx, key) => claimPayment(tx, key, 'buyer'));
  expect(await shown(shop, begun)).toMatchObject({ eStatus: 'Pending', bPaying: true });
  expect((await begun.confirm()).body.data).toMatchObject({ eStatus: 'Delivered' });
  expect(await begun.anna.balance()).toBe(88_00n);
});

test('11 an order that is paid, or given more time, after it was listed as lapsed stays what it is', async () => {
  const shop = await startShop({ working: false });
  const later = await lapsing(shop, (tx) =>
    tx.run(sql`update orders set lapses_at = app_now() + interval '1 minute'`),
  );
  expect((await shown(shop, later)).eStatus).toBe('Pending');
  await shop.moveClock(minutes(2));
  const listed = await lapsed(shop.db, 50);
  expect((await later.confirm()).body.data).toMatchObject({ eStatus: 'Delivered' });
  for (const key of listed) await shop.db.tx((tx) => lapseOne(tx, key));
  expect(listed).toHaveLength(1);
  expect((await shown(shop, later)).eStatus).toBe('Delivered');
  expect(await later.anna.balance()).toBe(88_00n);
});
