import { showOrder } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { hours } from '../../../platform/process/durations.ts';
import { makeCard, makeMember, orderBody } from '../../../testing/builders.ts';
import { startShop, type TestShop } from '../../../testing/start-shop.ts';
import { maskedEmail } from '../../accounts/accounts.ts';
import type { OrderKey } from '../../orders/orders.ts';
import { makeAfterDelivery } from './delivered.ts';

/** Three members with four delivered orders each; nobody has followed them yet. */
async function delivered() {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { priceMinor: 10_00n, cashbackBp: 500, codes: 12 });
  const members = await Promise.all(
    [1, 2, 3].map(() => makeMember(shop, { walletMinor: 100_00n })),
  );
  for (const member of members)
    for (let i = 0; i < 4; i += 1) {
      const body = orderBody(member, { card, totalMinor: 10_00n });
      await shop.raw('POST', '/transaction', { token: member.token, body });
    }
  const keys = await shop.db.rows(
    sql<OrderKey>`select member_id as "memberId", id from orders order by id`,
  );
  return { shop, members, keys };
}

const mailsTo = (shop: TestShop, email: string) => shop.sandbox.mails(email).length;

test('deliveries that are followed together have a mail each, and one that is not there fails alone', async () => {
  const { shop, members, keys } = await delivered();
  const [anna] = members;
  const follow = makeAfterDelivery(shop.checkout);
  const unknown = { memberId: anna?.id ?? '', id: 'ord_unknown' };
  const twice = keys.slice(0, 2);
  const ends = await Promise.allSettled([...keys, unknown, ...twice].map(follow));
  const failed = ends.flatMap((end, i) =>
    end.status === 'rejected' ? [[i, end.reason.code]] : [],
  );
  expect(failed).toEqual([[keys.length, 'order.not_found']]);
  // A mailbox drops what comes twice by its id, which is the order's.
  const ids = new Set(
    members.flatMap(({ email }) => shop.sandbox.mails(email).map(({ messageId }) => messageId)),
  );
  expect(ids.size).toBe(12);
  for (const { email } of members) expect(mailsTo(shop, email)).toBeGreaterThanOrEqual(4);
});

test('CART-16 what follows a delivery credits cashback that is missing, and only that', async () => {
  const { shop, members, keys } = await delivered();
  const [anna] = members;
  const before = await anna?.balance();
  const follow = makeAfterDelivery(shop.checkout);
  await Promise.all(keys.map(follow));
  const late = sql<{ task: string }>`select task from jobs where task = 'checkout.cashback'`;
  expect(await shop.db.rows(late)).toEqual([]);
  expect(await anna?.balance()).toBe(before);
});

test('an order tells when and to whom its mail went, once, however often the job is tried', async () => {
  const { shop, members, keys } = await delivered();
  const [key] = keys;
  const anna = members.find(({ id }) => id === key?.memberId);
  if (!anna || !key) throw new Error('nobody bought anything');
  const shown = async () =>
    (await shop.call(showOrder, { token: anna.token, params: { id: key.id } })).body.data;
  const { oMail: before, dDeliveredAt } = await shown();
  expect(before).toBeUndefined();
  expect(dDeliveredAt).toBeDefined();
  const follow = makeAfterDelivery(shop.checkout);
  await follow(key);
  const first = (await shown()).oMail;
  expect(first).toMatchObject({ sTo: maskedEmail(anna.email), bRefused: false });
  await shop.moveClock(hours(1));
  await follow(key);
  expect((await shown()).oMail).toEqual(first);
  expect(mailsTo(shop, anna.email)).toBe(1);
});

test('a mail that a mailbox refuses is told as refused; one whose end is unknown is not told, and tried again', async () => {
  const { shop, members, keys } = await delivered();
  const [key] = keys;
  const anna = members.find(({ id }) => id === key?.memberId);
  if (!anna || !key) throw new Error('nobody bought anything');
  const mail = async () =>
    (await shop.call(showOrder, { token: anna.token, params: { id: key.id } })).body.data.oMail;
  const follow = makeAfterDelivery(shop.checkout);
  shop.sandbox.faults.add({ operation: 'mail', kind: 'busy', about: anna.email });
  await expect(follow(key)).rejects.toThrow('was not taken');
  expect(await mail()).toBeUndefined();
  shop.sandbox.faults.add({ operation: 'mail', kind: 'refuse', about: anna.email });
  await follow(key);
  expect(await mail()).toMatchObject({ bRefused: true });
});
