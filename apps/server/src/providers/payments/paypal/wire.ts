/** Reads PayPal's resources ("Orders v2", "Payments v2") into the port's words. */
import { currencySchema } from '@giftlane/contract/money/amounts.ts';
import { type Currency, fromDecimalText, toDecimalText } from '@giftlane/contract/money/money.ts';
import * as z from 'zod';
import type { Capture, ProviderOrder } from '../port.ts';

const moneySchema = z
  .object({ currency_code: z.string(), value: z.string() })
  .transform((m, ctx) => {
    const currency = currencySchema.safeParse(m.currency_code.toLowerCase());
    const amountMinor = fromDecimalText(m.value);
    if (currency.success && amountMinor !== undefined)
      return { currency: currency.data, amountMinor };
    ctx.addIssue({ code: 'custom', message: 'Not an amount of ours' });
    return z.NEVER;
  });
const linksSchema = z.array(z.object({ rel: z.string(), href: z.string() })).default([]);
/** PayPal may name the payee by an e-mail address alone, or not at all. */
const payeeSchema = z.object({ merchant_id: z.string().default('') }).default({ merchant_id: '' });

/** Left out until the buyer has agreed. */
const payerSchema = z.object({ payer_id: z.string().default('') }).default({ payer_id: '' });

const captureSchema = z.object({
  id: z.string().min(1),
  status: z.enum([
    'COMPLETED',
    'PENDING',
    'DECLINED',
    'DENIED',
    'FAILED',
    'REFUNDED',
    'PARTIALLY_REFUNDED',
  ]),
  amount: moneySchema,
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  payee: payeeSchema,
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string() }).partial().optional() })
    .optional(),
  links: linksSchema,
});
export type WireCapture = z.output<typeof captureSchema>;

const refundStatusSchema = z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']);
const wireRefundSchema = z.object({
  id: z.string().min(1),
  status: refundStatusSchema,
  amount: moneySchema,
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  links: linksSchema,
});
type WireRefund = z.output<typeof wireRefundSchema>;

const unitSchema = z.object({
  amount: moneySchema,
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  payee: payeeSchema,
  payments: z
    .object({
      captures: z.array(captureSchema).default([]),
      refunds: z.array(wireRefundSchema).default([]),
    })
    .default({ captures: [], refunds: [] }),
});

const wireOrderSchema = z.object({
  id: z.string().min(1),
  status: z.enum(['CREATED', 'SAVED', 'PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED', 'VOIDED']),
  purchase_units: z.tuple([unitSchema]),
  payer: payerSchema,
});

const orderStates = {
  CREATED: 'created',
  SAVED: 'created',
  PAYER_ACTION_REQUIRED: 'created',
  APPROVED: 'approved',
  COMPLETED: 'completed',
  VOIDED: 'voided',
} as const;

const captureStates = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  DECLINED: 'declined',
  // The word of its webhook, PAYMENT.CAPTURE.DENIED.
  DENIED: 'declined',
  FAILED: 'declined',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'partially_refunded',
} as const;

/**
 * Marks the refunds the shop asked for. PayPal has no status for a capture it took back after a
 * dispute: such a reversal is one more refund of the capture, and it lacks this mark.
 */
export const ownRefund = 'shop-refund';

/** The last part of the address a link names, such as the id of the thing above. */
function linkedId(links: z.output<typeof linksSchema>, rel: string): string | undefined {
  return links
    .find((link) => link.rel === rel)
    ?.href.split('/')
    .at(-1);
}

/** The order a capture belongs to, empty when PayPal does not say. */
export function orderIdOf(capture: WireCapture): string {
  return capture.supplementary_data?.related_ids?.order_id ?? linkedId(capture.links, 'up') ?? '';
}

const wentBack = (refund: WireRefund) =>
  refund.status === 'COMPLETED' || refund.status === 'PENDING';

/** What the shop called it: both ids say the same, and either may be left out. */
const referenceOf = (of: { custom_id?: string | undefined; invoice_id?: string | undefined }) =>
  of.custom_id ?? of.invoice_id ?? '';

