/** What is paid in a history of money that is taken back: an order, also one that waits for codes, or money for a wallet. */
import { initiate, pay } from '@giftlane/contract/checkout.ts';
import { begun } from '../features/checkout/top-up.testing.ts';
import { needOrder } from '../features/orders/orders.ts';
import { sql } from '../platform/db.ts';
import { makeCard, makeMember, orderBody, type TestCard, type TestMember } from './builders.ts';
import { atProvider } from './buying.ts';
import type { Dice } from './dice.ts';
import type { PaperPayment } from './paper-provider.ts';
import type { TestShop } from './start-shop.ts';

export interface Paid {
  readonly kind: 'delivered' | 'waiting' | 'added';
  readonly anna: TestMember;
  /** Of the order, or of the top-up. */
  readonly id: string;
  /** Of an order: a line each. */
  readonly cards: readonly Pick<TestCard, 'id'>[];
  /** The dearest first. */
  readonly lineIds: readonly string[];
  readonly payment: PaperPayment;
}

type Bought = Omit<Paid, 'kind' | 'payment'> & { readonly sPaymentId: string };

/** An order of one to three cards for 10.00, 20.00 and 30.00; where it has to wait their codes are gone before it is paid. */
async function buy(shop: TestShop, dice: Dice, isWaiting: boolean): Promise<Bought> {
  const anna = await makeMember(shop);
  const prices = [10_00n, 20_00n, 30_00n].slice(0, 1 + dice.below(3));
  const cards = await Promise.all(
    prices.map((priceMinor) => makeCard(shop, { priceMinor, codes: 1 })),
  );
  const totalMinor = prices.reduce((sum, price) => sum + price, 0n);
  const [card = { id: '' }] = cards;
  const { sPayerId, ...order } = orderBody(anna, { card, totalMinor, gateway: 'PayPal' });
  const wish = { ...order, aCartData: cards.map(({ id }) => ({ iGiftCardId: id, nQuantity: 1 })) };
  const { token } = anna;
  const { sPaymentId } = (await shop.call(initiate, { token, body: wish })).body.data;
  if (isWaiting)
    await shop.db.run(
      sql`update codes set state = 'void' where card_id = any(${cards.map(({ id }) => id)})`,
    );
  await atProvider(shop, sPaymentId, 'approve');
  const body = { ...wish, sPayerId, sPaymentId };
  const { _id: id } = (await shop.call(pay, { token, body })).body.data;
  const { lines } = await needOrder(shop.db, anna.id, id);
  // By price: their own order is by chance.
  const sorted = [...lines].sort((a, b) => Number(b.payableMinor - a.payableMinor));
  return { anna, id, cards, lineIds: sorted.map((line) => line.id), sPaymentId };
}

/** 40.00 for a wallet. */
async function addMoney(shop: TestShop): Promise<Bought> {
  const anna = await makeMember(shop);
  const { sTopUpId, sPaymentId, approve, add } = await begun(shop, anna);
  await approve();
  await add();
  return { anna, id: sTopUpId, cards: [], lineIds: [], sPaymentId };
}

/** Pays for something; its payment is on paper from now on. */
export async function payForOne(shop: TestShop, dice: Dice): Promise<Paid> {
  const kind = dice.one(['delivered', 'waiting', 'added'] as const);
  const { sPaymentId, ...bought } =
    kind === 'added' ? await addMoney(shop) : await buy(shop, dice, kind === 'waiting');
  const capture = await shop.db.one(sql<Pick<PaperPayment, 'captureId' | 'amountMinor'>>`
    select capture_id as "captureId", amount_minor as "amountMinor" from payment_captures
    where member_id = ${bought.anna.id} and order_id = ${bought.id}`);
  const payment: PaperPayment = {
    ...capture,
    providerOrderId: sPaymentId,
    reference: bought.id,
    payee: shop.checkout.payee,
    currency: 'usd',
    marks: dice.chance(0.7),
    backs: [],
    nextRefund: 'made',
    tellsDisputes: true,
  };
  return { ...bought, kind, payment };
}
