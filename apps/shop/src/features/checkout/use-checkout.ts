import type { User } from '@giftlane/contract/accounts.ts';
import type { initiate, Order } from '@giftlane/contract/checkout.ts';
import { text } from '@giftlane/contract/messages.ts';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { send } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type Checkout, checkoutStore, drawnCheckout } from '../../parts/checkout-store.ts';
import { giveUp } from '../../parts/give-up.ts';
import { payFor, refreshAfterOrder, successPath } from '../../parts/orders.ts';
import { toast } from '../../ui/toast-queue.ts';
import { useCheckoutState } from './checkout-state.ts';

const cartPath = '/account/cart';

/** Whether the answer leaves open what happened: it may have been paid. */
const isOpen = (error: unknown) =>
  error instanceof ApiError && error.status >= 500 && error.code !== 'payment.unavailable';

/** Initiate, pay, confirm (PAY-03), with every way it can go otherwise. */
export function useCheckout(member: User, loaded: Checkout) {
  const navigate = useNavigate();
  const state = useCheckoutState(member, loaded);
  const { checkout, keep, obstacle, setObstacle } = state;
  const { draft } = checkout;
  // The answer of the call and the asking in between both can end a payment: the first one does.
  const settled = useRef(false);

  const createOrder = async (): Promise<string> => {
    setObstacle(undefined);
    try {
      const { data } = await send<typeof initiate>('POST /transaction/initiate', {
        body: { ...draft, aCartData: [...draft.aCartData] },
      });
      keep({
        phase: 'initiated',
        draft,
        sPaymentId: data.sPaymentId,
        dLapsesAt: data.dLapsesAt,
      });
      void refreshAfterOrder();
      return data.sPaymentId;
    } catch (error) {
      state.explain(error);
      throw error; // The provider's window closes by it.
    }
  };

  const succeed = async (message: string) => {
    if (settled.current) return;
    settled.current = true;
    checkoutStore.forget();
    toast.success(message || text('notice.paymentDone'));
    await refreshAfterOrder();
    await navigate(successPath(draft.sOrderId), { replace: true });
  };

  const confirm = async (sPaymentId: string) => {
    settled.current = false;
    const paid: Checkout = {
      ...(checkoutStore.read() ?? checkout),
      phase: 'paid',
      draft,
      sPaymentId,
    };
    keep(paid);
    try {
      const answer = await payFor(draft, { sPayerId: member._id, sPaymentId });
      if (answer.status !== 202) await succeed(answer.message);
    } catch (error) {
      // An open end stays `paid`: the page waits and asks.
      if (isOpen(error) || settled.current) return;
      settled.current = true;
      keep({ ...paid, phase: 'initiated' });
      state.explain(error);
    }
  };

  return {
    checkout,
    obstacle,
    createOrder,
    confirm,
    succeed,
    onCancel: () => {
      setObstacle({ kind: 'cancelled' });
      toast.plain(text('pay.cancelled'));
    },
    onError: (error: unknown) => {
      // Our own refusals were explained where they arose.
      if (!(error instanceof ApiError)) state.report(text('error.somethingWentWrong'));
    },
    acceptChange: async () => {
      if (obstacle?.kind !== 'changed') return;
      setObstacle(undefined);
      keep(drawnCheckout(obstacle.now));
      // The wallet may cover the new total: then the order is placed from the cart.
      if (obstacle.now.eGateway === 'Wallet') await navigate(cartPath);
    },
    /** Back to the cart, and the cards with it. */
    goBack: async () => {
      await giveUp(checkout);
      await navigate(cartPath);
    },
    /** The waiting ended without a sale. A declined order takes another card, any other is over. */
    fail: ({ eStatus, sNotice }: Order) => {
      if (settled.current) return;
      settled.current = true;
      if (eStatus === 'Declined') keep({ ...checkout, phase: 'initiated' });
      else state.drawAnew(draft);
      state.report(sNotice || text('checkout.failed'));
      void refreshAfterOrder();
    },
  };
}
