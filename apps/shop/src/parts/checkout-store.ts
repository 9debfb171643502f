/** The order being paid, kept in session storage so that reload and Back are safe (decision 41). */
import { externalStore } from '../lib/external-store.ts';
import { parseStored, session, sessionKeys } from '../lib/storage.ts';
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

const isCheckout = (value: unknown): value is Checkout =>
  typeof value === 'object' &&
  value !== null &&
  'phase' in value &&
  (value.phase === 'drawn' || value.phase === 'initiated' || value.phase === 'paid') &&
  'sPaymentId' in value &&
  typeof value.sPaymentId === 'string' &&
  'dLapsesAt' in value &&
  typeof value.dLapsesAt === 'string' &&
  'draft' in value &&
  typeof value.draft === 'object' &&
  value.draft !== null &&
  'sOrderId' in value.draft &&
  typeof value.draft.sOrderId === 'string' &&
  'aCartData' in value.draft &&
  Array.isArray(value.draft.aCartData) &&
  value.draft.aCartData.length > 0;

/** Reads a stored checkout; null when it is damaged. */
export const checkoutOf = (text: string | null): Checkout | null => parseStored(text, isCheckout);

/** The text last read and what it says: React wants the same object while nothing changes. */
const seen = externalStore<{ text: string | null; checkout: Checkout | null }>({
  text: null,
  checkout: null,
});

function read(): Checkout | null {
  const text = session.read(sessionKeys.checkout);
  const last = seen.read();
  if (text === last.text) return last.checkout;
  const checkout = checkoutOf(text);
  Object.assign(last, { text, checkout });
  return checkout;
}

const isOf = (sOrderId: string) => read()?.draft.sOrderId === sOrderId;

function write(checkout: Checkout): void {
  const text = JSON.stringify(checkout);
  session.write(sessionKeys.checkout, text);
  seen.write({ text, checkout });
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
    session.remove(sessionKeys.checkout);
    seen.write({ text: null, checkout: null });
  },
};
