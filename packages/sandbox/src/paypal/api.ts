/** The calls of "Orders v2", "Payments v2" and "Webhooks management" that a shop needs. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, Operation } from '../faults.ts';
import type { Capture } from './book.ts';
import type { Calls } from './calls.ts';
import type { EventType } from './events.ts';
import { type Attempt, once } from './once.ts';
import { readCreateRequest } from './order-request.ts';
import { captureOrder, createOrder, findCapture, findOrder } from './orders.ts';
import { malformed, notFound } from './problems.ts';
import { rawMember } from './raw-member.ts';
import { findRefund, refundCapture } from './refunds.ts';
import { certsPath, type PostedSignature, type WebhookSigner } from './signature.ts';
import type { Tokens } from './tokens.ts';
import {
  capturedJson,
  captureJson,
  createdJson,
  orderJson,
  refundedJson,
  refundJson,
  type Wire,
} from './wire.ts';

export interface ApiParts {
  readonly wire: Wire;
  readonly calls: Calls;
  readonly tokens: Tokens;
  readonly signer: WebhookSigner;
  /** Tells the shop what happened to an order, capture or refund. */
  readonly tell: (type: EventType, id: string) => void;
}

type ById = { Params: { id: string } };
type Work = Parameters<Calls['run']>[0]['work'];

/** Checks the bearer, then runs a call; `subjects` are what a fault may name to mean it. */
type Run = (
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  call: { readonly subjects: readonly (string | undefined)[]; readonly work: Work },
) => Promise<FastifyReply>;

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
const ok = (body: unknown) => ({ status: 200, body });

export function addApi(app: FastifyInstance, parts: ApiParts): void {
  const { calls, tokens } = parts;
  const run: Run = (operation, request, reply, { subjects, work }) => {
    tokens.check(header(request, 'authorization'));
    const known = subjects.filter((subject) => subject !== undefined);
    return calls.run({ reply, operation, subjects: known, work });
  };
  addToken(app, parts);
  addOrders(app, parts, run);
  addPayments(app, parts, run);
  addDisputes(app, parts, run);
  addVerification(app, parts, run);
  addCertificates(app, parts);
}

function addToken(app: FastifyInstance, { calls, tokens }: ApiParts): void {
  app.post('/v1/oauth2/token', (request, reply) => {
    const work = () => ok(tokens.issue(header(request, 'authorization'), request.body));
    return calls.run({ reply, operation: 'token', subjects: [], work });
  });
}

function addOrders(app: FastifyInstance, { wire, tell }: ApiParts, run: Run): void {
  const { book } = wire;
  const about = (id: string) => [id, book.orders.get(id)?.customId];

  app.post('/v2/checkout/orders', (request, reply) =>
    run('create', request, reply, {
      subjects: [referenceIn(request.body)],
      work: () => {
        const wanted = readCreateRequest(request.body);
        const made = once(book, attemptOf(request), () => createOrder(book, wanted).id);
        const body = createdJson(wire, findOrder(book, made.id), wantsWhole(request));
        return { status: statusOf(made.again), body };
      },
    }),
  );
  app.get<ById>('/v2/checkout/orders/:id', (request, reply) => {
    const { id } = request.params;
    const work = () => ok(orderJson(wire, findOrder(book, id)));
    return run('get', request, reply, { subjects: about(id), work });
  });
  app.post<ById>('/v2/checkout/orders/:id/capture', (request, reply) => {
    const { id } = request.params;
    return run('capture', request, reply, {
      subjects: about(id),
      work: (fault) => {
        const made = once(book, attemptOf(request), () => captureOrder(book, id, fault).id);
        const capture = findCapture(book, made.id);
        if (!made.again) tell(newsOf(capture), made.id);
        const body = capturedJson(wire, capture, wantsWhole(request));
        return { status: statusOf(made.again), body };
      },
    });
  });
}

