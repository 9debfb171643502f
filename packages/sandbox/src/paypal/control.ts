/** Calls for tests: faults, the buyer's decisions, late settlements, webhooks. */
import type { FastifyInstance } from 'fastify';
import { type Faults, readFault } from '../faults.ts';
import type { Book } from './book.ts';
import { type EventType, eventTypes, type WebhookEvent } from './events.ts';
import { approveOrder, findCapture, findOrder, settleCapture, voidOrder } from './orders.ts';
import { malformed, notFound } from './problems.ts';
import { reverseCapture, settleRefund } from './refunds.ts';
import { settlementReport } from './settlement.ts';
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

interface ActBody {
  readonly payer_id?: string;
  readonly value?: string;
}

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

export function addPayPalControl(app: FastifyInstance, parts: ControlParts): void {
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

  /** `POST /__sandbox/…/:id/…`: does something with a thing and sends the event about it, if there is one. */
  const act = (
    path: string,
    deed: (id: string, body: ActBody) => { readonly id: string },
    event?: EventType,
  ) =>
    app.post<ById & { Body: ActBody | null }>(`/__sandbox/${path}`, (request) => {
      const thing = deed(request.params.id, request.body ?? {});
      if (event) tell(event, thing.id);
      return thing;
    });

  app.get('/__sandbox/orders', () => book.orders.all());
  app.get<ById>('/__sandbox/orders/:id', (request) => findOrder(book, request.params.id));
  // The buyer agrees with a good card, agrees with a bad one, or goes away without deciding.
  const approved = 'CHECKOUT.ORDER.APPROVED';
  act('orders/:id/approve', (id, body) => approveOrder(book, id, false, body.payer_id), approved);
  act('orders/:id/decline', (id) => approveOrder(book, id, true), approved);
  act('orders/:id/cancel', (id) => findOrder(book, id));
  // PayPal drops an order that waited too long.
  act('orders/:id/void', (id) => voidOrder(book, id));

  app.get<{ Params: { day: string } }>('/__sandbox/settlements/:day', ({ params }, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="STL-${params.day}.01.011.CSV"`)
      .send(settlementReport(book, params.day)),
  );
  app.get('/__sandbox/captures', () => book.captures.all());
  app.get<ById>('/__sandbox/captures/:id', (request) => findCapture(book, request.params.id));
  const settle = (id: string, status: 'COMPLETED' | 'DECLINED') => settleCapture(book, id, status);
  act('captures/:id/complete', (id) => settle(id, 'COMPLETED'), 'PAYMENT.CAPTURE.COMPLETED');
  act('captures/:id/deny', (id) => settle(id, 'DECLINED'), 'PAYMENT.CAPTURE.DENIED');
  act(
    'captures/:id/reverse',
    (id, body) => reverseCapture(book, id, body.value),
    'PAYMENT.CAPTURE.REVERSED',
  );
  act('refunds/:id/complete', (id) => settleRefund(book, id, 'COMPLETED'));
  act('refunds/:id/fail', (id) => settleRefund(book, id, 'FAILED'));

  app.get('/__sandbox/webhooks', () => webhooks.all());
  app.post<{ Body: FireBody | null }>('/__sandbox/webhooks', async (request) => {
    const body = request.body ?? {};
    const text = textToFire(body, parts);
    const { copies = 1, forged = false, same_headers: sameHeaders = false } = body;
    return { statuses: await webhooks.fire({ text }, { copies, forged, sameHeaders }) };
  });
}
