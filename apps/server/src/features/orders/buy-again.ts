/** Adds the cards of an earlier order to the cart. */
import type { Data } from '@giftlane/contract/call.ts';
import type { buyAgain as contract, leftOutReasons } from '@giftlane/contract/shop/orders.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { addToCart } from '../cart/cart.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Order } from './queries.ts';

const reasons: Readonly<Record<string, (typeof leftOutReasons)[number]>> = {
  'cart.card_not_found': 'gone',
  'cart.other_currency': 'currency',
  'cart.too_many': 'full',
  'cart.too_many_lines': 'full',
};

/** Adds an order's cards to its member's cart; returns how many were added, and the others with a reason. */
export async function buyAgain(
  { db, catalog }: { db: Db; catalog: Catalog },
  { memberId, lines }: Order,
): Promise<Data<typeof contract>> {
  const answer: Data<typeof contract> = { nAdded: 0, aLeftOut: [] };
  // One by one, so that the cart has the order's sequence.
  for (const { cardId, quantity, title } of lines) {
    try {
      await addToCart(db, catalog, { memberId, cardId, quantity });
      answer.nAdded += 1;
    } catch (error) {
      const reason = error instanceof Refusal ? reasons[error.code] : undefined;
      if (!reason) throw error;
      answer.aLeftOut.push({ sTitle: title, eReason: reason });
    }
  }
  return answer;
}
