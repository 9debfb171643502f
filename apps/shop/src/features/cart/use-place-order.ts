import { ApiError, isRefusal } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import type { CartItem } from '@giftlane/contract/shop/cart.ts';
import { text } from '@giftlane/texts/text.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useState } from 'react';
import { cartQuery } from '../../rooms/checkout/cart.ts';
import { checkoutStore, drawnCheckout, isOver } from '../../rooms/checkout/checkout-store.ts';
import { isCoinGateway, quoteQuery } from '../../rooms/checkout/coin-payment.ts';
import { giveUp } from '../../rooms/checkout/give-up.ts';
import {
  drawOrder,
  type OrderDraft,
  type PayGateway,
  withKnownId,
} from '../../rooms/checkout/order-draft.ts';
import { type Problem, problemOf } from '../../rooms/checkout/order-problem.tsx';
import { useProof } from '../../rooms/identity/use-proof.tsx';
import {
  beginOrder,
  checkoutPath,
  lookUp,
  orderStands,
  payFor,
  refreshAfterOrder,
  successPath,
} from '../../rooms/orders/orders.ts';
import { useGoOn } from '../../session/use-go-on.ts';
import { type Refused, refusedLines } from './refused.ts';

/**
 * The draft to go on with: an unpaid order of another content, or whose time is over, is given up first. Undefined
 * where the server could not be asked, which was said.
 */
async function settleEarlier(drawn: OrderDraft): Promise<OrderDraft | undefined> {
  const earlier = checkoutStore.read();
  const draft = withKnownId(drawn, earlier && !isOver(earlier) ? earlier.draft : undefined);
  if (earlier && draft.sOrderId !== earlier.draft.sOrderId && !(await giveUp(earlier))) return;
  if (earlier?.draft.sOrderId !== draft.sOrderId) {
    checkoutStore.write(drawnCheckout(draft));
  }
  return draft;
}

const isOpen = (error: unknown) => error instanceof ApiError && error.status >= 500;

/** Whether two readings of a cart hold the same cards. */
const sameCards = (one: readonly CartItem[], other: readonly CartItem[]): boolean => {
  const cards = (cart: readonly CartItem[]) =>
    JSON.stringify(cart.map(({ iGiftCardId, nQuantity }) => [iGiftCardId, nQuantity]));
  return cards(one) === cards(other);
};

/** Whether the order stands although its answer was lost; without it the same id may try again. */
const stands = async ({ sOrderId }: OrderDraft, error: unknown): Promise<boolean> =>
  isOpen(error) && (await orderStands(sOrderId));

interface PlaceOrder {
  member: User;
  payBy: PayGateway;
  /** What the last try was refused for, where it is about the lines: they say it themselves. */
  onRefused: (refused: Refused | undefined) => void;
}

/**
 * Checkout from the cart: the wallet pays for everything here and now (PAY-02); for a coin the order is placed,
 * so that its rate is locked (OPEN-47); anything else goes on to the checkout page.
 */
export function usePlaceOrder({ member, payBy, onRefused }: PlaceOrder) {
  const goOn = useGoOn();
  const [placing, setPlacing] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  // The server wants a proof for large purchases from the wallet; then the order is placed here.
  const proof = useProof();

  const succeed = async (draft: OrderDraft, message: string) => {
    checkoutStore.forget(draft.sOrderId);
    const notice = message || text('notice.orderPlaced');
    if (!(await goOn(successPath(draft.sOrderId), { state: { notice } }))) toast.success(notice);
  };

  const refuse = (draft: OrderDraft, error: unknown) => {
    const lines = refusedLines(draft, error);
    if (lines) return onRefused(lines);
    // A used-up id would refuse every further try.
    if (isRefusal(error, 'order.other_content', 'order.lapsed', 'order.not_payable')) {
      checkoutStore.forget(draft.sOrderId);
    }
    setProblem(problemOf(error));
  };

  const payAtOnce = async (draft: OrderDraft) => {
    try {
      const answer = await payFor(draft, { sPayerId: member._id });
      await succeed(draft, answer.message);
    } catch (error) {
      if (isRefusal(error, 'account.unproven')) throw error;
      if (await stands(draft, error)) await succeed(draft, '');
      else refuse(draft, error);
    }
    await refreshAfterOrder();
  };

  const lockRate = async (draft: OrderDraft) => {
    try {
      queryClient.setQueryData(quoteQuery(draft).queryKey, await beginOrder(draft));
    } catch (error) {
      if (isRefusal(error, 'account.unproven')) throw error;
      const placed = isOpen(error) && (await lookUp(draft.sOrderId));
      if (!placed) return refuse(draft, error);
    }
    await goOn(checkoutPath(draft.sOrderId));
    await refreshAfterOrder();
  };

  const place = async (drawn: OrderDraft) => {
    setPlacing(true);
    setProblem(undefined);
    onRefused(undefined);
    const draft = await settleEarlier(drawn);
    if (!draft) return setPlacing(false);
    if (draft.eGateway === 'Wallet') await proof.run(() => payAtOnce(draft));
    else if (isCoinGateway(draft.eGateway)) await proof.run(() => lockRate(draft));
    else await goOn('/account/checkout');
    setPlacing(false);
  };

  return {
    placing,
    problem,
    proving: proof.dialog,
    /**
     * Orders what is shown, once the server has heard the last change of the cart, and says that it still has it: another
     * tab may have bought it.
     */
    checkOut: async (
      bought: (cart: readonly CartItem[]) => readonly CartItem[],
      cartSettled: () => Promise<void>,
    ) => {
      setPlacing(true);
      await cartSettled();
      const shown = queryClient.getQueryData(cartQuery.queryKey) ?? [];
      // Without an answer the order itself is refused, and says why.
      const cart = await queryClient.fetchQuery({ ...cartQuery, staleTime: 0 }).catch(() => shown);
      // At the prices that are shown: others are refused, and said.
      const drawn = sameCards(shown, cart) && drawOrder(bought(shown), member, payBy);
      if (drawn) return place(drawn);
      setPlacing(false);
      toast.plain(text('cart.changedElsewhere'));
    },
  };
}
