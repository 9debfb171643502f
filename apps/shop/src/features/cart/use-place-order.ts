import type { User } from '@giftlane/contract/accounts.ts';
import type { CartItem } from '@giftlane/contract/cart.ts';
import { text } from '@giftlane/contract/messages.ts';
import { useState } from 'react';
import { ApiError, isRefusal, messageOf } from '../../lib/api-error.ts';
import { useGoOn } from '../../lib/use-go-on.ts';
import { checkoutStore, drawnCheckout } from '../../parts/checkout-store.ts';
import { giveUp } from '../../parts/give-up.ts';
import { drawOrder, type OrderDraft, repricedLines, withKnownId } from '../../parts/order-draft.ts';
import { orderStands, payFor, refreshAfterOrder, successPath } from '../../parts/orders.ts';
import { toast } from '../../ui/toast-queue.ts';

interface Change {
  before: OrderDraft;
  now: OrderDraft;
}

/** The draft to go on with: an unpaid order of another content is given up first. */
async function settleEarlier(drawn: OrderDraft): Promise<OrderDraft> {
  const earlier = checkoutStore.read();
  const draft = withKnownId(drawn, earlier?.draft);
  if (earlier && draft.sOrderId !== earlier.draft.sOrderId) await giveUp(earlier);
  if (earlier?.draft.sOrderId !== draft.sOrderId) {
    checkoutStore.write(drawnCheckout(draft));
  }
  return draft;
}

/** Whether the order stands although its answer was lost; without it the same id may try again. */
const stands = async ({ sOrderId }: OrderDraft, error: unknown): Promise<boolean> =>
  error instanceof ApiError && error.status >= 500 && (await orderStands(sOrderId));

/**
 * Checkout from the cart: the wallet pays for everything here and now (PAY-02); anything else goes on
 * to the checkout page.
 */
export function usePlaceOrder(member: User) {
  const goOn = useGoOn();
  const [placing, setPlacing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [change, setChange] = useState<Change>();

  const succeed = async (draft: OrderDraft, message: string) => {
    checkoutStore.forget(draft.sOrderId);
    toast.success(message || text('notice.orderPlaced'));
    await goOn(successPath(draft.sOrderId));
  };

  const refuse = (draft: OrderDraft, error: unknown) => {
    const lines = isRefusal(error, 'order.price_changed')
      ? repricedLines(draft.aCartData, error.data)
      : undefined;
    const now = lines && drawOrder(lines, member);
    if (now) return setChange({ before: draft, now });
    // A used-up id would refuse every further try.
    if (isRefusal(error, 'order.other_content', 'order.lapsed', 'order.not_payable')) {
      checkoutStore.forget(draft.sOrderId);
    }
    setProblem(messageOf(error, text('error.somethingWentWrong'))); // ERR-08
  };

  const place = async (drawn: OrderDraft) => {
    setPlacing(true);
    setProblem(undefined);
    setChange(undefined);
    const draft = await settleEarlier(drawn);
    if (draft.eGateway !== 'Wallet') {
      await goOn('/account/checkout');
    } else {
      try {
        const answer = await payFor(draft, { sPayerId: member._id });
        await succeed(draft, answer.message);
      } catch (error) {
        if (await stands(draft, error)) await succeed(draft, '');
        else refuse(draft, error);
      }
      await refreshAfterOrder();
    }
    setPlacing(false);
  };

  return {
    placing,
    problem,
    change,
    /** Orders what is shown, once the server has heard the last change of the cart. */
    checkOut: async (lines: readonly CartItem[], cartSettled: () => Promise<void>) => {
      const drawn = drawOrder(lines, member);
      if (!drawn) return;
      setPlacing(true);
      await cartSettled();
      await place(drawn);
    },
    acceptChange: () => change && place(change.now),
  };
}
