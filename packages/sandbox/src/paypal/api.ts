/** The calls of "Orders v2", "Payments v2" and "Webhooks management" that a shop needs. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../faults.ts';
import type { Book } from './book.ts';
import type { Answer, Calls } from './calls.ts';
import type { EventType } from './events.ts';
import { type Attempt, once } from './once.ts';
import { readCreateRequest } from './order-request.ts';
import { captureOrder, createOrder, findCapture, findOrder } from './orders.ts';
import { malformed } from './problems.ts';
import { rawMember } from './raw-member.ts';
import { findRefund, refundCapture } from './refunds.ts';
import type { PostedSignature, Signer } from './signature.ts';
import type { Tokens } from './tokens.ts';
import type { Wire } from './wire.ts';

export interface ApiParts {
  readonly book: Book;
  readonly wire: Wire;
  readonly calls: Calls;
  readonly tokens: Tokens;
  readonly signer: Signer;
  /** Tells the shop what happened to an order, capture or refund. */
  readonly tell: (type: EventType, id: string) => void;
}

type ById = { Params: { id: string } };

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
const wantsWhole = (request: FastifyRequest) =>
  header(request, 'prefer')?.includes('return=representation') ?? false;
const attemptOf = (request: FastifyRequest): Attempt => ({
  requestId: header(request, 'paypal-request-id'),
  path: `${request.method} ${request.url}`,
  body: request.body,
});
/** A request id seen before answers 200, a first one 201. */
const statusOf = (again: boolean) => (again ? 200 : 201);

export function addApi(app: FastifyInstance, parts: ApiParts): void {
  const { book, wire, calls, tokens } = parts;

  const run = (
    operation: Operation,
    request: FastifyRequest,
    reply: FastifyReply,
    {
      subjects,
      work,
    }: { subjects: (string | undefined)[]; work: Parameters<Calls['run']>[0]['work'] },
  ) => {
    tokens.check(header(request, 'authorization'));
    const known = subjects.filter((subject) => subject !== undefined);
    return calls.run({ request, reply, operation, subjects: known, work });
  };
  const about = (orderId: string) => [orderId, book.orders.get(orderId)?.customId];

  app.post('/v1/oauth2/token', (request, reply) =>
    calls.run({
      request,
      reply,
      operation: 'token',
      subjects: [],
      work: () => ({
        status: 200,
        body: tokens.issue(header(request, 'authorization'), request.body),
      }),
    }),
  );

  app.post('/v2/checkout/orders', (request, reply) => {
    const work = (): Answer => {
      const wanted = readCreateRequest(request.body);
      const { id, again } = once(book, attemptOf(request), () => createOrder(book, wanted).id);
      const body = wire.createdOrder(findOrder(book, id), wantsWhole(request));
      return { status: statusOf(again), body };
    };
    return run('create', request, reply, { subjects: [referenceIn(request.body)], work });
  });

  app.get<ById>('/v2/checkout/orders/:id', (request, reply) => {
    const { id } = request.params;
    const work = () => ({ status: 200, body: wire.order(findOrder(book, id)) });
    return run('get', request, reply, { subjects: about(id), work });
  });

  app.post<ById>('/v2/checkout/orders/:id/capture', (request, reply) => {
    const { id } = request.params;
    return run('capture', request, reply, {
      subjects: about(id),
      work: (fault) => {
        const made = once(book, attemptOf(request), () => captureOrder(book, id, fault).id);
        const capture = findCapture(book, made.id);
        const pending = capture.status === 'PENDING';
        if (!made.again)
          parts.tell(pending ? 'PAYMENT.CAPTURE.PENDING' : 'PAYMENT.CAPTURE.COMPLETED', made.id);
        const body = wire.capturedOrder(capture, wantsWhole(request));
        return { status: statusOf(made.again), body };
      },
    });
  });

  app.get<ById>('/v2/payments/captures/:id', (request, reply) => {
    const { id } = request.params;
    const work = () => ({ status: 200, body: wire.capture(findCapture(book, id)) });
    return run('get', request, reply, { subjects: [id], work });
  });

  app.get<ById>('/v2/payments/refunds/:id', (request, reply) => {
    const { id } = request.params;
    const work = () => ({ status: 200, body: wire.refund(findRefund(book, id)) });
    return run('get', request, reply, { subjects: [id], work });
  });

  app.post<ById>('/v2/payments/captures/:id/refund', (request, reply) => {
    const { id } = request.params;
    const capture = book.captures.get(id);
    return run('refund', request, reply, {
      subjects: [id, capture?.orderId, capture?.customId],
      work: () => {
        const wanted = request.body ?? {};
        const made = once(book, attemptOf(request), () => refundCapture(book, id, wanted).id);
        if (!made.again) parts.tell('PAYMENT.CAPTURE.REFUNDED', made.id);
        const body = wire.madeRefund(findRefund(book, made.id), wantsWhole(request));
        return { status: statusOf(made.again), body };
      },
    });
  });

  app.post('/v1/notifications/verify-webhook-signature', (request, reply) => {
    const work = (): Answer => {
      const event = rawMember(request.rawText ?? '', 'webhook_event');
      if (event === undefined)
        throw malformed('/webhook_event', 'MISSING_REQUIRED_PARAMETER', 'A field is missing.');
      const good = parts.signer.holds(request.body as PostedSignature, event);
      return { status: 200, body: { verification_status: good ? 'SUCCESS' : 'FAILURE' } };
    };
    return run('verify', request, reply, { subjects: [], work });
  });
}

/** The custom id of a create request, so that a fault may name an order before it exists. */
function referenceIn(body: unknown): string | undefined {
  const { purchase_units: units } = (body ?? {}) as { purchase_units?: unknown };
  const first: unknown = Array.isArray(units) ? units[0] : undefined;
  const { custom_id: id } = (first ?? {}) as { custom_id?: unknown };
  return typeof id === 'string' ? id : undefined;
}
