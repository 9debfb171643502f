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

const askEveryMs = 2_000;

interface WaitingProps {
  draft: OrderDraft;
  /** The call that pays has answered, and left it open. */
  asking: boolean;
  onAccepted: () => void;
  onFailed: (order: Order) => void;
}

/** Coins that were sent for it came to nothing, and are where they were. */
const coinsStayed = ({ eGateway, bPaying }: Order) => isCoinGateway(eGateway) && !bPaying;

/** Nobody has said yet whether the money moved: ask until it has (202, OPEN-42). */
export function Waiting({ draft, asking, onAccepted, onFailed }: WaitingProps) {
  const {
    data: order,
    dataUpdatedAt,
    errorUpdatedAt,
  } = useQuery({
    ...orderQuery(draft.sOrderId),
    enabled: asking,
    refetchInterval: askEveryMs,
    meta: { quiet: true },
  });
  const settle = useEffectEvent((settled: Order) => {
    if (isAccepted(settled)) onAccepted();
    else if (settled.eStatus !== 'Pending' || coinsStayed(settled)) onFailed(settled);
  });
  const byCoin = isCoinGateway(draft.eGateway);
  const coins = useQuery({ ...receivedCoinsQuery(draft.sOrderId), enabled: byCoin });
  const came = coins.data;
  // The answer comes from outside; what follows from it is a navigation, not a drawing.
  useEffect(() => {
    if (order) settle(order);
  }, [order]);
  // From the wallet here nothing has to be waited for but the order itself.
  if (came && came.nCame > 0)
    return (
      <div role="status" className="rounded-panel border border-line bg-surface p-5 lg:p-6">
        <CoinSeen came={came} unseen={coins.errorUpdatedAt > coins.dataUpdatedAt} />
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
        {byCoin && text('notice.cryptoInitiated')} {came && text('checkout.coin.waiting.here')}{' '}
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
