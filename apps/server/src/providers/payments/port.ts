/** Taking card payments, whoever the provider is. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Outcome } from '../outcome.ts';

export interface Capture {
  readonly captureId: string;
  readonly providerOrderId: string;
  /** What the shop called the order at `createOrder`; empty when the provider does not say. */
  readonly reference: string;
  /**
   * `completed` alone is money. `reversed`: the provider took some or all of it back without being
   * asked by the shop; `refunded` and `partially_refunded`: only what the shop asked for went back.
   */
  readonly status:
    | 'completed'
    | 'pending'
    | 'declined'
    | 'refunded'
    | 'partially_refunded'
    | 'reversed';
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** The account the money went to; empty when the provider does not say. */
  readonly payee: string;
  /** The account that paid; empty when the provider does not say. */
  readonly payer: string;
  /** What the provider took back without being asked; 0 unless `reversed`. */
  readonly reversedMinor: bigint;
  /** What that is made of. A provider that leaves out who asked tells refunds of the shop among them. */
  readonly takenBack: readonly ProviderReversal[];
  /** What went back because the shop asked for it. */
  readonly givenBackMinor: bigint;
  /** Whether the provider still shows by what money went back; else `status` alone says that some did. */
  readonly backShown: boolean;
}

export interface ProviderReversal {
  /** As a refund of the shop's is called once it is made. */
  readonly refundId: string;
  readonly amountMinor: bigint;
}

export interface ProviderOrder {
  readonly providerOrderId: string;
  readonly reference: string;
  readonly status: 'created' | 'approved' | 'completed' | 'voided';
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly payee: string;
  readonly captures: readonly Capture[];
}

export interface ProviderOrderRequest {
  /** Comes back with the order and its captures; the provider captures one payment for it at most. */
  readonly reference: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** The same key and order always mean the same provider order. */
  readonly key: string;
  /** What the buyer reads. */
  readonly description: string;
}

export interface RefundRequest {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** The same key and amount always mean the same refund. */
  readonly key: string;
  /** It may have been made before: the provider's record is read before it is asked for again. */
  readonly again?: boolean;
}

/**
 * `declined`: the card was; `spent`: so was the payment, and this order takes no other; `not_approved`: the
 * buyer has not agreed; `gone`: no such order.
 */
export type CaptureRefusal = 'declined' | 'spent' | 'not_approved' | 'gone';
/**
 * `too_much`: more than is left; `gone`: no such capture; `not_allowed`: the provider says no. `failed`: it
 * was made and did not go through; another one needs another key.
 */
export type RefundRefusal = 'too_much' | 'not_allowed' | 'gone' | 'failed';

/** The lower-case request headers of a webhook. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verdict on a webhook's signature. `genuine`: it is the provider's own and unaltered; `forged`: it is not;
 * `unproven`: this provider does not sign so that it can be checked here: `verifyWebhook` asks; `unknown`: what
 * it is checked by is not at hand.
 */
export type WebhookSignature = 'genuine' | 'forged' | 'unproven' | 'unknown';

/** A line of what the provider settled. */
export interface SettlementLine {
  /** The capture, refund or reversal, as the provider calls it. */
  readonly id: string;
  /** The provider's kind of movement. */
  readonly event: string;
  /** False for what is about no payment, such as a withdrawal. */
  readonly isPayment: boolean;
  readonly at: Date;
  /** Positive: it came to the shop's account. */
  readonly amountMinor: bigint;
  /** Lower case; any, also one that the shop does not sell in. */
  readonly currency: string;
  /** Positive: the provider took it. */
  readonly feeMinor: bigint;
}

/** What the provider settled in a period. */
export interface SettlementFile {
  readonly account: string;
  readonly beginsAt: Date;
  readonly endsAt: Date;
  readonly lines: readonly SettlementLine[];
}

interface SettlementPlace {
  readonly line: number;
  readonly column?: string;
  readonly value?: string;
}

/**
 * A settlement file that can not be read. `form`: it is no such file; `missing`: a column is; `value`: a cell is wrong;
 * `account`: it is about another account; `cut`: its end is missing; `long`: it has too many lines.
 */
export class UnreadableSettlement extends Error {
  readonly problem: 'form' | 'missing' | 'value' | 'account' | 'cut' | 'long';
  readonly place: SettlementPlace;

  constructor(problem: UnreadableSettlement['problem'], place: SettlementPlace) {
    super(`a settlement file can not be read: ${problem} in line ${place.line}`);
    this.problem = problem;
    this.place = place;
  }
}

export interface Payments {
  /** Makes the provider's order that the buyer then approves. Refusals: the provider's issue, lower case. */
  createOrder(order: ProviderOrderRequest): Promise<Outcome<{ readonly providerOrderId: string }>>;
  /** Reads an order with its captures. */
  showOrder(providerOrderId: string): Promise<Outcome<ProviderOrder, 'gone'>>;
  /**
   * Takes the money of an approved order. An order captured before answers its capture. The caller
   * compares amount, currency, payee and reference: a capture may be pending or for another sum.
   */
  capture(
    providerOrderId: string,
    options: { readonly key: string },
  ): Promise<Outcome<Capture, CaptureRefusal>>;
  /** Reads a capture as it is now. */
  showCapture(captureId: string): Promise<Outcome<Capture, 'gone'>>;
  /** Whether the buyer, or their bank, disputes a capture or did; refused where the provider will not say. */
  isDisputed(captureId: string): Promise<Outcome<boolean, 'not_told'>>;
  /**
   * Gives back some or all of a capture, once per key. Done is what has gone through: a refund that waits
   * at the provider, or that it can not make today, is unknown. Before a no is believed the provider's
   * record is read, so that after a refusal nothing was made with this key.
   */
  refund(
    captureId: string,
    request: RefundRequest,
  ): Promise<Outcome<{ readonly refundId: string }, RefundRefusal>>;
  /**
   * Judges a webhook by its signature. Asks nobody unless it may fetch what the signature is checked by, which
   * is bounded: whoever names other places all the time does not delay what can be checked already.
   */
  judgeWebhook(
    headers: WebhookHeaders,
    rawBody: Buffer,
    options: { readonly fetching: boolean },
  ): Promise<WebhookSignature>;
  /** Has at hand what a webhook that was genuine was checked by, for those that come after it. */
  readyFor(headers: WebhookHeaders): Promise<void>;
  /** Asks the provider whether a webhook is its own and unaltered; done(false) is a forgery. */
  verifyWebhook(headers: WebhookHeaders, rawBody: Buffer): Promise<Outcome<boolean, never>>;
  /** Reads the provider's settlement file of an account (empty: of any); throws `UnreadableSettlement`. */
  readSettlement(chunks: AsyncIterable<Uint8Array>, account: string): Promise<SettlementFile>;
  /** Where the browser finds the provider's script. */
  scriptUrl(currency: Currency): string;
  readonly clientId: string;
}
