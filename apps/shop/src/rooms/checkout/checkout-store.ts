/** The order being paid, in session storage: it survives reload and Back (OPEN-41). */

import { serverNow } from '@giftlane/client/server-clock.ts';
import { memberStore } from '@giftlane/client/storage/external-store.ts';
import {
  isCount,
  isNumber,
  isText,
  isTime,
  listOf,
  objectOf,
  oneOf,
  or,
} from '@giftlane/client/storage/shapes.ts';
import { shaped } from '@giftlane/client/storage/storage.ts';
import { currencies } from '@giftlane/contract/money/money.ts';
import { gateways } from '@giftlane/contract/shop/gateways.ts';
import { session, sessionKeys } from '../../session/storage.ts';
import type { DraftLine, OrderDraft } from './order-draft.ts';

/** The coin transfer that pays an order. */
export interface CoinsSent {
  transferId: string;
  walletId: string;
}

/** The shop's own coin wallet, or an external one. */
export const coinSources = ['here', 'elsewhere'] as const;
export type CoinSource = (typeof coinSources)[number];

/**
 * `drawn`: not placed yet. `initiated`: the server holds codes and wallet money for it. `paid`: approved at the
 * provider, or sent in coins; the server is informed or about to be.
 */
export interface Checkout {
  phase: 'drawn' | 'initiated' | 'paid';
  draft: OrderDraft;
  sPaymentId: string;
  /** Undefined for a card payment, and when the answer of the transfer was lost. */
  sent?: CoinsSent | undefined;
  /** End of the reservation of codes and wallet money; empty while `drawn`. */
  dLapsesAt: string;
  /** The chosen wallet of a coin payment. */
  from?: CoinSource | undefined;
}

/** The checkout of an order that is not placed yet. */
export const newCheckout = (draft: OrderDraft): Checkout => ({
  phase: 'drawn',
  draft,
  sPaymentId: '',
  dLapsesAt: '',
});

/** True when the reservation of codes and wallet money has ended. */
export const isLapsed = ({ dLapsesAt }: Checkout): boolean =>
  dLapsesAt !== '' && Date.parse(dLapsesAt) <= serverNow();

/** True for an order from the wallet whose answer was lost: it may have been paid. */
export const isUnclear = ({ draft, phase }: Checkout): boolean =>
  draft.eGateway === 'Wallet' && phase === 'paid';

const isLine = objectOf<DraftLine>({
  _id: isText,
  iGiftCardId: isText,
  sTitle: isText,
  sBanner: isText,
  nQuantity: isCount,
  nPrice: isNumber,
  nValue: isNumber,
  nDiscount: isNumber,
  nCashBack: isNumber,
  nServiceCharge: isNumber,
  eCurrency: oneOf(currencies),
});

const areLines = listOf(isLine);

const isDraft = objectOf<OrderDraft>({
  sOrderId: isText,
  eCurrency: oneOf(currencies),
  eGateway: oneOf(gateways),
  aCartData: (value): value is DraftLine[] => areLines(value) && value.length > 0,
  nTotalAmount: isNumber,
  nWalletAmount: isNumber,
  aExtraCharges: listOf(objectOf({ name: isText, amount: isNumber })),
});

export const isCheckout = objectOf<Checkout>({
  phase: oneOf(['drawn', 'initiated', 'paid']),
  draft: isDraft,
  sPaymentId: isText,
  sent: or(objectOf<CoinsSent>({ transferId: isText, walletId: isText }), undefined),
  dLapsesAt: (value): value is string => value === '' || isTime(value),
  from: or(oneOf(coinSources), undefined),
});

const place = shaped(session, sessionKeys.checkout, isCheckout);

interface Cached {
  text: string | null;
  checkout: Checkout | null;
}

/** The stored text and its parsed value: `useSyncExternalStore` needs the same object while nothing changes. */
const cached = memberStore<Cached>(() => ({ text: null, checkout: null }));

function read(): Checkout | null {
  const text = session.read(sessionKeys.checkout);
  const last = cached.read();
  if (text !== last.text) Object.assign(last, { text, checkout: place.read() });
  return last.checkout;
}

const isCurrent = (sOrderId: string) => read()?.draft.sOrderId === sOrderId;

function write(checkout: Checkout): void {
  place.write(checkout);
  cached.write({ text: session.read(sessionKeys.checkout), checkout });
}

/** Session storage is the source of truth: signing out empties it directly. */
export const checkoutStore = {
  subscribe: cached.subscribe,
  read,
  write,
  /** Replaces the checkout of an order; no effect when another order is stored, or none. */
  replace: (sOrderId: string, next: Checkout): void => {
    if (isCurrent(sOrderId)) write(next);
  },
  /** Removes the checkout of an order; no effect when another order is stored. */
  forget: (sOrderId: string): void => {
    if (!isCurrent(sOrderId)) return;
    place.forget();
    cached.write({ text: null, checkout: null });
  },
};
