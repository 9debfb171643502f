import { isRefusal } from '@giftlane/client/api-error.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { clearToasts, toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useRef, useState } from 'react';
import { type Checkout, checkoutStore, newCheckout } from '../../rooms/checkout/checkout-store.ts';
import { isCoinGateway } from '../../rooms/checkout/coin-payment.ts';
import {
  choiceOf,
  draftOrder,
  newOrderId,
  type OrderDraft,
  repricedLines,
} from '../../rooms/checkout/order-draft.ts';
import { type Problem, problemOf } from '../../rooms/checkout/order-problem.tsx';
import {
  findOrder,
  isAccepted,
  refreshAfterOrder,
  successPath,
} from '../../rooms/orders/orders.ts';
import { useGoOn } from '../../session/use-go-on.ts';

/** Why an order can not be paid yet, shown above the payment. */
export type Obstacle =
  | ({ kind: 'problem' } & Problem)
  | { kind: 'cancelled' }
  | { kind: 'changed'; before: OrderDraft; now: OrderDraft };

/** Refusals after which the order's id can not be used again. */
const idRefusals = [
  'order.not_found',
  'order.lapsed',
  'order.other_content',
  'order.not_payable',
  'payment.returned',
  'coins.no_quote',
  'coins.quote_over',
];

/** True when the order can not be paid any more and no money was taken: lapsed, cancelled or unknown. */
export const isEndedUnpaid = (error: unknown): boolean =>
  isRefusal(error, 'order.lapsed', 'order.not_payable', 'order.not_found');

/** A hint on money and codes that the refusal's message lacks; empty for most refusals. */
function hintOn(error: unknown, { eCurrency, nWalletAmount }: OrderDraft): string {
  if (isEndedUnpaid(error)) return text('checkout.notCharged');
  if (!isRefusal(error, 'payment.declined')) return '';
  if (nWalletAmount === 0) return text('checkout.declinedHint');
  const amount = formatMoney(fromWire(nWalletAmount), eCurrency);
  return `${text('checkout.declinedHint')} ${text('checkout.setAside', { amount })}`;
}

/** Finishes a paid order once and shows its success page. */
function useSucceed(sOrderId: string) {
  const goOn = useGoOn();
  const succeeded = useRef(false);
  return async (message: string) => {
    if (succeeded.current) return;
    succeeded.current = true;
    checkoutStore.forget(sOrderId);
    const notice = message || text('notice.paymentDone');
    await refreshAfterOrder();
    const shown = await goOn(successPath(sOrderId), { replace: true, state: { notice } });
    if (!shown) toast.success(notice);
  };
}

/** The order being paid, stored at every change, and what prevents its payment. */
export function useCheckoutState(member: User, loaded: Checkout) {
  const [checkout, setCheckout] = useState(loaded);
  const [obstacle, setObstacle] = useState<Obstacle>();
  // A call was answered without the outcome: the page polls the order.
  const [polling, setPolling] = useState(false);
  const { draft } = checkout;
  const succeed = useSucceed(draft.sOrderId);

  const save = (next: Checkout) => {
    checkoutStore.replace(draft.sOrderId, next);
    setCheckout(next);
  };
  const renewId = () => save(newCheckout({ ...draft, sOrderId: newOrderId() }));
  const showProblem = (problem: Problem) => setObstacle({ kind: 'problem', ...problem });

  /** Offers a changed total for acceptance; shows any other refusal with its message (ERR-10). */
  const showRefusal = (error: unknown) => {
    const lines = isRefusal(error, 'order.price_changed')
      ? repricedLines(draft.aCartData, error.data)
      : undefined;
    const now = lines && draftOrder(lines, member, choiceOf(draft));
    if (now) return setObstacle({ kind: 'changed', before: draft, now });
    if (isRefusal(error, ...idRefusals)) renewId();
    showProblem({ ...problemOf(error), hint: hintOn(error, draft) });
  };

  const clearMessages = () => {
    setObstacle(undefined);
    clearToasts();
  };

  /** Polls the order until it is accepted or has failed. */
  const poll = (paid: Checkout) => {
    save(paid);
    setPolling(true);
  };

  /** True when the order is already paid or being paid, as by another tab: paying again would charge twice. */
  const foundPaid = async (): Promise<boolean> => {
    const order = await findOrder(draft.sOrderId);
    if (order?.bPaying && isCoinGateway(draft.eGateway)) {
      poll({ ...checkout, phase: 'paid' });
      return true;
    }
    if (!order || !isAccepted(order)) return false;
    await succeed('');
    return true;
  };

  return {
    checkout,
    save,
    renewId,
    obstacle,
    setObstacle,
    showProblem,
    showRefusal,
    clearMessages,
    polling,
    setPolling,
    poll,
    succeed,
    foundPaid,
  };
}
