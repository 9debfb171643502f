/** The calls about orders that checkout, success page and My Orders share. */

import { type Answer, send, sendForData } from '@giftlane/client/api.ts';
import { Unreachable } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { OrderState } from '@giftlane/contract/shop/order-states.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { memberQuery } from '../../session/member.ts';
import { readToken } from '../../session/token.ts';
import { readCartAnew } from '../checkout/cart.ts';
import type { OrderDraft } from '../checkout/order-draft.ts';
import {
  keepOrders,
  keptOrder,
  keptOrders,
  type OrderPage,
  type SeenOrder,
} from './kept-orders.ts';

const ordersKey = ['orders'] as const;
/** As many a page of My Orders has. */
export const ordersPerPage = 10;
const freshMs = 30_000;

/** One order by `_id` or `sOrderId`. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'one', id],
    queryFn: ({ signal }): Promise<Order> =>
      sendForData('GET /transactions/{id}', { params: { id }, signal }),
  });

/** The same for its page, which was not read yet: without a network as it was last seen in the list. */
export const seenOrderQuery = (id: string) => {
  const queryKey = [...ordersKey, 'page', id];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<SeenOrder> => {
      try {
        const sending = { params: { id }, signal };
        return { order: await sendForData('GET /transactions/{id}', sending) };
      } catch (error) {
        // What the page has read itself is newer than what a list had.
        const read = queryClient.getQueryData<SeenOrder>(queryKey);
        const kept = !read && error instanceof Unreachable ? keptOrder(id) : undefined;
        if (!kept) throw error;
        return kept;
      }
    },
    staleTime: ({ state }) => (state.data?.keptAt ? 0 : freshMs),
  });
};

/** The page of an order. */
export const orderPath = (sOrderId: string) => `/account/orders/${encodeURIComponent(sOrderId)}`;

/** Where an order that was begun is paid. */
export const checkoutPath = (sOrderId: string) =>
  `/account/checkout?order=${encodeURIComponent(sOrderId)}`;

/** Reads a page and keeps it; without an answer, the page as it was last seen. */
async function readOrKept(key: string, read: () => Promise<OrderPage>): Promise<OrderPage> {
  const token = readToken();
  try {
    const page = await read();
    const owner = queryClient.getQueryData(memberQuery.queryKey)?._id;
    // Somebody may have signed out meanwhile.
    if (owner !== undefined && token === readToken()) keepOrders(owner, key, page);
    return page;
  } catch (error) {
    const kept = error instanceof Unreachable ? keptOrders(key) : undefined;
    if (!kept) throw error;
    return kept;
  }
}

/** What is looked for among the orders, as the call has it. */
export interface OrderSearch {
  search?: string | undefined;
  eStatus?: OrderState | undefined;
  dFrom?: string | undefined;
  dTo?: string | undefined;
}

/** A page of what a member has bought, or of what they sell, newest first. */
export const ordersQuery = (
  eType: 'Buy' | 'Sell',
  page: number,
  limit: number,
  search: OrderSearch = {},
) =>
  queryOptions({
    queryKey: [...ordersKey, 'list', eType, page, limit, search],
    queryFn: ({ signal }) => {
      const read = async (): Promise<OrderPage> => {
        const answer = await send('GET /transactions', {
          query: { page, limit, eType, ...search },
          signal,
        });
        return { orders: answer.data, total: answer.totalCount };
      };
      // What was looked for is not kept: without a network one turns pages. Nor are pictures of cards.
      const isSearch = Object.values(search).some(Boolean);
      return isSearch || eType === 'Sell'
        ? read()
        : readOrKept(`orders ${eType} ${page} ${limit}`, read);
    },
    placeholderData: keepPreviousData,
    // What was kept is read anew as soon as there is a network.
    staleTime: ({ state }) => (state.data?.keptAt ? 0 : freshMs),
  });

/** What initiating an order answers: what is to be paid, and until when. */
export type Begun = Answer<'POST /transaction/initiate'>['data'];

/** Places an order that is paid for afterwards, or finds it placed. */
export async function beginOrder(draft: OrderDraft): Promise<Begun> {
  const body = { ...draft, aCartData: [...draft.aCartData] };
  return sendForData('POST /transaction/initiate', { body });
}

/** Places a wallet order, or captures what was approved for a card order. */
export function payFor(
  { eGateway, ...draft }: OrderDraft,
  payment: { sPayerId: string; sPaymentId?: string },
): Promise<Answer<'POST /transaction'>> {
  return send('POST /transaction', {
    body: {
      ...draft,
      eGateway: eGateway === 'Wallet' ? eGateway : 'PayPal',
      aCartData: [...draft.aCartData],
      ...payment,
    },
  });
}

/** After an order moved: the cart, the wallet and the orders are not what they were. */
export async function refreshAfterOrder(): Promise<void> {
  await Promise.all([
    readCartAnew(queryClient),
    ...[memberQuery.queryKey, ordersKey, ['wallet-transactions']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  ]);
}

/** What becomes of it is not known yet: its page asks again. */
export const isUnderWay = ({ eStatus }: Order): boolean =>
  eStatus === 'Pending' || eStatus === 'Paid' || eStatus === 'Processing';

/** The order stands: paid, and perhaps already delivered. */
export const isAccepted = ({ eStatus }: Order): boolean =>
  eStatus === 'Paid' || eStatus === 'Processing' || eStatus === 'Delivered';

/** Until when an order waits that its buyer can still pay for; undefined for any other. */
export const payableUntil = ({ dLapsesAt, bPaying, eGateway }: Order): string | undefined =>
  dLapsesAt && !bPaying && eGateway !== 'Wallet' ? dLapsesAt : undefined;

/** Asks for an order whose own call left it open; undefined when there is none, or nobody can say. */
export async function lookUp(sOrderId: string): Promise<Order | undefined> {
  try {
    const query = { ...orderQuery(sOrderId), staleTime: 0, meta: { quiet: true } };
    return await queryClient.fetchQuery(query);
  } catch {
    return undefined;
  }
}

/** Asks whether an order stands whose own call left it open; not when nobody can say. */
export async function orderStands(sOrderId: string): Promise<boolean> {
  const order = await lookUp(sOrderId);
  return order !== undefined && isAccepted(order);
}

/** Where an accepted payment lands (OPEN-42). */
export const successPath = (sOrderId: string): string =>
  `/account/checkout/success?order=${encodeURIComponent(sOrderId)}`;
