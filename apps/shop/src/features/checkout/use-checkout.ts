import { ApiError, isRefusal } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { clearToasts, toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useRef, useState } from 'react';
import { type Checkout, checkoutStore, newCheckout } from '../../rooms/checkout/checkout-store.ts';
import { isCoinGateway, quoteQuery } from '../../rooms/checkout/coin-payment.ts';
import { cancelOrder } from '../../rooms/checkout/give-up.ts';
import { newOrderId } from '../../rooms/checkout/order-draft.ts';
import { useProof } from '../../rooms/identity/use-proof.tsx';
import {
  findOrder,
  type InitiatedOrder,
  initiateOrder,
  isAccepted,
  orderQuery,
  payOrder,
  refreshAfterOrder,
  successPath,
} from '../../rooms/orders/orders.ts';
import { useGoOn } from '../../session/use-go-on.ts';
import { isOverBefore, useCheckoutState } from './checkout-state.ts';

const cartPath = '/account/cart';

/** Whether the answer leaves open what happened: it may have been paid. */
const isOpen = (error: unknown) =>
  error instanceof ApiError && error.status >= 500 && error.code !== 'payment.unavailable';

/** Initiate, pay, confirm (PAY-03), with every way it can go otherwise. */
export function useCheckout(member: User, loaded: Checkout) {
  const goOn = useGoOn();
  const state = useCheckoutState(member, loaded);
  const { checkout, keep, obstacle, setObstacle } = state;
  const { draft } = checkout;
  // The call's answer left open what happened: from then on the page asks.
  const [asking, setAsking] = useState(false);
  const done = useRef(false);
  const byCoin = isCoinGateway(draft.eGateway);
  const proof = useProof();

  const wait = (paid: Checkout) => {
    keep(paid);
    setAsking(true);
  };

  /** Paid already, by another tab or by the provider's word, or being paid: again would be paying twice. */
  const foundPaid = async (): Promise<boolean> => {
    const order = await findOrder(draft.sOrderId);
    if (order?.bPaying && byCoin) {
      wait({ ...checkout, phase: 'paid' });
      return true;
    }
    if (!order || !isAccepted(order)) return false;
    await succeed('');
    return true;
  };

  /** A new try: what was said of the one before is over, and must not stand above the codes. */
  const startAnew = () => {
    setObstacle(undefined);
    clearToasts();
  };

  /**
   * Places the order, or finds it placed. One that the server says has lapsed is placed anew under another id; so is
   * one that was cancelled, if the member has read that (`again`).
   */
  const placeOrder = async (again = false): Promise<InitiatedOrder> => {
    startAnew();
    if (checkout.phase !== 'drawn' && (await foundPaid())) {
      throw new ApiError(409, text('error.orderNotPayable')); // The provider's window closes by it.
    }
    let wanted = draft;
    const begin = async () => {
      const begun = await initiateOrder(wanted).catch((error: unknown) => {
        const over = isRefusal(error, 'order.lapsed') || (again && isOverBefore(error));
        if (!over) throw error;
        wanted = { ...draft, sOrderId: newOrderId() };
        return initiateOrder(wanted);
      });
      if (byCoin) queryClient.setQueryData(quoteQuery(wanted).queryKey, begun);
      const { sPaymentId, dLapsesAt } = begun;
      keep({ phase: 'initiated', draft: wanted, sPaymentId, dLapsesAt });
      void refreshAfterOrder();
      return begun;
    };
    try {
      return await begin();
    } catch (error) {
      const used = isRefusal(error, 'order.not_payable');
      if (isRefusal(error, 'account.unproven')) await proof.run(async () => void (await begin()));
      else if (!used || !(await foundPaid())) state.explain(error);
      throw error; // The provider's window closes by it.
    }
  };

  const succeed = async (message: string) => {
    if (done.current) return; // Asked twice at once.
    done.current = true;
    checkoutStore.forget(draft.sOrderId);
    const notice = message || text('notice.paymentDone');
    await refreshAfterOrder();
    const there = await goOn(successPath(draft.sOrderId), { replace: true, state: { notice } });
    if (!there) toast.success(notice);
  };

  const confirm = async (sPaymentId: string) => {
    // What was heard of an earlier try says nothing about this one.
    queryClient.removeQueries({ queryKey: orderQuery(draft.sOrderId).queryKey });
    setAsking(false);
    const paid: Checkout = { ...checkout, phase: 'paid', sPaymentId };
    keep(paid);
    try {
      const answer = await payOrder(draft, { sPayerId: member._id, sPaymentId });
      if (answer.status === 202) setAsking(true);
      else await succeed(answer.message);
    } catch (error) {
      if (isOpen(error)) return setAsking(true);
      keep({ ...paid, phase: 'initiated' });
      state.explain(error);
      // An order that ended with it gives the cart and the wallet back.
      void refreshAfterOrder();
    }
  };

  return {
    checkout,
    obstacle,
    asking,
    keep,
    explain: state.explain,
    startAnew,
    proving: proof.dialog,
    placeOrder,
    foundPaid,
    /** From now on the order is asked what became of it. */
    wait,
    createOrder: async () => (await placeOrder()).sPaymentId,
    confirm,
    succeed,
    onCancel: async () => {
      if (await foundPaid()) return;
      setObstacle({ kind: 'cancelled' });
    },
    onError: (error: unknown) => {
      // Our own refusals were explained where they arose.
      if (!(error instanceof ApiError)) state.report({ message: text('error.somethingWentWrong') });
    },
    acceptChange: async () => {
      if (obstacle?.kind !== 'changed') return;
      setObstacle(undefined);
      keep(newCheckout(obstacle.now));
      // The wallet may cover the new total: then the order is placed from the cart.
      if (obstacle.now.eGateway === 'Wallet') await goOn(cartPath);
    },
    /** The waiting ended without a sale. A declined order takes another card, any other is over. */
    fail: ({ eStatus, sNotice }: Order) => {
      setAsking(false);
      if (eStatus === 'Declined') keep({ ...checkout, phase: 'initiated' });
      else state.drawAnew(draft);
      const words = text(byCoin ? 'checkout.coin.failed' : 'checkout.failed');
      state.report({ message: sNotice || words });
      // What waits for coins that never came holds codes and wallet money; left alone it lapses.
      if (eStatus === 'Pending') void cancelOrder(draft.sOrderId).catch(() => undefined);
      else void refreshAfterOrder();
    },
  };
}
