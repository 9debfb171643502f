/** The order being paid, kept in session storage so that reload and Back are safe (decision 41). */
import type { CartItem } from '@giftlane/contract/cart.ts';
import { currencies } from '@giftlane/contract/money.ts';
import { memberStore } from '../lib/external-store.ts';
import { isCount, isNumber, isText, isTime, listOf, objectOf, oneOf, or } from '../lib/shapes.ts';
import { session, sessionKeys, shaped } from '../lib/storage.ts';
import type { OrderDraft } from './order-draft.ts';

/**
 * `drawn`: only here. `initiated`: the server holds codes and wallet money for it. `paid`: approved
 * at the provider, and the server was told or is about to be.
 */
export interface Checkout {
  phase: 'drawn' | 'initiated' | 'paid';
  draft: OrderDraft;
  sPaymentId: string;
  /** Until when codes and wallet money are held; empty while only drawn. */
  dLapsesAt: string;
}

/** A checkout that only exists here so far. */
export const drawnCheckout = (draft: OrderDraft): Checkout => ({
  phase: 'drawn',
  draft,
  sPaymentId: '',
  dLapsesAt: '',
});

const isLine = objectOf<CartItem>({
  _id: isText,
  iGiftCardId: isText,
  iCategoryId: isText,
  sTitle: isText,
  sBanner: isText,
  sDescription: isText,
  nQuantity: isCount,
  nPrice: isNumber,
  nValue: isNumber,
  nDiscount: isNumber,
  nCashBack: isNumber,
  nServiceCharge: isNumber,
  eCurrency: oneOf(currencies),
  nLeft: or(isCount, undefined),
});

const areLines = listOf(isLine);

const isDraft = objectOf<OrderDraft>({
  sOrderId: isText,
  eCurrency: oneOf(currencies),
  eGateway: oneOf(['PayPal', 'Wallet']),
  aCartData: (value): value is CartItem[] => areLines(value) && value.length > 0,
  nTotalAmount: isNumber,
  nWalletAmount: isNumber,
  aExtraCharges: listOf(objectOf({ name: isText, amount: isNumber })),
});

export const isCheckout = objectOf<Checkout>({
  phase: oneOf(['drawn', 'initiated', 'paid']),
  draft: isDraft,
  sPaymentId: isText,
  dLapsesAt: (value): value is string => value === '' || isTime(value),
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
