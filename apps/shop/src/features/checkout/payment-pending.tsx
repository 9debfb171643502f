import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Spinner } from '@giftlane/ui/controls/spinner.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isCoinGateway, receivedCoinsQuery } from '../../rooms/checkout/coin-payment.ts';
import type { OrderDraft } from '../../rooms/checkout/order-draft.ts';
import { isAccepted, orderQuery } from '../../rooms/orders/orders.ts';
import { CoinSeen } from './coin-seen.tsx';

const pollMs = 2_000;

interface PaymentPendingProps {
  draft: OrderDraft;
  /** The payment call was answered without an outcome. */
  polling: boolean;
  onAccepted: () => void;
  onFailed: (order: Order) => void;
}

/** True when the coin payment failed and no coins are on their way. */
const coinPaymentFailed = ({ eGateway, bPaying }: Order) => isCoinGateway(eGateway) && !bPaying;

/** Polls the order until its payment succeeded or failed (202, OPEN-42). */
export function PaymentPending({ draft, polling, onAccepted, onFailed }: PaymentPendingProps) {
  const {
    data: order,
    dataUpdatedAt,
    errorUpdatedAt,
  } = useQuery({
    ...orderQuery(draft.sOrderId),
    enabled: polling,
    refetchInterval: pollMs,
    meta: { quiet: true },
  });
  const settle = useEffectEvent((settled: Order) => {
    if (isAccepted(settled)) onAccepted();
    else if (settled.eStatus !== 'Pending' || coinPaymentFailed(settled)) onFailed(settled);
  });
  const byCoin = isCoinGateway(draft.eGateway);
  const coins = useQuery({ ...receivedCoinsQuery(draft.sOrderId), enabled: byCoin });
  const received = coins.data;
  useEffect(() => {
    if (order) settle(order);
  }, [order]);
  // Only coins of an external wallet wait for confirmations.
  if (received && received.nCame > 0)
    return (
      <div role="status" className="rounded-panel border border-line bg-surface p-5 lg:p-6">
        <CoinSeen received={received} unseen={coins.errorUpdatedAt > coins.dataUpdatedAt} />
      </div>
    );
  return (
    <div
      role="status"
      className="flex flex-col items-center rounded-panel border border-line bg-surface px-5 py-10 text-center"
    >
      <Spinner className="size-8 text-leaf" />
      <h2 className="mt-4 text-21">
        {text(byCoin ? 'checkout.coin.waiting.title' : 'checkout.waiting.title')}
      </h2>
      <p className="mt-2 max-w-prose text-soft">
        {byCoin && text('notice.cryptoInitiated')} {received && text('checkout.coin.waiting.here')}{' '}
        {text(byCoin ? 'checkout.coin.waiting.text' : 'checkout.waiting.text')}
      </p>
      {errorUpdatedAt > dataUpdatedAt && (
        <p className="mt-3 text-soft">{text('checkout.waiting.unseen')}</p>
      )}
      <ButtonLink to="/account/orders" className="mt-6">
        {text('checkout.waiting.orders')}
      </ButtonLink>
    </div>
  );
}
