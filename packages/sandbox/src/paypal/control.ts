/** Strings to pull, for tests: faults, the buyer's decisions, late settlements, webhooks. */
import type { FastifyInstance } from 'fastify';
import { type Faults, readFault } from '../faults.ts';
import type { Book } from './book.ts';
import { type EventType, eventTypes, type WebhookEvent } from './events.ts';
import { approveOrder, findCapture, findOrder, settleCapture, voidOrder } from './orders.ts';
import { malformed, notFound } from './problems.ts';
import { reverseCapture, settleRefund } from './refunds.ts';
import type { Tokens } from './tokens.ts';
import type { Webhooks } from './webhooks.ts';

export interface ControlParts {
  readonly book: Book;
  readonly faults: Faults;
  readonly tokens: Tokens;
  readonly webhooks: Webhooks;
  readonly word: (type: EventType, id: string) => WebhookEvent;
  readonly tell: (type: EventType, id: string) => void;
}

type ById = { Params: { id: string } };

/** What `POST /__sandbox/webhooks` takes: a new event about a thing, or an earlier one again. */
interface FireBody {
  readonly event_type?: string;
  /** The order, capture or refund the event is about. */
  readonly id?: string;
  /** Sends an earlier event once more. */
  readonly event_id?: string;
  /** Sends exactly this text instead. */
  readonly text?: string;
  readonly copies?: number;
  readonly forged?: boolean;
  readonly same_headers?: boolean;
}

function textToFire(body: FireBody, parts: ControlParts): string {
  if (body.text !== undefined) return body.text;
  if (body.event_id !== undefined) {
    const earlier = parts.webhooks.find(body.event_id);
    if (!earlier) throw notFound();
    return earlier.text;
  }
  const type = eventTypes.find((known) => known === body.event_type);
  if (!type || body.id === undefined)
    throw malformed('event_type', 'INVALID', `event_type (${eventTypes.join(', ')}) and id`);
  return parts.word(type, body.id).text;
}

export function addControl(app: FastifyInstance, parts: ControlParts): void {
  const { book, faults, tokens, webhooks, tell } = parts;

  app.get('/__sandbox/faults', () => faults.list());
  app.post('/__sandbox/faults', (request, reply) => {
    try {
      return reply.code(201).send({ id: faults.add(readFault(request.body)) });
    } catch (error) {
      return reply.code(400).send({ message: error instanceof Error ? error.message : 'Bad' });
    }
  });
  app.delete('/__sandbox/faults', (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.post('/__sandbox/tokens/revoke', (_request, reply) => {
    tokens.revokeAll();
    return reply.code(204).send();
  });

  app.get('/__sandbox/orders', () => book.orders.all());
  app.get<ById>('/__sandbox/orders/:id', (request) => findOrder(book, request.params.id));
  /** The buyer agrees with a good card, agrees with a bad one, or goes away without deciding. */
  app.post<ById & { Body: { payer_id?: string } | null }>(
    '/__sandbox/orders/:id/approve',
    (request) => {
      const order = approveOrder(book, request.params.id, false, request.body?.payer_id);
      tell('CHECKOUT.ORDER.APPROVED', order.id);
      return order;
    },
  );
  app.post<ById>('/__sandbox/orders/:id/decline', (request) => {
    const order = approveOrder(book, request.params.id, true);
    tell('CHECKOUT.ORDER.APPROVED', order.id);
    return order;
  });
  app.post<ById>('/__sandbox/orders/:id/cancel', (request) => findOrder(book, request.params.id));
  /** PayPal drops an order that waited too long. */
  app.post<ById>('/__sandbox/orders/:id/void', (request) => voidOrder(book, request.params.id));

  app.get('/__sandbox/captures', () => book.captures.all());
  app.get<ById>('/__sandbox/captures/:id', (request) => findCapture(book, request.params.id));
  app.post<ById>('/__sandbox/captures/:id/complete', (request) => {
    const capture = settleCapture(book, request.params.id, 'COMPLETED');
    tell('PAYMENT.CAPTURE.COMPLETED', capture.id);
    return capture;
  });
  app.post<ById>('/__sandbox/captures/:id/deny', (request) => {
    const capture = settleCapture(book, request.params.id, 'DECLINED');
    tell('PAYMENT.CAPTURE.DENIED', capture.id);
    return capture;
  });
  app.post<ById & { Body: { value?: string } | null }>(
    '/__sandbox/captures/:id/reverse',
    (request) => {
      const reversal = reverseCapture(book, request.params.id, request.body?.value);
      tell('PAYMENT.CAPTURE.REVERSED', reversal.id);
      return reversal;
    },
  );

  app.post<ById>('/__sandbox/refunds/:id/complete', (request) =>
    settleRefund(book, request.params.id, 'COMPLETED'),
  );
  app.post<ById>('/__sandbox/refunds/:id/fail', (request) =>
    settleRefund(book, request.params.id, 'FAILED'),
  );

  app.get('/__sandbox/webhooks', () => webhooks.all());
  app.post<{ Body: FireBody | null }>('/__sandbox/webhooks', async (request) => {
    const body = request.body ?? {};
    const text = textToFire(body, parts);
    const { copies = 1, forged = false, same_headers: sameHeaders = false } = body;
    return { statuses: await webhooks.fire({ text }, { copies, forged, sameHeaders }) };
  });
}
