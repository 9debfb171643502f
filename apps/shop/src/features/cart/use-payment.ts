import type { Currency } from '@giftlane/contract/money/money.ts';
import { useState } from 'react';
import { gatewayOf } from '../../rooms/checkout/coin-payment.ts';
import type { PayGateway } from '../../rooms/checkout/order-draft.ts';
import { useCoinOffers } from './use-coin-offers.ts';

/** What is to pay for an amount: the member's choice, as long as it can; else the card. */
export function usePayment(amountMinor: bigint, currency: Currency) {
  const offers = useCoinOffers(amountMinor, currency);
  const [wanted, onChoose] = useState<PayGateway>('PayPal');
  const offer = offers.find(({ coin }) => gatewayOf[coin] === wanted);
  // Whatever the wallet here holds: any other wallet may pay.
  const can = offer !== undefined && offer.kind !== 'noRate';
  const chosen: PayGateway = can ? wanted : 'PayPal';
  return { chosen, onChoose, offers };
}
