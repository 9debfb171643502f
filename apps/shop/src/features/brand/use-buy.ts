import { isRefusal } from '@giftlane/client/api-error.ts';
import { sayFailure } from '@giftlane/client/query-client.ts';
import type { Card } from '@giftlane/contract/shop/catalog.ts';
import { text } from '@giftlane/texts/text.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addCard, readCartAnew } from '../../rooms/checkout/cart.ts';
import { useMember } from '../../session/member.ts';
import { rememberPath, rememberPendingItem } from '../../session/remembered.ts';
import { currentMember, isUnidentified } from '../../session/session.ts';

const cartPath = '/account/cart';

/**
 * Adds cards to the cart. A visitor's choice is kept, and goes into the cart after signing in: then
 * they are back here, or at the cart if they wanted to buy at once (CARD-13, OPEN-02 and OPEN-36). Whom no
 * server could name is no visitor: it is asked again.
 */
export function useBuy() {
  const client = useQueryClient();
  const member = useMember();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  /** What is in the cart already stands in the way: it is a press away. */
  const sayWhyNot = (error: unknown) => {
    const toCart = { label: text('cart.view'), act: () => void navigate(cartPath) };
    const held = isRefusal(error, 'cart.other_currency');
    sayFailure(error, held ? toCart : undefined);
  };
  // The cart is read anew after each, as the specification has it (API-37); what went wrong is said before that.
  const add = useMutation({
    mutationFn: addCard,
    meta: { quiet: true },
    onError: sayWhyNot,
    onSettled: () => readCartAnew(client),
  });
  // Known at once, not when it is drawn: the second press of a double click comes before that.
  const onItsWay = useRef(new Set<string>());

  const askToSignIn = (card: Card, quantity: number, landing: string) => {
    rememberPendingItem({ id: card._id, quantity });
    rememberPath(landing);
    void navigate('/auth/login');
  };

  /** Without a member: whoever is here only after all goes on, whoever is still unknown hears why not. */
  const orElse = async (choice: Parameters<typeof askToSignIn>, goOn: () => void) => {
    if (!isUnidentified()) return askToSignIn(...choice);
    const found = await currentMember();
    if (globalThis.location.pathname !== pathname) return; // Gone elsewhere meanwhile.
    if (found) goOn();
    else if (isUnidentified()) toast.failure(text('error.serverUnavailable'));
    else askToSignIn(...choice);
  };

  const send = (card: Card, quantity: number, onAdded: () => void) => {
    if (onItsWay.current.has(card._id)) return;
    onItsWay.current.add(card._id);
    // Callbacks given with the call would be forgotten when another card is added before its answer has come.
    add
      .mutateAsync({ id: card._id, quantity })
      .then(onAdded, () => undefined) // It was said.
      .finally(() => onItsWay.current.delete(card._id));
  };

  // What the cart holds is said by the bar.
  const addToCart = (card: Card, quantity: number) => send(card, quantity, () => undefined);

  const buyNow = (card: Card, quantity: number) =>
    send(card, quantity, () => {
      // Whoever has gone elsewhere meanwhile is left there.
      if (globalThis.location.pathname === pathname) void navigate(cartPath);
    });

  return {
    /** The card being added. */
    adding: add.isPending ? add.variables.id : undefined,
    addToCart: (card: Card, quantity: number) => {
      if (member) return addToCart(card, quantity);
      void orElse([card, quantity, pathname + search], () => addToCart(card, quantity));
    },
    buyNow: (card: Card, quantity: number) => {
      if (member) return buyNow(card, quantity);
      void orElse([card, quantity, cartPath], () => buyNow(card, quantity));
    },
  };
}
