/** Everything about an order at the same moment, again and again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addToCart } from '@giftlane/contract/shop/cart.ts';
import { cancelOrder, initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { viewCard } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { refundOrder } from '../features/checkout/checkout.ts';
import { sql } from '../platform/db/db.ts';
import { minutes } from '../platform/process/durations.ts';
import { makeCard, makeMember, orderBody } from '../testing/builders.ts';
import { atProvider } from '../testing/buying.ts';
import { everyCaptureSettled, runChore } from '../testing/faults.ts';
import { isLong } from '../testing/long.ts';
import { startShop } from '../testing/start-shop.ts';

test('a storm of confirmations, cancellations, lapses, refunds, webhooks and looks', {
  timeout: minutes(5),
}, async () => {
  const shop = await startShop();
  const members = await Promise.all(
    Array.from({ length: 3 }, () => makeMember(shop, { walletMinor: 400_00n })),
  );
  const cards = [
    await makeCard(shop, { codes: 300, cashbackBp: 500 }),
    await makeCard(shop, { codes: 60 }),
  ];
  const odd: string[] = [];
  const note = (what: string, status: number, code?: string) => {
    if (status >= 500) odd.push(`${what} ${status} ${code}`);
  };
  const chance = (share: number) => Math.random() < share;
  const later = async (work: () => Promise<unknown>) => {
    await sleep(Math.random() * 12);
    await work().catch((error: unknown) => {
      if (!String(error).match(/nothing left|Refusal|sandbox says 422/))
        odd.push(
          `${work.toString().slice(0, 60).replaceAll(/\s+/g, ' ')}: ${String(error)} ${JSON.stringify(error)}`,
        );
    });
  };
  for (let round = 0; round < (isLong ? 80 : 12); round += 1) {
    await Promise.all(
      members
        .map(async (one) => {
          const card = cards[Math.floor(Math.random() * cards.length)];
          if (!card) return;
          const { token } = one;
          const wish = orderBody(one, {
            card,
            totalMinor: 10_00n,
            walletMinor: chance(0.5) ? 4_00n : 0n,
            gateway: 'PayPal',
          });
          const { sPayerId, ...body } = wish;
          const placed = await shop.call(initiate, { token, body });
          note('initiate', placed.status, placed.body.code);
          if (placed.status !== 200) return;
          const { sPaymentId } = placed.body.data;
          const confirm = () => shop.call(pay, { token, body: { ...body, sPayerId, sPaymentId } });
          if (chance(0.2))
            shop.sandbox.faults.add({ operation: 'capture', kind: 'http_500', after: true });
          if (chance(0.1)) shop.sandbox.faults.add({ operation: 'capture', kind: 'decline' });
          await Promise.all([
            later(() => atProvider(shop, sPaymentId, chance(0.9) ? 'approve' : 'decline')),
            later(async () => {
              const { status, body: reply } = await confirm();
              note('pay', status, reply.code);
              if (status !== 200) return;
              const cardId = reply.data.aCartData[0]?.aCardCode[0]?._id;
              if (cardId === undefined) return;
              const params = { id: body.sOrderId };
              const seen = await shop.call(viewCard, { token, params, body: { cardId } });
              note('view', seen.status, seen.body.code);
            }),
            later(async () => {
              const { status, body: reply } = await confirm();
              note('pay', status, reply.code);
            }),
            ...(chance(0.5)
              ? [
                  later(async () => {
                    const asked = { token, body: { sOrderId: body.sOrderId } };
                    const { status, body: reply } = await shop.call(cancelOrder, asked);
                    note('cancel', status, reply.code);
                  }),
                ]
              : []),
            later(async () => {
              const put = { iGiftCardId: card.id, nQuantity: 1 };
              const { status, body: reply } = await shop.call(addToCart, { token, body: put });
              note('cart', status, reply.code);
            }),
            later(async () => {
              const again = await shop.call(initiate, { token, body });
              note('initiate again', again.status, again.body.code);
            }),
            ...(chance(0.3)
              ? [
                  later(async () => {
                    const [found] = await shop.db.rows(sql<{ id: string }>`
                    select id from orders
                    where member_id = ${one.id} and client_id = ${body.sOrderId}`);
                    if (found)
                      await refundOrder(
                        shop,
                        { memberId: one.id, id: found.id },
                        { reason: 'storm' },
                      );
                  }),
                ]
              : []),
          ]);
        })
        .concat([
          later(() => runChore(shop, 'checkout.reconcile')),
          later(() => runChore(shop, 'checkout.lapse')),
        ]),
    );
    if (chance(0.3)) await shop.moveClock(minutes(31));
  }
  shop.sandbox.faults.clear();
  await shop.moveClock(minutes(31));
  await runChore(shop, 'checkout.reconcile');
  await runChore(shop, 'checkout.lapse');
  await everyCaptureSettled(shop);
  expect(odd.filter((one) => !one.includes('503'))).toEqual([]);
});
