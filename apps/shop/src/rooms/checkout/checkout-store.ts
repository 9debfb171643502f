/** The order being paid, kept in session storage so that reload and Back are safe (OPEN-41). */

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

/** Coins that were sent for an order: the transfer, and the wallet they came from. */
export interface CoinsSent {
  transferId: string;
  walletId: string;
}

/** The coin wallet here, or any other. */
export const coinSources = ['here', 'elsewhere'] as const;
export type CoinSource = (typeof coinSources)[number];

/**
 * `drawn`: only here. `initiated`: the server holds codes and wallet money for it. `paid`: approved
 * at the provider, or sent in coins, and the server was told or is about to be.
 */
export interface Checkout {
  phase: 'drawn' | 'initiated' | 'paid';
  draft: OrderDraft;
  sPaymentId: string;
  /** Absent for a card, and where the answer to the sending was lost. */
  sent?: CoinsSent | undefined;
  /** Until when codes and wallet money are held; empty while only drawn. */
  dLapsesAt: string;
  /** Which wallet pays an order by coins, once it was chosen. */
  from?: CoinSource | undefined;
}

/** A checkout that only exists here so far. */
export const drawnCheckout = (draft: OrderDraft): Checkout => ({
  phase: 'drawn',
  draft,
  sPaymentId: '',
  dLapsesAt: '',
});

/** What was held for it is held no longer. */
export const isOver = ({ dLapsesAt }: Checkout): boolean =>
  dLapsesAt !== '' && Date.parse(dLapsesAt) <= serverNow();

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

interface Seen {
  text: string | null;
  checkout: Checkout | null;
}

/** The text last read and what it says: React wants the same object while nothing changes. */
const seen = memberStore<Seen>(() => ({ text: null, checkout: null }));

function read(): Checkout | null {
  const text = session.read(sessionKeys.checkout);
  const last = seen.read();
  if (text !== last.text) Object.assign(last, { text, checkout: place.read() });
  return last.checkout;
}

const isOf = (sOrderId: string) => read()?.draft.sOrderId === sOrderId;

function write(checkout: Checkout): void {
  place.write(checkout);
  seen.write({ text: session.read(sessionKeys.checkout), checkout });
}

/** Storage is the truth: signing out empties it without knowing this module. */
export const checkoutStore = {
  subscribe: seen.subscribe,
  read,
  write,
  /** Goes on with an order, unless another has taken its place meanwhile, or its member has left. */
  goOn: (sOrderId: string, next: Checkout): void => {
    if (isOf(sOrderId)) write(next);
  },
  /** Forgets an order; a later one is left alone. */
  forget: (sOrderId: string): void => {
    if (!isOf(sOrderId)) return;
    place.forget();
    seen.write({ text: null, checkout: null });
  },
};