interface Around {
  readonly providerOrderId: string;
  readonly reference: string;
  readonly payee: string;
  readonly payer: string;
  readonly refunds: readonly WireRefund[];
}

function toCapture(capture: WireCapture, around: Around, backShown = true): Capture {
  const back = around.refunds.filter(
    (refund) => linkedId(refund.links, 'up') === capture.id && wentBack(refund),
  );
  // What was asked for elsewhere and waits may still fail.
  const takenBack = back
    .filter((refund) => refund.custom_id !== ownRefund && refund.status === 'COMPLETED')
    .map(({ id, amount }) => ({ refundId: id, amountMinor: amount.amountMinor }));
  const reversedMinor = takenBack.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  return {
    captureId: capture.id,
    providerOrderId: around.providerOrderId,
    reference: referenceOf(capture) || around.reference,
    status: reversedMinor > 0n ? 'reversed' : captureStates[capture.status],
    amountMinor: capture.amount.amountMinor,
    currency: capture.amount.currency,
    payee: around.payee,
    payer: around.payer,
    reversedMinor,
    takenBack,
    givenBackMinor: back
      .filter((refund) => refund.custom_id === ownRefund)
      .reduce((sum, { amount }) => sum + amount.amountMinor, 0n),
    backShown,
  };
}

/** A capture by itself, without its refunds; undefined when it is not one of ours. */
export function readCapture(body: unknown): WireCapture | undefined {
  return captureSchema.safeParse(body).data;
}

/** A capture whose order can not be read any more. */
export function loneCapture(capture: WireCapture): Capture {
  const around = {
    providerOrderId: orderIdOf(capture),
    reference: '',
    payee: capture.payee.merchant_id,
    payer: '',
    refunds: [],
  };
  return toCapture(capture, around, false);
}

/** An order with its captures; undefined when it is not one of ours. */
export function readOrder(body: unknown): ProviderOrder | undefined {
  const order = wireOrderSchema.safeParse(body).data;
  if (!order) return undefined;
  const [unit] = order.purchase_units;
  const around: Around = {
    providerOrderId: order.id,
    reference: referenceOf(unit),
    payee: unit.payee.merchant_id,
    payer: order.payer.payer_id,
    refunds: unit.payments.refunds,
  };
  return {
    providerOrderId: order.id,
    reference: around.reference,
    status: orderStates[order.status],
    ...unit.amount,
    payee: around.payee,
    captures: unit.payments.captures.map((capture) => toCapture(capture, around)),
  };
}

/** The refunds of an order's captures; undefined when it is not one of ours. */
export function readRefunds(body: unknown): readonly WireRefund[] | undefined {
  return wireOrderSchema.safeParse(body).data?.purchase_units[0].payments.refunds;
}

/** The id of a new order. */
export const madeSchema = z.object({ id: z.string().min(1) });

/** What PayPal says of a refund it made. */
export const madeRefundSchema = z.object({ id: z.string().min(1), status: refundStatusSchema });
export type MadeRefund = z.output<typeof madeRefundSchema>;

const errorSchema = z.object({
  name: z.string().default(''),
  details: z.array(z.object({ issue: z.string() })).default([]),
});

/** PayPal's word for what is wrong, such as INSTRUMENT_DECLINED. */
export function issueOf(body: unknown): string {
  const read = errorSchema.safeParse(body).data;
  return read?.details[0]?.issue ?? read?.name ?? '';
}

/** A currency as PayPal writes it. */
export const upperCase = (currency: Currency): string => currency.toUpperCase();

/** An amount as PayPal wants it. */
export const toMoney = (of: { readonly amountMinor: bigint; readonly currency: Currency }) => ({
  currency_code: upperCase(of.currency),
  value: toDecimalText(of.amountMinor),
});

/** Where an order is, below the API. */
export const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;
/** Where a capture is, below the API. */
export const capturePath = (id: string) => `/v2/payments/captures/${encodeURIComponent(id)}`;
