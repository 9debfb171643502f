/** Orders of one member never wait for each other in a ring: everybody takes the same rows in the same order. */
import { addToCart } from '@giftlane/contract/shop/cart.ts';
import { initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { expect, test } from 'vitest';
import { heldOf, walletOf } from '../ledger/ledger.ts';
import { sql, type Tx } from '../platform/db/db.ts';
import { makeCard, makeMember, orderBody } from '../testing/builders.ts';
import { atProvider } from '../testing/buying.ts';
import { lockWaits } from '../testing/locks.ts';
import { startShop } from '../testing/start-shop.ts';

const lockBalance = (tx: Tx, account: string) =>
  tx.one(sql`
    select from ledger_balances where account_id =
      (select id from ledger_accounts where name = ${account}) for update nowait`);

test('a captured payment takes the member’s wallet before what is held of it, as a cancellation does', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop, { codes: 5, cashbackBp: 500 });
  const { sPayerId, ...wish } = orderBody(anna, {
    card,
    totalMinor: 10_00n,
    walletMinor: 4_00n,
    gateway: 'PayPal',
  });
  const placed = await shop.call(initiate, { token: anna.token, body: wish });
  const { sPaymentId } = placed.body.data;
  await atProvider(shop, sPaymentId, 'approve');
  const paying = await shop.db.tx(async (tx) => {
    await lockBalance(tx, walletOf(anna.id, 'usd'));
    const confirmed = shop.call(pay, {
      token: anna.token,
      body: { ...wish, sPayerId, sPaymentId },
    });
    await expect.poll(() => lockWaits(shop.db), { interval: 10 }).toBe(1);
    // Refused at once if the payment had it already: it and a cancellation would wait for each other.
    await lockBalance(tx, heldOf(anna.id, 'usd'));
    return { confirmed };
  });
  expect((await paying.confirmed).status).toBe(200);
});

test('who puts a card into the cart takes the cart before its line', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const card = await makeCard(shop, { codes: 5 });
  const put = () =>
    shop.call(addToCart, { token: anna.token, body: { iGiftCardId: card.id, nQuantity: 1 } });
  await put();
  const putting = await shop.db.tx(async (tx) => {
    await tx.one(sql`select from carts where member_id = ${anna.id} for update`);
    const added = put();
    await expect.poll(() => lockWaits(shop.db), { interval: 10 }).toBe(1);
    await tx.one(sql`select from cart_lines where member_id = ${anna.id} for update nowait`);
    return { added };
  });
  expect((await putting.added).status).toBe(200);
});
