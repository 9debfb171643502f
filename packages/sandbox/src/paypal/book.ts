/** PayPal's state: orders, captures, refunds, and the use of request ids. */
import { randomInt } from 'node:crypto';
import type { Journal, Shelf } from '../journal.ts';

/** PayPal's `money`: upper-case currency, decimal text. */
export interface Money {
  readonly currency_code: string;
  readonly value: string;
}

/** An order of one purchase unit; the only kind the shop makes. */
export interface Order {
  readonly id: string;
  readonly status: 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  readonly amount: Money;
  readonly referenceId: string;
  readonly customId?: string;
  readonly invoiceId?: string;
  readonly description?: string;
  readonly brandName?: string;
  readonly returnUrl?: string;
  readonly cancelUrl?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The buyer chose the card that is declined at capture. */
  readonly cardDeclines: boolean;
  /** Whose account pays; the sandbox's buyer when absent. */
  readonly payerId?: string;
  readonly captureIds: readonly string[];
}

export interface Capture {
  readonly id: string;
  readonly orderId: string;
  readonly status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
  readonly amount: Money;
  readonly customId?: string;
  readonly invoiceId?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly refundIds: readonly string[];
}

/** Money that went back: asked for by the shop, or (`reversal`) taken by PayPal after a dispute. */
export interface Refund {
  readonly id: string;
  readonly captureId: string;
  readonly amount: Money;
  readonly customId?: string;
  readonly invoiceId?: string;
  readonly note?: string;
  readonly reversal: boolean;
  /** Completed when absent. */
  readonly status?: 'PENDING' | 'FAILED';
  readonly createdAt: string;
}

/** What a PayPal-Request-Id was used for: the request's fingerprint and the thing it made. */
export interface Answered {
  readonly fingerprint: string;
  readonly madeId: string;
}

export interface Book {
  readonly orders: Shelf<Order>;
  readonly captures: Shelf<Capture>;
  readonly refunds: Shelf<Refund>;
  readonly answered: Shelf<Answered>;
  /** Which capture was made for an invoice id; an invoice is paid once. */
  readonly paidInvoices: Map<string, string>;
}

/** Opens the book on what an earlier run left in `journal`. */
export function openBook(journal: Journal): Book {
  const captures = journal.shelf<Capture>('captures');
  const paid = captures.all().map(({ invoiceId, id }) => [invoiceId ?? id, id] as const);
  return {
    orders: journal.shelf('orders'),
    captures,
    refunds: journal.shelf('refunds'),
    answered: journal.shelf('answered'),
    paidInvoices: new Map(paid),
  };
}

const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXY';

/** An id as PayPal makes them: seventeen digits and capital letters. */
export function newPayPalId(): string {
  return Array.from({ length: 17 }, () => letters.charAt(randomInt(letters.length))).join('');
}

/** PayPal's times have whole seconds. */
export const timestamp = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');
