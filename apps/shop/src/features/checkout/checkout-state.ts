import { isRefusal } from '@giftlane/client/api-error.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { useState } from 'react';
import {
  type Checkout,
  type CoinSource,
  checkoutStore,
  newCheckout,
} from '../../rooms/checkout/checkout-store.ts';
import {
  choiceOf,
  draftOrder,
  newOrderId,
  type OrderDraft,
  repricedLines,
} from '../../rooms/checkout/order-draft.ts';
import { type Problem, problemOf } from '../../rooms/checkout/order-problem.tsx';
import { hasWallet } from '../../rooms/coins/coins.ts';
import type { InitiatedOrder } from '../../rooms/orders/orders.ts';

/** What stands in the way, said on the page. */
export type Obstacle =
  | ({ kind: 'problem' } & Problem)
  | { kind: 'cancelled' }
  | { kind: 'changed'; before: OrderDraft; now: OrderDraft };

/** The id can not be used again: lapsed, already used up, gone, or taken by another content. */
const usedUp = [
  'order.not_found',
  'order.lapsed',
  'order.other_content',
  'order.not_payable',
  'payment.returned',
  'coins.no_quote',
  'coins.quote_over',
];

/** The order's time is over, or it was given up elsewhere, or nobody has it, before its money was taken. */
export const isOverBefore = (error: unknown): boolean =>
  isRefusal(error, 'order.lapsed', 'order.not_payable', 'order.not_found');

/** What pays in coins until something else is chosen: the wallet here, if it has them. */
export const usualSource = (wallet: CoinWallet, { nCoinAmount = 0 }: InitiatedOrder): CoinSource =>
  hasWallet(wallet) && wallet.confirmedBalance >= nCoinAmount ? 'here' : 'elsewhere';

/** What a refusal leaves as it was, where its words do not say so. */
function hintOn(error: unknown, { eCurrency, nWalletAmount }: OrderDraft): string {
  if (isOverBefore(error)) return text('checkout.notCharged');
  if (!isRefusal(error, 'payment.declined')) return '';
  if (nWalletAmount === 0) return text('checkout.declinedHint');
  const amount = formatMoney(fromWire(nWalletAmount), eCurrency);
  return `${text('checkout.declinedHint')} ${text('checkout.setAside', { amount })}`;
}

/** The order being paid and what stands in its way; every change is kept for a reload. */
export function useCheckoutState(member: User, loaded: Checkout) {
  const [checkout, setCheckout] = useState(loaded);
  const [obstacle, setObstacle] = useState<Obstacle>();

  const keep = (next: Checkout) => {
    checkoutStore.replace(checkout.draft.sOrderId, next);
    setCheckout(next);
  };
  const drawAnew = (draft: OrderDraft) => keep(newCheckout({ ...draft, sOrderId: newOrderId() }));
  const report = (problem: Problem) => setObstacle({ kind: 'problem', ...problem });

  /** A new total is put to the member; any other refusal is said in its own words (ERR-10). */
  const explain = (error: unknown) => {
    const { draft } = checkout;
    const lines = isRefusal(error, 'order.price_changed')
      ? repricedLines(draft.aCartData, error.data)
      : undefined;
    const now = lines && draftOrder(lines, member, choiceOf(draft));
    if (now) return setObstacle({ kind: 'changed', before: draft, now });
    if (isRefusal(error, ...usedUp)) drawAnew(draft);
    report({ ...problemOf(error), hint: hintOn(error, draft) });
  };

  return { checkout, keep, drawAnew, obstacle, setObstacle, report, explain };
}
