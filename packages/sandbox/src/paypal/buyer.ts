/** The buyer's side: the browser script and the page of the payment window. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pageFiles, sendFile, withWindow } from '../pages/pages.ts';
import type { Book, Order } from './book.ts';
import type { EventType } from './events.ts';
import { approveOrder, findOrder } from './orders.ts';
import { payerId } from './wire.ts';

interface BuyerParts {
  readonly book: Book;
  readonly clientId: string;
  readonly tell: (type: EventType, id: string) => void;
}

const file = pageFiles(import.meta.url);

/** The window may be framed by the shop, wherever it runs; nothing else is allowed in. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors http: https:";

/** The shop's page, of another origin, loads the script. */
const forAll = (reply: FastifyReply) =>
  reply.header('cross-origin-resource-policy', 'cross-origin');

/** What the payment window shows of an order. */
const shown = (order: Order) => ({
  id: order.id,
  status: order.status,
  amount: order.amount,
  brand: order.brandName ?? null,
  description: order.description ?? null,
  reference: order.customId ?? null,
  returnUrl: order.returnUrl ?? null,
  cancelUrl: order.cancelUrl ?? null,
});

export function addBuyer(app: FastifyInstance, { book, clientId, tell }: BuyerParts): void {
  const sdk = file('sdk.js');
  const page = file('window.html');
  const style = withWindow(file('window.css'));
  const script = file('window.js');

  app.get<{ Querystring: { 'client-id'?: string } }>('/sdk/js', (request, reply) => {
    if (request.query['client-id'] === clientId)
      return sendFile(forAll(reply), 'text/javascript', sdk);
    const problem = "throw new Error('SDK Validation error: unrecognised client-id');";
    return sendFile(forAll(reply.code(400)), 'text/javascript', problem);
  });
  app.get('/checkoutnow', (_request, reply) =>
    sendFile(reply.header('content-security-policy', pagePolicy), 'text/html', page),
  );
  app.get('/checkoutnow/window.css', (_request, reply) => sendFile(reply, 'text/css', style));
  app.get('/checkoutnow/window.js', (_request, reply) =>
    sendFile(reply, 'text/javascript', script),
  );

  app.get<{ Params: { id: string } }>('/checkoutnow/orders/:id', (request) =>
    shown(findOrder(book, request.params.id)),
  );
  app.post<{ Params: { id: string }; Body: { declines?: boolean } | null }>(
    '/checkoutnow/orders/:id/approve',
    (request) => {
      const order = approveOrder(book, request.params.id, request.body?.declines === true);
      tell('CHECKOUT.ORDER.APPROVED', order.id);
      return { orderID: order.id, payerID: payerId };
    },
  );
}
