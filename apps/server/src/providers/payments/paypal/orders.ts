/** PayPal's "Orders v2": create, show, capture; and "Payments v2": show a capture. */
import { done, type Outcome, refused, unknown } from '../../outcome.ts';
import type { Capture, CaptureRefusal, ProviderOrder, ProviderOrderRequest } from '../port.ts';
import {
  type ApiAnswer,
  type Client,
  isGood,
  isRefusal,
  requestIdFor,
  unreadable,
} from './client.ts';
import {
  capturePath,
  issueOf,
  loneCapture,
  madeSchema,
  orderIdOf,
  orderPath,
  readCapture,
  readOrder,
  toMoney,
} from './wire.ts';

const maxDescription = 127;

function orderText(order: ProviderOrderRequest): string {
  return JSON.stringify({
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: order.reference,
        // With it PayPal itself refuses a second payment for the same reference.
        invoice_id: order.reference,
        description: order.description.slice(0, maxDescription),
        amount: toMoney(order),
      },
    ],
    // Not payment_source.paypal, which would keep the buyer from paying by card as a guest.
    application_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
  });
}

/** Makes an order of PayPal, once per key. */
export async function createOrder(
  client: Client,
  order: ProviderOrderRequest,
): Promise<Outcome<{ providerOrderId: string }>> {
  const answer = await client.call({
    method: 'POST',
    path: '/v2/checkout/orders',
    body: orderText(order),
    requestId: requestIdFor(order.key),
  });
  if (answer.kind === 'unknown') return answer;
  if (isRefusal(answer)) return refused(issueOf(answer.body).toLowerCase());
  const made = isGood(answer) ? madeSchema.safeParse(answer.body).data : undefined;
  return made ? done({ providerOrderId: made.id }) : unreadable(answer);
}

/** Reads an order with its captures; refused when there is none. */
export async function readPayPalOrder(
  client: Client,
  id: string,
  deadline = client.deadline(),
): Promise<Outcome<ProviderOrder, 'gone'>> {
  const question = { method: 'GET', path: orderPath(id), readsOnly: true } as const;
  const answer = await client.call(question, deadline);
  if (answer.kind === 'unknown') return answer;
  if (answer.status === 404) return refused('gone');
  const order = isGood(answer) ? readOrder(answer.body) : undefined;
  return order ? done(order) : unreadable(answer);
}

const notApproved = new Set(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED']);
const gone = new Set(['INVALID_RESOURCE_ID', 'ORDER_EXPIRED', 'ORDER_VOIDED']);
/** Nothing was taken, and with this card or account nothing will be. */
const declined = new Set([
  'CARD_BRAND_NOT_SUPPORTED',
  'CARD_CLOSED',
  'CARD_EXPIRED',
  'COMPLIANCE_VIOLATION',
  'DECLINED_DUE_TO_RELATED_TXN',
  'DOMESTIC_TRANSACTION_REQUIRED',
  // The reference was paid by another order, which tells of its own capture.
  'DUPLICATE_INVOICE_ID',
  'INSTRUMENT_DECLINED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'PAYEE_BLOCKED_TRANSACTION',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_CANNOT_PAY',
  'PAYMENT_DENIED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'REFERENCED_CARD_EXPIRED',
  'TRANSACTION_BLOCKED_BY_PAYEE',
  'TRANSACTION_LIMIT_EXCEEDED',
  'TRANSACTION_RECEIVING_LIMIT_EXCEEDED',
  'TRANSACTION_REFUSED',
]);

/** Undefined for an issue that is not on the lists: it may be PayPal's trouble, so it is asked again. */
function captureRefusal(answer: ApiAnswer): CaptureRefusal | undefined {
  const issue = issueOf(answer.body);
  if (answer.status === 404 || gone.has(issue)) return 'gone';
  if (notApproved.has(issue)) return 'not_approved';
  return declined.has(issue) ? 'declined' : undefined;
}

/** The capture an order ended in: one that took money, else a declined one. */
function settled(order: ProviderOrder): Outcome<Capture, CaptureRefusal> {
  const capture = order.captures.find((found) => found.status !== 'declined');
  if (capture) return done(capture);
  return order.captures.length > 0 ? refused('spent') : unknown('completed without a capture');
}

/** Captures an approved order, once per key. */
export async function captureOrder(
  client: Client,
  id: string,
  key: string,
): Promise<Outcome<Capture, CaptureRefusal>> {
  const deadline = client.deadline();
  const path = `${orderPath(id)}/capture`;
  const requestId = requestIdFor(key);
  const answer = await client.call(
    // PayPal takes no body, too; what stands between us and it may not.
    { method: 'POST', path, body: '{}', requestId, wantsWhole: true },
    deadline,
  );
  if (answer.kind === 'unknown') return answer;
  const refusal = isRefusal(answer) ? captureRefusal(answer) : undefined;
  if (refusal) return refused(refusal);
  const order = isGood(answer) ? readOrder(answer.body) : undefined;
  if (order) return settled(order);
  // Captured before, or the answer tells less than was asked for, as it does without `Prefer`.
  if (!isGood(answer) && issueOf(answer.body) !== 'ORDER_ALREADY_CAPTURED')
    return unreadable(answer);
  const shown = await readPayPalOrder(client, id, deadline);
  return shown.kind === 'done' ? settled(shown.value) : shown;
}

/** Its order tells what a capture alone does not: who asked for the refunds. */
export async function showCapture(
  client: Client,
  captureId: string,
): Promise<Outcome<Capture, 'gone'>> {
  const deadline = client.deadline();
  const question = { method: 'GET', path: capturePath(captureId), readsOnly: true } as const;
  const answer = await client.call(question, deadline);
  if (answer.kind === 'unknown') return answer;
  if (answer.status === 404) return refused('gone');
  const capture = isGood(answer) ? readCapture(answer.body) : undefined;
  if (!capture) return unreadable(answer);
  const outcome = await readPayPalOrder(client, orderIdOf(capture), deadline);
  if (outcome.kind === 'unknown') return outcome;
  const captures = outcome.kind === 'done' ? outcome.value.captures : [];
  return done(captures.find((found) => found.captureId === captureId) ?? loneCapture(capture));
}
