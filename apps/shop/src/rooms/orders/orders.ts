/** API calls about orders, shared by checkout, success page and My Orders. */

import { type Answer, send, sendForData } from '@giftlane/client/api.ts';
import { isAway, isRefusal } from '@giftlane/client/api-error.ts';
import { apiKey, apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { OrderState } from '@giftlane/contract/shop/order-states.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { askAgainMs, memberQuery } from '../../session/member.ts';
import { readToken } from '../../session/token.ts';
import { readCartAnew } from '../checkout/cart.ts';
import type { OrderDraft } from '../checkout/order-draft.ts';
import { refreshMovements } from '../money/refresh-movements.ts';
import {
  keepOrders,
  keptOrder,
  keptOrders,
  type OrderListPage,
  type SeenOrder,
} from './kept-orders.ts';

/** Orders on a page of My Orders. */
export const ordersPerPage = 10;
const freshMs = 30_000;

/** One order by `_id` or `sOrderId`. */
export const orderQuery = (id: string) => apiQuery('GET /transactions/{id}', { params: { id } });

/** The order of an order page; offline, the stored copy from the list. */
export const seenOrderQuery = (id: string) => {
  const queryKey = [...apiKey('GET /transactions/{id}'), 'page', id];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<SeenOrder> => {
      try {
        const sending = { params: { id }, signal };
        return { order: await sendForData('GET /transactions/{id}', sending) };
      } catch (error) {
        // The cached answer of this query is newer than the copy from the list.
        const read = queryClient.getQueryData<SeenOrder>(queryKey);
        const kept = !read && isAway(error) ? keptOrder(id) : undefined;
        if (!kept) throw error;
        return kept;
      }
    },
    staleTime: ({ state }) => (state.data?.keptAt ? 0 : freshMs),
    refetchInterval: ({ state }) => (state.data?.keptAt ? askAgainMs : false),
  });
};

/** The page of an order. */
export const orderPath = (sOrderId: string) => `/account/orders/${encodeURIComponent(sOrderId)}`;

/** The checkout of a placed order. */
export const checkoutPath = (sOrderId: string) =>
  `/account/checkout?order=${encodeURIComponent(sOrderId)}`;

/** Fetches a page and stores it; offline, returns the stored page. */
async function readOrKept(key: string, read: () => Promise<OrderListPage>): Promise<OrderListPage> {
  const token = readToken();
  try {
    const page = await read();
    const owner = queryClient.getQueryData(memberQuery.queryKey)?._id;
    // The member may have signed out during the call.
    if (owner !== undefined && token === readToken()) keepOrders(owner, key, page);
    return page;
  } catch (error) {
    const kept = isAway(error) ? keptOrders(key) : undefined;
    if (!kept) throw error;
    return kept;
  }
}

/** Search and filter parameters of the list. */
export interface OrderSearchParams {
  search?: string | undefined;
  eStatus?: OrderState | undefined;
  dFrom?: string | undefined;
  dTo?: string | undefined;
}

/** A page of bought or sold orders, newest first. */
export const ordersQuery = (
  eType: 'Buy' | 'Sell',
  page: number,
  limit: number,
  search: OrderSearchParams = {},
) => {
  const query = { page, limit, eType, ...search };
  return queryOptions({
    queryKey: apiKey('GET /transactions', { query }),
    queryFn: ({ signal }) => {
      const read = async (): Promise<OrderListPage> => {
        const { data, totalCount } = await send('GET /transactions', { query, signal });
        return { orders: data, total: totalCount };
      };
      // Search results and pictures of sold cards are not stored for offline use.
      const isSearch = Object.values(search).some(Boolean);
      return isSearch || eType === 'Sell'
        ? read()
        : readOrKept(`orders ${eType} ${page} ${limit}`, read);
    },
    placeholderData: keepPreviousData,
    // A stored page is refetched as soon as the network, or the server, is back.
    staleTime: ({ state }) => (state.data?.keptAt ? 0 : freshMs),
    refetchInterval: ({ state }) => (state.data?.keptAt ? askAgainMs : false),
  });
};

/** A placed order that is still to be paid: amounts, end of the reservation, coin quote. */
export type InitiatedOrder = Answer<'POST /transaction/initiate'>['data'];

/** Places an order that is paid afterwards; a repeat with the same id answers the same. */
export async function initiateOrder(draft: OrderDraft): Promise<InitiatedOrder> {
  const body = { ...draft, aCartData: [...draft.aCartData] };
  return sendForData('POST /transaction/initiate', { body });
}

/** Places a wallet order, or captures the approved payment of a card order. */
export function payOrder(
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

/** Invalidates the queries of orders. */
export async function refreshOrders(): Promise<void> {
  await Promise.all(
    [
      apiKey('GET /transactions'),
      apiKey('GET /transactions/{id}'),
      apiKey('GET /transactions/{id}/codes'),
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

/** Invalidates what a change of an order changes: orders, cart, member and wallet. */
export async function refreshAfterOrder(): Promise<void> {
  await Promise.all([
    readCartAnew(queryClient),
    refreshOrders(),
    refreshMovements(),
    queryClient.invalidateQueries({ queryKey: memberQuery.queryKey }),
  ]);
}

/** True while the state of an order may still change by itself. */
export const isUnderWay = ({ eStatus }: Order): boolean =>
  eStatus === 'Pending' || eStatus === 'Paid' || eStatus === 'Processing';

/** True for a paid order, delivered or not. */
export const isAccepted = ({ eStatus }: Order): boolean =>
  eStatus === 'Paid' || eStatus === 'Processing' || eStatus === 'Delivered';

/** The time until which an unpaid order can be paid; undefined for any other order. */
export const payableUntil = ({ dLapsesAt, bPaying, eGateway }: Order): string | undefined =>
  dLapsesAt && !bPaying && eGateway !== 'Wallet' ? dLapsesAt : undefined;

/** Fetches an order whose call failed without a clear answer; undefined when unknown or offline. */
export const findOrder = (sOrderId: string): Promise<Order | undefined> =>
  lookForOrder(sOrderId).catch(() => undefined);

/** The order, or undefined when there is none; throws when the server did not say. */
export async function lookForOrder(sOrderId: string): Promise<Order | undefined> {
  try {
    const query = { ...orderQuery(sOrderId), staleTime: 0, meta: { quiet: true } };
    return await queryClient.fetchQuery(query);
  } catch (error) {
    if (isRefusal(error, 'order.not_found')) return undefined;
    throw error;
  }
}

/** The page after an accepted payment (OPEN-42). */
export const successPath = (sOrderId: string): string =>
  `/account/checkout/success?order=${encodeURIComponent(sOrderId)}`;
