/** Public interface of selling: members offer cards with pictures, operators accept or decline them. */
import type { Data } from '@giftlane/contract/call.ts';
import { hasWords, wordsOf } from '@giftlane/contract/members/letters.ts';
import type { listOrders } from '@giftlane/contract/shop/orders.ts';
import type * as z from 'zod';
import { pageOfSales, titlesOffered } from './list-queries.ts';
import { findSale } from './queries.ts';
import { salesToWire, statesOf, type WireParts } from './wire.ts';

export { acceptSale, type DecisionParts, declineSale, needSale } from './decide.ts';
export { sellingInvariants } from './invariants.ts';
export { sellingJobs } from './jobs.ts';
export { type SaleOfMember, salesAbout, salesIn, waitingSales } from './list-queries.ts';
export {
  boughtOf,
  copiedIn,
  findSale,
  hasWaitingSale,
  lockSale,
  type Sale,
  type SaleState,
  saleStates,
} from './queries.ts';

type Query = z.output<(typeof listOrders)['query']>;
type WireOrders = Data<typeof listOrders>;

/** A member's sell orders for My Orders. */
export interface Sales {
  list(memberId: string, query: Query): Promise<{ orders: WireOrders; total: number }>;
  /** Undefined when it is unknown or another member's. */
  show(memberId: string, id: string): Promise<WireOrders[number] | undefined>;
}

const dateOf = (time: string | undefined) => (time === undefined ? null : new Date(time));

/** Makes the reader of members' sell orders. */
export function makeSales(parts: WireParts): Sales {
  return {
    async list(memberId, query) {
      const search = query.search?.trim() ?? '';
      const words = wordsOf(search);
      const titles = words.length > 0 ? await titlesOffered(parts.db, memberId) : [];
      const filter = {
        search: search.toLowerCase(),
        titles: titles.filter((title) => hasWords(title, words)),
        states: statesOf(query.eStatus),
        from: dateOf(query.dFrom),
        to: dateOf(query.dTo),
      };
      const { sales, total } = await pageOfSales(parts.db, memberId, filter, query);
      return { orders: await salesToWire(parts, sales), total };
    },
    async show(memberId, id) {
      const sale = await findSale(parts.db, { memberId, id });
      return sale && (await salesToWire(parts, [sale]))[0];
    },
  };
}
