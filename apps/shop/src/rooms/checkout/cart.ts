/** The member's cart, shared by header, cart page and checkout. */

import { send } from '@giftlane/client/api.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMember } from '../../session/member.ts';

export const cartPath = '/account/cart';

export const cartQuery = apiQuery('GET /cart', {});

/** The cart of the member; a visitor has none. */
export const useCart = () => useQuery({ ...cartQuery, enabled: useMember() !== null });

/** Number of lines in the cart (OPEN-28); 0 for a visitor. */
export const useCartCount = (): number => useCart().data?.length ?? 0;

/** Number of cards of all lines together. */
export const countCards = (lines: readonly { nQuantity: number }[]): number =>
  lines.reduce((sum, { nQuantity }) => sum + nQuantity, 0);

export interface CardChoice {
  id: string;
  quantity: number;
}

/** Adds a card to the member's cart. */
export async function addCard({ id, quantity }: CardChoice): Promise<string> {
  const answer = await send('POST /cart', { body: { iGiftCardId: id, nQuantity: quantity } });
  return answer.message;
}

/** Refetches the cart; an older request in flight is cancelled, or its answer would replace the new one. */
export async function readCartAnew(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: cartQuery.queryKey });
  await client.invalidateQueries({ queryKey: cartQuery.queryKey });
}
