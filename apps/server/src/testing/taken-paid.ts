/** Payments at the start of a history of reversed money. */

import { least } from '@giftlane/contract/money/money.ts';
import { cancelOrder, initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { begun } from '../features/checkout/capture/top-up.testing.ts';
import type { CheckoutParts } from '../features/checkout/checkout.ts';
import { recordSeen } from '../features/checkout/disputes/resolve.ts';
import { needOrder } from '../features/orders/orders.ts';
import { sql } from '../platform/db/db.ts';
import { makeCard, orderBody, type TestCard, type TestMember } from './builders.ts';
import { atProvider } from './buying.ts';
import type { Dice } from './dice.ts';
import { captureLate } from './faults.ts';
import { goesBack, type PaperPayment } from './paper-provider.ts';
import type { TestShop } from './start-shop.ts';

/**
 * A delivered order, one that waits for codes, money added to the wallet, and an order cancelled before its
 * payment arrived.
 */
const kinds = ['delivered', 'waiting', 'added', 'returned'] as const;

export interface Paid {
  readonly kind: (typeof kinds)[number];
  readonly anna: TestMember;
  /** Id of the order or top-up. */
  readonly id: string;
  /** The order's cards, one per line. */
  readonly cards: readonly Pick<TestCard, 'id'>[];
  /** The most expensive line first. */
  readonly lineIds: readonly string[];
  readonly payment: PaperPayment;
  /** The order's wallet share. */
  readonly shareMinor: bigint;
  readonly cashbackBp: number;
}

interface Payer {
  readonly parts: CheckoutParts;
  readonly buyer: { readonly anna: TestMember; readonly payments: PaperPayment[] };
  readonly dice: Dice;
}

type Bought = Omit<Paid, 'kind' | 'payment'> & { readonly sPaymentId: string };

/**
 * Initiates an order of one to three cards for 10.00, 20.00 and 30.00, not approved yet, possibly with a
 * wallet share.
 */
async function ordered(shop: TestShop, { dice, buyer: { anna } }: Payer) {
  const cashbackBp = dice.one([0, 500]);
  const prices = [10_00n, 20_00n, 30_00n].slice(0, 1 + dice.below(3));
  const cards = await Promise.all(
    prices.map((priceMinor) => makeCard(shop, { priceMinor, codes: 1, cashbackBp })),
  );
  const totalMinor = prices.reduce((sum, price) => sum + price, 0n);
  const mostMinor = least(await anna.balance(), totalMinor - 1_00n);
  const shareMinor = mostMinor >= 1_00n && dice.chance(0.6) ? dice.some(mostMinor) : 0n;
  const [card = { id: '' }] = cards;
  const asked = { card, totalMinor, walletMinor: shareMinor, gateway: 'PayPal' } as const;
  const { sPayerId, ...order } = orderBody(anna, asked);
  const wish = { ...order, aCartData: cards.map(({ id }) => ({ iGiftCardId: id, nQuantity: 1 })) };
  const { sPaymentId } = (await shop.call(initiate, { token: anna.token, body: wish })).body.data;
  return { cards, body: { ...wish, sPayerId, sPaymentId }, shareMinor, cashbackBp };
}

/**
 * Pays the order; for `waiting`, codes of some cards are voided before. For `returned`, it is cancelled
 * instead.
 */
async function buy(shop: TestShop, payer: Payer, kind: Paid['kind']): Promise<Bought> {
  const { anna } = payer.buyer;
  const { token } = anna;
  const { cards, body, shareMinor, cashbackBp } = await ordered(shop, payer);
  const { sPaymentId, sOrderId } = body;
  const bought = { anna, sPaymentId, shareMinor, cashbackBp };
  const away = cards.filter((_, i) => i === 0 || payer.dice.chance(0.5)).map(({ id }) => id);
  if (kind === 'waiting')
    await shop.db.run(sql`update codes set state = 'void' where card_id = any(${away})`);
  await atProvider(shop, sPaymentId, 'approve');
  if (kind === 'returned') {
    const { data } = (await shop.call(cancelOrder, { token, body: { sOrderId } })).body;
    return { ...bought, id: data._id, cards: [], lineIds: [] };
  }
  const { _id: id } = (await shop.call(pay, { token, body })).body.data;
  const { lines } = await needOrder(shop.db, anna.id, id);
  // By price, as lines have a random order.
  const sorted = [...lines].sort((a, b) => Number(b.payableMinor - a.payableMinor));
  return { ...bought, id, cards, lineIds: sorted.map((line) => line.id) };
}

/** Adds 40.00 to the wallet. */
async function addMoney(shop: TestShop, anna: TestMember): Promise<Bought> {
  const { sTopUpId, sPaymentId, approve, add } = await begun(shop, anna);
  await approve();
  await add();
  return { anna, id: sTopUpId, cards: [], lineIds: [], sPaymentId, shareMinor: 0n, cashbackBp: 0 };
}

/**
 * The provider captured the payment of a cancelled order; part may have gone back before the shop learns of
 * it.
 */
async function comeTooLate({ parts, dice }: Payer, payment: PaperPayment): Promise<void> {
  if (dice.chance(0.4))
    goesBack(payment, dice.one(['gift', 'dispute']), dice.some(payment.amountMinor));
  const shown = await parts.payments.showCapture(payment.captureId);
  if (shown.kind === 'done') await recordSeen(parts, shown.value);
}

/** The capture recorded for it, or a late one that the shop did not request. */
async function captured(shop: TestShop, { sPaymentId, id, anna, shareMinor }: Bought) {
  const recorded = await shop.db.first(sql<Pick<PaperPayment, 'captureId' | 'amountMinor'>>`
    select capture_id as "captureId", amount_minor as "amountMinor" from payment_captures
    where member_id = ${anna.id} and order_id = ${id}`);
  if (recorded) return recorded;
  const { totalMinor } = await needOrder(shop.db, anna.id, id);
  const captureId = await captureLate(shop, sPaymentId);
  return { captureId, amountMinor: totalMinor - shareMinor };
}

/** Makes a payment; from then on it belongs to the simulated provider. */
export async function payForOne(shop: TestShop, payer: Payer): Promise<Paid> {
  const { buyer, dice } = payer;
  const kind = dice.one(kinds);
  const bought = kind === 'added' ? await addMoney(shop, buyer.anna) : await buy(shop, payer, kind);
  const { sPaymentId, ...paid } = bought;
  const payment: PaperPayment = {
    ...(await captured(shop, bought)),
    providerOrderId: sPaymentId,
    reference: paid.id,
    payee: shop.checkout.payee,
    currency: 'usd',
    marks: dice.chance(0.7),
    backs: [],
    nextRefund: 'made',
    tellsDisputes: true,
  };
  buyer.payments.push(payment);
  if (kind === 'returned') await comeTooLate(payer, payment);
  return { ...paid, kind, payment };
}
