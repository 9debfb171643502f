import * as calls from '@giftlane/contract/shop/cart.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { addToCart, changeLine, clearCart, removeLine, showCart } from './cart.ts';

export function cartRoutes(http: Http, { db, catalog }: { db: Db; catalog: Catalog }): void {
  http.route(calls.showCart, async (_, { caller }) => ({
    data: await showCart(db, catalog, caller.memberId),
  }));

  http.route(calls.addToCart, async ({ body }, { caller }) => ({
    data: await addToCart(db, catalog, {
      memberId: caller.memberId,
      cardId: body.iGiftCardId,
      quantity: body.nQuantity,
    }),
    message: text('notice.addedToCart'),
  }));

  http.route(calls.changeCartLine, async ({ params, body }, { caller }) => ({
    data: await changeLine(db, catalog, {
      memberId: caller.memberId,
      lineId: params.id,
      quantity: body.nQuantity,
    }),
    message: text('notice.cartChanged'),
  }));

  http.route(calls.removeCartLine, async ({ params }, { caller }) => {
    await removeLine(db, caller.memberId, params.id);
    return { data: null, message: text('notice.cartChanged') };
  });

  http.route(calls.clearCart, async (_, { caller }) => {
    await clearCart(db, caller.memberId);
    return { data: null, message: text('notice.cartCleared') };
  });
}
