import { ApiError, isRefusal } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import type { CartItem } from '@giftlane/contract/shop/cart.ts';
import { text } from '@giftlane/texts/text.ts';
import { clearToasts, toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useState } from 'react';
import { cancelCheckout } from '../../rooms/checkout/cancel-checkout.ts';
import { cartQuery } from '../../rooms/checkout/cart.ts';
import {
  checkoutStore,
  isLapsed,
  isUnclear,
  newCheckout,
} from '../../rooms/checkout/checkout-store.ts';
import { isCoinGateway, storeQuote } from '../../rooms/checkout/coin-payment.ts';
import {
  draftOrder,
  type OrderDraft,
  type PayGateway,
  reuseOrderId,
} from '../../rooms/checkout/order-draft.ts';
import { type Problem, problemOf } from '../../rooms/checkout/order-problem.tsx';
import { useProof } from '../../rooms/identity/use-proof.tsx';
import {
  checkoutPath,
  initiateOrder,
  isAccepted,
  lookForOrder,
  payOrder,
  refreshAfterOrder,
  successPath,
} from '../../rooms/orders/orders.ts';
import { useGoOn } from '../../session/use-go-on.ts';
import { type Refused, refusedLines } from './refused.ts';

/**
 * Stores the draft as the order being paid; an unpaid order of other content, or a lapsed one, is cancelled first.
 * Undefined when the cancelling failed, which is shown.
 */
async function storeDraft(drafted: OrderDraft): Promise<OrderDraft | undefined> {
  const earlier = checkoutStore.read();
  const draft = reuseOrderId(drafted, earlier && !isLapsed(earlier) ? earlier.draft : undefined);
  if (draft.sOrderId === earlier?.draft.sOrderId) return draft;
  if (earlier && !(await cancelCheckout(earlier))) return undefined;
  checkoutStore.write(newCheckout(draft));
  return draft;
}

/** True when both carts hold the same cards. */
function sameCards(one: readonly CartItem[], other: readonly CartItem[]): boolean {
  const cards = (cart: readonly CartItem[]) =>
    JSON.stringify(cart.map(({ iGiftCardId, nQuantity }) => [iGiftCardId, nQuantity]));
  return cards(one) === cards(other);
}

/** Finds an order whose call failed with a server error: it may have been placed all the same. Throws like `lookForOrder`. */
const findAfter = async ({ sOrderId }: OrderDraft, error: unknown) =>
  error instanceof ApiError && error.status >= 500 ? lookForOrder(sOrderId) : undefined;

/** Refusals of an order whose id can not be used again: another try needs a new one. */
const usedUp = ['order.other_content', 'order.lapsed', 'order.not_payable'] as const;

interface PlaceOrder {
  member: User;
  payBy: PayGateway;
  /** The lines of the cart to order. */
  linesToOrder: (cart: readonly CartItem[]) => readonly CartItem[];
  /** Resolves when the server has answered all changes of the cart. */
  cartSettled: () => Promise<void>;
  /** A refusal about lines, which the lines show; undefined at the start of a try. */
  onRefused: (refused: Refused | undefined) => void;
}

/** The order of the shown cart, at the shown prices, as the server refuses others; undefined if the cart was changed elsewhere. */
async function draftShown({ member, payBy, linesToOrder, cartSettled }: PlaceOrder) {
  await cartSettled();
  const shown = queryClient.getQueryData(cartQuery.queryKey) ?? [];
  // Offline the shown cart is used: the call that places the order reports the failure.
  const cart = await queryClient.fetchQuery({ ...cartQuery, staleTime: 0 }).catch(() => shown);
  return sameCards(shown, cart) ? draftOrder(linesToOrder(shown), member, payBy) : undefined;
}

/**
 * Checkout from the cart: an order that the wallet covers is paid at once (PAY-02); a coin order is placed, so that
 * its rate is locked (OPEN-47); any other continues on the checkout page.
 */
export function usePlaceOrder(order: PlaceOrder) {
  const { member, onRefused } = order;
  const goOn = useGoOn();
  const [problem, setProblem] = useState<Problem>();
  // The server asks for a proof of identity for large purchases from the wallet.
  const proof = useProof();

  const succeed = async (draft: OrderDraft, message: string) => {
    checkoutStore.forget(draft.sOrderId);
    const notice = message || text('notice.orderPlaced');
    if (!(await goOn(successPath(draft.sOrderId), { state: { notice } }))) toast.success(notice);
  };

  const refuse = (draft: OrderDraft, error: unknown) => {
    const lines = refusedLines(draft, error);
    if (lines) return onRefused(lines);
    if (isRefusal(error, ...usedUp)) checkoutStore.forget(draft.sOrderId);
    setProblem(problemOf(error));
  };

  const payFromWallet = async (draft: OrderDraft) => {
    try {
      const answer = await payOrder(draft, { sPayerId: member._id });
      await succeed(draft, answer.message);
    } catch (error) {
      if (isRefusal(error, 'account.unproven')) throw error;
      const placed = await findAfter(draft, error).catch(() => 'unclear' as const);
      if (placed === 'unclear')
        checkoutStore.replace(draft.sOrderId, { ...newCheckout(draft), phase: 'paid' });
      else if (placed && isAccepted(placed)) await succeed(draft, '');
      else refuse(draft, error);
    }
    await refreshAfterOrder();
  };

  const lockRate = async (draft: OrderDraft) => {
    try {
      await storeQuote(draft, await initiateOrder(draft));
    } catch (error) {
      if (isRefusal(error, 'account.unproven')) throw error;
      const placed = await findAfter(draft, error).catch(() => undefined);
      if (!placed) return refuse(draft, error);
    }
    await goOn(checkoutPath(draft.sOrderId));
    await refreshAfterOrder();
  };

  const place = async (drafted: OrderDraft) => {
    setProblem(undefined);
    onRefused(undefined);
    clearToasts();
    const draft = await storeDraft(drafted);
    if (!draft) return;
    if (draft.eGateway === 'Wallet') await proof.run(() => payFromWallet(draft));
    else if (isCoinGateway(draft.eGateway)) await proof.run(() => lockRate(draft));
    else await goOn('/account/checkout');
  };

  const checkOut = useAction(async () => {
    // Another order could be a second payment; the page asks for the first one.
    const earlier = checkoutStore.read();
    if (earlier && isUnclear(earlier)) return toast.plain(text('pending.unclear'));
    const drafted = await draftShown(order);
    if (drafted) await place(drafted);
    else toast.plain(text('cart.changedElsewhere'));
  });

  return { checkOut, problem, proving: proof.dialog };
}
