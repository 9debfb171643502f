/** The claims of an order: codes that their buyer reported as not working. */
import { sendForData } from '@giftlane/client/api.ts';
import { apiKey } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { Claim } from '@giftlane/contract/shop/claims.ts';
import { queryOptions } from '@tanstack/react-query';
import { refreshAfterOrder } from '../orders/orders.ts';

interface OrderClaims {
  readonly claims: readonly Claim[];
  /** Until when a code of the order can be reported; null before it is delivered. */
  readonly until: string | null;
}

const perCall = 100;
/** An order has 1,000 codes at most. */
const maxCalls = 10;
const pollMs = 30_000;

export const isDecided = ({ eState }: Claim): boolean => eState !== 'open' && eState !== 'asked';

const keyOf = (orderId: string) => [...apiKey('GET /transactions/{id}/claims'), orderId];

async function readClaims(orderId: string, signal: AbortSignal): Promise<OrderClaims> {
  const claims: Claim[] = [];
  for (let page = 1; page <= maxCalls; page++) {
    const sending = { params: { id: orderId }, query: { page, limit: perCall }, signal };
    const read = await sendForData('GET /transactions/{id}/claims', sending);
    claims.push(...read.aClaims);
    if (claims.length >= read.nTotal || page === maxCalls) return { claims, until: read.dUntil };
  }
  return { claims, until: null };
}

/** All claims of an order, read once for all of its codes, and again while one waits for a decision. */
export const claimsQuery = (orderId: string) =>
  queryOptions({
    queryKey: keyOf(orderId),
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<OrderClaims>(keyOf(orderId));
      const now = await readClaims(orderId, signal);
      const decided = now.claims.filter(isDecided).length;
      // A decision changes the order's codes, or the wallet.
      if (before && decided !== before.claims.filter(isDecided).length) void refreshAfterOrder();
      return now;
    },
    // Each code shows how it stands, and polls; the contact form is there while this fails.
    meta: { quiet: true },
    refetchInterval: ({ state }) =>
      state.data?.claims.every(isDecided) === false ? pollMs : false,
  });

/** Puts a claim that was opened or answered into the answer of the query. */
export function storeClaim(orderId: string, claim: Claim): void {
  queryClient.setQueryData<OrderClaims>(keyOf(orderId), (before) => ({
    until: before?.until ?? null,
    claims: [claim, ...(before?.claims ?? []).filter(({ _id }) => _id !== claim._id)],
  }));
}

/** Reads the claims of an order anew, after a refusal told that they are others. */
export const readClaimsAnew = (orderId: string) =>
  queryClient.invalidateQueries({ queryKey: keyOf(orderId) });
