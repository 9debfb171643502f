/** The cart: what a member wants to buy, at current prices and in one currency (OPEN-39). */

import { type Currency, percentToWire, toWire } from '@giftlane/contract/money/money.ts';
import type { CartItem } from '@giftlane/contract/shop/cart.ts';
import { maxQuantity } from '@giftlane/contract/shop/cart-limits.ts';
import { fewLeft } from '@giftlane/contract/shop/catalog.ts';
import type { Queryable, Tx } from '../../platform/db/db.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { CardDetails, Catalog } from '../catalog/catalog.ts';
import { shortOf } from '../stock/stock.ts';
import {
  addLine,
  type CartLine,
  currencyOfCart,
  deleteCards,
  deleteLine,
  deleteLines,
  linesOfMember,
  maxLines,
  restoreLines,
  setQuantity,
} from './queries.ts';

/** A cart line in the contract's form (CART-17). */
export function itemToWire(line: CartLine, card: CardDetails): CartItem {
  return {
    _id: line.id,
    iGiftCardId: card.id,
    iCategoryId: card.brandId,
    sTitle: card.title,
    sBanner: card.banner,
    sDescription: card.description,
    nQuantity: line.quantity,
    nPrice: toWire(card.priceMinor),
    nValue: toWire(card.valueMinor),
    nDiscount: percentToWire(card.discountBp),
    nCashBack: percentToWire(card.cashbackBp),
    nServiceCharge: percentToWire(card.serviceChargeBp),
    eCurrency: card.currency,
    ...(card.left !== undefined && { nLeft: card.left }),
  };
}

/** A card that is on sale. */
export function buyable(catalog: Catalog, cardId: string): CardDetails | undefined {
  const card = catalog.card(cardId);
  return card?.retired ? undefined : card;
}

/** A cart line in the contract's form, with the codes left if the line wants more. */
async function showLine(db: Queryable, line: CartLine, card: CardDetails): Promise<CartItem> {
  const item = itemToWire(line, card);
  return (await withStock(db, [item]))[0] ?? item;
}

/**
 * Adds the number of codes left to lines that want more. For cards with few codes the catalogue publishes the
 * number, so only lines that want more than `fewLeft` are looked up; their members learn it before the order
 * is refused.
 */
async function withStock(db: Queryable, items: readonly CartItem[]): Promise<CartItem[]> {
  const short = await shortOf(
    db,
    items
      .filter(({ nQuantity }) => nQuantity > fewLeft)
      .map(({ iGiftCardId, nQuantity }) => ({ cardId: iGiftCardId, quantity: nQuantity })),
  );
  return items.map((item) => {
    const left = short.get(item.iGiftCardId);
    return left === undefined ? item : { ...item, nLeft: left };
  });
}

/** The cart at current prices, oldest line first, without cards no longer sold. */
export async function showCart(
  db: Queryable,
  catalog: Catalog,
  memberId: string,
): Promise<CartItem[]> {
  const lines = await linesOfMember(db, memberId);
  const items = lines.flatMap((line) => {
    const card = buyable(catalog, line.cardId);
    return card ? [itemToWire(line, card)] : [];
  });
  return withStock(db, items);
}

/**
 * Adds a line. Two concurrent first lines of a member may both insert the cart, and the loser may violate the
 * second unique key, which `on conflict (member_id)` does not cover; its retry finds the cart.
 */
function addToNewest(db: Queryable, line: Parameters<typeof addLine>[1]) {
  return addLine(db, line).catch((error: unknown) => {
    if (brokenConstraint(error) !== 'carts_member_currency') throw error;
    return addLine(db, line);
  });
}

/**
 * Adds a card. Refuses `cart.card_not_found`, `cart.other_currency`, `cart.too_many` and
 * `cart.too_many_lines`.
 */
export async function addToCart(
  db: Queryable,
  catalog: Catalog,
  wish: { memberId: string; cardId: string; quantity: number },
): Promise<CartItem> {
  const card = buyable(catalog, wish.cardId);
  if (!card) throw new Refusal('cart.card_not_found');
  const line = { ...wish, id: newId('line'), currency: card.currency };
  const added = await addToNewest(db, line).catch(async (error: unknown) => {
    const broken = brokenConstraint(error);
    if (broken === 'cart_lines_quantity') throw new Refusal('cart.too_many', { max: maxQuantity });
    if (broken !== 'cart_lines_one_currency') throw error;
    const cart = await currencyOfCart(db, wish.memberId);
    throw new Refusal('cart.other_currency', {
      cartCurrency: (cart?.currency ?? '').toUpperCase(),
      currency: card.currency.toUpperCase(),
    });
  });
  if (!added) throw new Refusal('cart.too_many_lines', { max: maxLines });
  return showLine(db, added, card);
}

export async function changeLine(
  db: Queryable,
  catalog: Catalog,
  wish: { memberId: string; lineId: string; quantity: number },
): Promise<CartItem> {
  const line = await setQuantity(db, wish.memberId, wish.lineId, wish.quantity);
  const card = line && buyable(catalog, line.cardId);
  if (!line || !card) throw new Refusal('cart.not_found');
  return showLine(db, line, card);
}

export async function removeLine(db: Queryable, memberId: string, lineId: string): Promise<void> {
  if ((await deleteLine(db, memberId, lineId)) === 0) throw new Refusal('cart.not_found');
}

export async function clearCart(db: Queryable, memberId: string): Promise<void> {
  await deleteLines(db, memberId);
}

/** The fields of an order that the cart needs. */
interface Ordered {
  readonly memberId: string;
  readonly currency: Currency;
  readonly lines: readonly { readonly cardId: string; readonly quantity: number }[];
}

/** Puts the cards of a failed order back into the cart, except those it already has or can not take. */
export async function restoreOrdered(tx: Tx, order: Ordered): Promise<void> {
  const lines = order.lines.map(({ cardId, quantity }) => ({
    id: newId('line'),
    cardId,
    quantity: Math.min(quantity, maxQuantity),
  }));
  await restoreLines(tx, order, lines);
}

/** Removes ordered cards from their members' carts, in the transaction of the orders. */
export async function removeOrdered(
  tx: Tx,
  orders: readonly Pick<Ordered, 'memberId' | 'lines'>[],
): Promise<void> {
  const cards = orders
    .flatMap(({ memberId, lines }) => lines.map(({ cardId }) => ({ memberId, cardId })))
    // Lock order of most transactions, so that processes seldom wait for each other.
    .sort((a, b) => (a.memberId < b.memberId ? -1 : 1));
  await deleteCards(tx, cards);
}
