import { isRefusal } from '@giftlane/client/api-error.ts';
import { sayFailure } from '@giftlane/client/query-client.ts';
import type { Card } from '@giftlane/contract/shop/catalog.ts';
import { text } from '@giftlane/texts/text.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addCard, type CardChoice, cartPath, readCartAnew } from '../../rooms/checkout/cart.ts';
import { useMember } from '../../session/member.ts';
import { rememberPath, rememberPendingItem } from '../../session/remembered.ts';
import { currentMember, isUnidentified } from '../../session/session.ts';

/**
 * Adds cards to the cart. A visitor's choice is stored and added after signing in, which returns here or, for “buy
 * now”, to the cart (CARD-13, OPEN-02, OPEN-36). While the member is unknown the session is checked again first.
 */
export function useBuy() {
  const client = useQueryClient();
  const member = useMember();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  /** Shows a failure; a cart in another currency gets a link to it. */
  const showFailure = (error: unknown) => {
    const toCart = { label: text('cart.view'), act: () => void navigate(cartPath) };
    sayFailure(error, isRefusal(error, 'cart.other_currency') ? toCart : undefined);
  };
  // The cart is refetched after every call (API-37).
  const add = useMutation({
    mutationFn: addCard,
    meta: { quiet: true },
    onError: showFailure,
    onSettled: () => readCartAnew(client),
  });
  // A ref, not state: the second press of a double click comes before a render.
  const pending = useRef(new Set<string>());

  /** Acts for a member, also one found by checking the session; sends a visitor to sign in, and then to `landing`. */
  const asMember = async (choice: CardChoice, landing: string, act: () => void) => {
    if (member) return act();
    if (isUnidentified()) {
      const found = await currentMember();
      if (globalThis.location.pathname !== pathname) return; // The visitor has navigated away.
      if (found) return act();
      if (isUnidentified()) return toast.failure(text('error.serverUnavailable'));
    }
    rememberPendingItem(choice);
    rememberPath(landing);
    void navigate('/auth/login');
  };

  const send = (choice: CardChoice, onAdded?: () => void) => {
    if (pending.current.has(choice.id)) return;
    pending.current.add(choice.id);
    // Not callbacks of `mutate`: those are dropped when another card is added before the answer.
    add
      .mutateAsync(choice)
      .then(onAdded, () => undefined) // Shown by `onError`.
      .finally(() => pending.current.delete(choice.id));
  };

  const openCart = () => {
    // Not after the member has navigated away.
    if (globalThis.location.pathname === pathname) void navigate(cartPath);
  };

  return {
    /** The card being added. */
    adding: add.isPending ? add.variables.id : undefined,
    addToCart: ({ _id: id }: Card, quantity: number) =>
      void asMember({ id, quantity }, pathname + search, () => send({ id, quantity })),
    buyNow: ({ _id: id }: Card, quantity: number) =>
      void asMember({ id, quantity }, cartPath, () => send({ id, quantity }, openCart)),
  };
}
