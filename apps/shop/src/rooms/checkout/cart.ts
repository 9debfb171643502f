/** The member's cart, as the header, the cart page and the checkout share it. */

import { send, sendForData } from '@giftlane/client/api.ts';
import type { CartItem } from '@giftlane/contract/shop/cart.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMember } from '../../session/member.ts';

export const cartQuery = queryOptions({
  queryKey: ['cart'],
  queryFn: ({ signal }): Promise<readonly CartItem[]> => sendForData('GET /cart', { signal }),
});

/** How many lines the cart has (OPEN-28); 0 for a visitor. */
export function useCartCount(): number {
  const member = useMember();
  return useQuery({ ...cartQuery, enabled: member !== null }).data?.length ?? 0;
}

/** How many cards it holds, of all lines together. */
export function useCartSize(): number {
  const member = useMember();
  const lines = useQuery({ ...cartQuery, enabled: member !== null }).data ?? [];
  return lines.reduce((sum, { nQuantity }) => sum + nQuantity, 0);
}

export interface CardChoice {
  id: string;
  quantity: number;
}

/** Adds a card to the member's cart. */
export async function addCard({ id, quantity }: CardChoice): Promise<string> {
  const answer = await send('POST /cart', { body: { iGiftCardId: id, nQuantity: quantity } });
  return answer.message;
}

/** Reads the cart again. A first reading still on its way may be older, and would otherwise stand. */
export async function readCartAnew(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: cartQuery.queryKey });
  await client.invalidateQueries({ queryKey: cartQuery.queryKey });
}
