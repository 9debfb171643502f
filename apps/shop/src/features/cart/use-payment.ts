import type { Currency } from '@giftlane/contract/money/money.ts';
import { useState } from 'react';
import { gatewayOf } from '../../rooms/checkout/coin-payment.ts';
import type { PayGateway } from '../../rooms/checkout/order-draft.ts';
import { useCoinOffers } from './use-coin-offers.ts';

/** The gateway for an amount: the member's choice, or the card when the coin has no rate. */
export function usePayment(amountMinor: bigint, currency: Currency) {
  const offers = useCoinOffers(amountMinor, currency);
  const [wanted, onChoose] = useState<PayGateway>('PayPal');
  const offer = offers.find(({ coin }) => gatewayOf[coin] === wanted);
  // The coin wallet's balance does not matter: an external wallet may pay.
  const chosen: PayGateway = offer && offer.kind !== 'noRate' ? wanted : 'PayPal';
  return { chosen, onChoose, offers };
}
