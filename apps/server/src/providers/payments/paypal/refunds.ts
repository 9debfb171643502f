/** PayPal's "Payments v2": refund a capture, and what its refunds have become. */
import { done, type Outcome, refused, type Unknown, unknown } from '../../outcome.ts';
import type { RefundRefusal, RefundRequest } from '../port.ts';
import { type Client, isGood, requestIdFor, unreadable } from './client.ts';
import {
  capturePath,
  issueOf,
  type MadeRefund,
  madeRefundSchema,
  orderIdOf,
  orderPath,
  ownRefund,
  readCapture,
  readRefunds,
  toMoney,
} from './wire.ts';

type Refunded = Outcome<{ readonly refundId: string }, RefundRefusal>;

/**
 * The issues that stay. Anything else, such as REFUND_FAILED_INSUFFICIENT_FUNDS, TRANSACTION_DISPUTED or
 * one PayPal made up since, may be gone another day: the buyer is owed the money all the same.
 */
const refusals = new Map<string, RefundRefusal>([
  ['CAPTURE_FULLY_REFUNDED', 'too_much'],
  ['REFUND_AMOUNT_EXCEEDED', 'too_much'],
  ['MAX_NUMBER_OF_REFUNDS_EXCEEDED', 'not_allowed'],
  ['PARTIAL_REFUND_NOT_ALLOWED', 'not_allowed'],
  ['REFUND_AMOUNT_TOO_LOW', 'not_allowed'],
  ['REFUND_CAPTURE_CURRENCY_MISMATCH', 'not_allowed'],
  ['REFUND_IS_RESTRICTED', 'not_allowed'],
  ['REFUND_NOT_ALLOWED', 'not_allowed'],
  ['REFUND_TIME_LIMIT_EXCEEDED', 'not_allowed'],
]);

function became({ id, status }: MadeRefund): Refunded {
  if (status === 'COMPLETED') return done({ refundId: id });
  return status === 'PENDING' ? unknown(`refund ${id} is pending`) : refused('failed');
}

interface Sought {
  readonly captureId: string;
  /** The refund's invoice id. */
  readonly reference: string;
}

/** The refund made with a reference; undefined when PayPal knows of none. */
async function findRefund(
  client: Client,
  { captureId, reference }: Sought,
  deadline: AbortSignal,
): Promise<Outcome<MadeRefund | undefined, 'gone'>> {
  const read = (path: string) => client.call({ method: 'GET', path, readsOnly: true }, deadline);
  const captured = await read(capturePath(captureId));
  if (captured.kind === 'unknown') return captured;
  if (captured.status === 404) return refused('gone');
  const capture = isGood(captured) ? readCapture(captured.body) : undefined;
  if (!capture) return unreadable(captured);
  const ordered = await read(orderPath(orderIdOf(capture)));
  if (ordered.kind === 'unknown') return ordered;
  const refunds = isGood(ordered) ? readRefunds(ordered.body) : undefined;
  // Without its order a capture still tells whether anything of it has gone back.
  if (!refunds) return capture.status === 'COMPLETED' ? done(undefined) : unreadable(ordered);
  return done(refunds.find((refund) => refund.invoice_id === reference));
}

/**
 * The reference is the request id and the invoice id: PayPal forgets request ids after some weeks, and
 * refuses an invoice id that was refunded before.
 */
export async function refund(
  client: Client,
  captureId: string,
  request: RefundRequest,
): Promise<Refunded> {
  const deadline = client.deadline();
  const reference = requestIdFor(request.key);
  const seek = async (): Promise<Refunded | undefined> => {
    const found = await findRefund(client, { captureId, reference }, deadline);
    if (found.kind !== 'done') return found;
    return found.value && became(found.value);
  };
  const before = request.again ? await seek() : undefined;
  if (before) return before;
  const answer = await client.call(
    {
      method: 'POST',
      path: `${capturePath(captureId)}/refund`,
      body: JSON.stringify({
        amount: toMoney(request),
        custom_id: ownRefund,
        invoice_id: reference,
      }),
      requestId: reference,
    },
    deadline,
  );
  if (answer.kind === 'unknown') return answer;
  if (answer.status === 404) return refused('gone');
  if (answer.status === 422) return (await seek()) ?? judged(issueOf(answer.body));
  const made = isGood(answer) ? madeRefundSchema.safeParse(answer.body).data : undefined;
  return made ? became(made) : unreadable(answer);
}

function judged(issue: string): Unknown | Refunded {
  const refusal = refusals.get(issue);
  return refusal ? refused(refusal) : unknown(`HTTP 422 ${issue}`);
}