function newsOf({ status }: Capture): EventType {
  if (status === 'PENDING') return 'PAYMENT.CAPTURE.PENDING';
  return status === 'DECLINED' ? 'PAYMENT.CAPTURE.DENIED' : 'PAYMENT.CAPTURE.COMPLETED';
}

function addPayments(app: FastifyInstance, { wire, tell }: ApiParts, run: Run): void {
  const { book } = wire;

  app.get<ById>('/v2/payments/captures/:id', (request, reply) => {
    const { id } = request.params;
    const work = () => ok(captureJson(wire, findCapture(book, id)));
    return run('get', request, reply, { subjects: [id], work });
  });
  app.get<ById>('/v2/payments/refunds/:id', (request, reply) => {
    const { id } = request.params;
    const work = () => ok(refundJson(wire, findRefund(book, id)));
    return run('get', request, reply, { subjects: [id], work });
  });
  app.post<ById>('/v2/payments/captures/:id/refund', (request, reply) => {
    const { id } = request.params;
    const capture = book.captures.get(id);
    return run('refund', request, reply, {
      subjects: [id, capture?.orderId, capture?.customId],
      work: (fault) => {
        const wanted = request.body ?? {};
        const made = once(
          book,
          attemptOf(request),
          () => refundCapture(book, id, wanted, fault).id,
        );
        if (!made.again) tell('PAYMENT.CAPTURE.REFUNDED', made.id);
        const body = refundedJson(wire, findRefund(book, made.id), wantsWhole(request));
        return { status: statusOf(made.again), body };
      },
    });
  });
}

/** Every reversal here is that of a dispute. */
function addDisputes(app: FastifyInstance, { wire }: ApiParts, run: Run): void {
  app.get<{ Querystring: { disputed_transaction_id?: string } }>(
    '/v1/customer/disputes',
    (request, reply) => {
      const { disputed_transaction_id: id } = request.query;
      const work = () => {
        const taken = wire.book.refunds.all().filter((one) => one.reversal && one.captureId === id);
        const items = taken.map((one) => ({
          dispute_id: `PP-D-${one.id}`,
          create_time: one.createdAt,
          reason: 'UNAUTHORISED',
          status: 'RESOLVED',
          dispute_amount: one.amount,
        }));
        return ok({ items, links: [] });
      };
      return run('disputes', request, reply, { subjects: [id], work });
    },
  );
}

function addVerification(app: FastifyInstance, { signer }: ApiParts, run: Run): void {
  app.post('/v1/notifications/verify-webhook-signature', (request, reply) => {
    const work = () => {
      const event = rawMember(request.rawText ?? '', 'webhook_event');
      if (event === undefined)
        throw malformed('/webhook_event', 'MISSING_REQUIRED_PARAMETER', 'A field is missing.');
      const good = signer.holds(request.body as PostedSignature, event);
      return ok({ verification_status: good ? 'SUCCESS' : 'FAILURE' });
    };
    return run('verify', request, reply, { subjects: [], work });
  });
}

/** Open to everybody, as PayPal's. */
function addCertificates(app: FastifyInstance, { calls, signer }: ApiParts): void {
  app.get(`${certsPath}*`, (request, reply) => {
    const work = (fault: Fault | undefined) => {
      const pem = signer.certificateAt(request.url);
      if (pem === undefined) throw notFound();
      return ok(fault?.kind === 'garbage' ? 'no certificate' : pem);
    };
    return calls.run({ reply, operation: 'certificate', subjects: [], work });
  });
}

/** The custom id of a create request, so that a fault may name an order before it exists. */
function referenceIn(body: unknown): string | undefined {
  const { purchase_units: units } = (body ?? {}) as { purchase_units?: unknown };
  const first: unknown = Array.isArray(units) ? units[0] : undefined;
  const { custom_id: id } = (first ?? {}) as { custom_id?: unknown };
  return typeof id === 'string' ? id : undefined;
}
