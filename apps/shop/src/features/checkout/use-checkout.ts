import { ApiError, isRefusal } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { cancelOrder } from '../../rooms/checkout/cancel-checkout.ts';
import { cartPath } from '../../rooms/checkout/cart.ts';
import { type Checkout, newCheckout } from '../../rooms/checkout/checkout-store.ts';
import { isCoinGateway, storeQuote } from '../../rooms/checkout/coin-payment.ts';
import { newOrderId } from '../../rooms/checkout/order-draft.ts';
import { useProof } from '../../rooms/identity/use-proof.tsx';
import {
  type InitiatedOrder,
  initiateOrder,
  orderQuery,
  payOrder,
  refreshAfterOrder,
} from '../../rooms/orders/orders.ts';
import { useGoOn } from '../../session/use-go-on.ts';
import { isEndedUnpaid, useCheckoutState } from './use-checkout-state.ts';

/** True when the payment may have happened although its call failed. */
const isUnclear = (error: unknown) =>
  error instanceof ApiError && error.status >= 500 && error.code !== 'payment.unavailable';

/** Places the order of the checkout, after a proof of identity if the server requires one. */
function useInitiate(state: ReturnType<typeof useCheckoutState>) {
  const { checkout, save, foundPaid } = state;
  const { draft } = checkout;
  const proof = useProof();

  /** Places the order; a lapsed one under a new id, with `again` also a cancelled one. */
  const initiate = async (again: boolean): Promise<InitiatedOrder> => {
    let placed = draft;
    const order = await initiateOrder(draft).catch((error: unknown) => {
      const ended = isRefusal(error, 'order.lapsed') || (again && isEndedUnpaid(error));
      if (!ended) throw error;
      placed = { ...draft, sOrderId: newOrderId() };
      return initiateOrder(placed);
    });
    if (isCoinGateway(draft.eGateway)) await storeQuote(placed, order);
    const { sPaymentId, dLapsesAt } = order;
    save({ phase: 'initiated', draft: placed, sPaymentId, dLapsesAt });
    void refreshAfterOrder();
    return order;
  };

  /** Places the order, or finds it placed. Throws after a refusal is shown, which closes PayPal's window. */
  const placeOrder = async (again = false): Promise<InitiatedOrder> => {
    state.clearMessages();
    if (checkout.phase !== 'drawn' && (await foundPaid())) {
      throw new ApiError(409, text('error.orderNotPayable'));
    }
    try {
      return await initiate(again);
    } catch (error) {
      if (isRefusal(error, 'account.unproven'))
        await proof.run(async () => void (await initiate(again)));
      else if (!isRefusal(error, 'order.not_payable') || !(await foundPaid()))
        state.showRefusal(error);
      throw error;
    }
  };

  return { placeOrder, proving: proof.dialog };
}

/** Initiates, pays and confirms an order (PAY-03). */
export function useCheckout(member: User, loaded: Checkout) {
  const goOn = useGoOn();
  const state = useCheckoutState(member, loaded);
  const { checkout, save, obstacle, setObstacle, setPolling } = state;
  const { draft } = checkout;
  const { placeOrder, proving } = useInitiate(state);

  const confirm = async (sPaymentId: string) => {
    // The cached order is of an earlier try.
    queryClient.removeQueries({ queryKey: orderQuery(draft.sOrderId).queryKey });
    setPolling(false);
    const paid: Checkout = { ...checkout, phase: 'paid', sPaymentId };
    save(paid);
    try {
      const answer = await payOrder(draft, { sPayerId: member._id, sPaymentId });
      if (answer.status === 202) setPolling(true);
      else await state.succeed(answer.message);
    } catch (error) {
      if (isUnclear(error)) return setPolling(true);
      save({ ...paid, phase: 'initiated' });
      state.showRefusal(error);
      // A failed order releases cards and wallet money.
      void refreshAfterOrder();
    }
  };

  return {
    ...state,
    proving,
    placeOrder,
    createOrder: async () => (await placeOrder()).sPaymentId,
    confirm,
    onCancel: async () => {
      if (!(await state.foundPaid())) setObstacle({ kind: 'cancelled' });
    },
    onError: (error: unknown) => {
      // Refusals of the API are already shown.
      if (!(error instanceof ApiError))
        state.showProblem({ message: text('error.somethingWentWrong') });
    },
    acceptChange: async () => {
      if (obstacle?.kind !== 'changed') return;
      setObstacle(undefined);
      save(newCheckout(obstacle.now));
      // An order that the wallet covers is placed from the cart.
      if (obstacle.now.eGateway === 'Wallet') await goOn(cartPath);
    },
    /** Polling ended without a sale. A declined order can be paid with another card; any other gets a new id. */
    fail: ({ eStatus, sNotice }: Order) => {
      setPolling(false);
      if (eStatus === 'Declined') save({ ...checkout, phase: 'initiated' });
      else state.renewId();
      const byCoin = isCoinGateway(draft.eGateway);
      const message = sNotice || text(byCoin ? 'checkout.coin.failed' : 'checkout.failed');
      state.showProblem({ message });
      // Releases codes and wallet money early; if cancelling fails, they are released when the order lapses.
      if (eStatus === 'Pending') void cancelOrder(draft.sOrderId).catch(() => undefined);
      else void refreshAfterOrder();
    },
  };
}
