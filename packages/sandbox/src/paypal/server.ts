/** The PayPal stand-in on one port: its API, its payment window and the control calls of tests. */
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import type { Faults } from '../faults.ts';
import { openJournal } from '../journal.ts';
import { host, listenAt } from '../listen.ts';
import { addApi } from './api.ts';
import { openBook } from './book.ts';
import { addBuyer } from './buyer.ts';
import { makeCalls } from './calls.ts';
import { addPayPalControl } from './control.ts';
import { type EventType, wordEvent } from './events.ts';
import { malformed, notFound, Problem, serverError } from './problems.ts';
import { makeSigner } from './signature.ts';
import { makeTokens } from './tokens.ts';
import { makeWebhooks } from './webhooks.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's text as it came. */
    rawText: string | undefined;
  }
}

export interface PayPalOptions {
  readonly port: number;
  readonly faults: Faults;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
  readonly webhookUrl: string | undefined;
  readonly webhookRetryMs: number;
  readonly stateDir: string | undefined;
}

export interface PayPal {
  readonly url: string;
  setWebhookUrl(url: string | undefined): void;
  close(): Promise<void>;
}

/** Starts the stand-in. With `stateDir`, what happened in an earlier run is still there. */
export async function startPayPal(options: PayPalOptions): Promise<PayPal> {
  const { faults, stateDir, clientId, webhookId } = options;
  let url = '';
  const journal = openJournal(stateDir, 'paypal');
  const book = openBook(journal);
  const wire = { book, base: () => url };
  const signer = makeSigner({ webhookId, stateDir, base: () => url });
  const tokens = makeTokens({ id: clientId, secret: options.clientSecret });
  const calls = makeCalls(faults);

  const webhooks = makeWebhooks({
    url: options.webhookUrl,
    retryMs: options.webhookRetryMs,
    faults,
    signer,
    journal,
  });
  const word = (type: EventType, id: string) => wordEvent(wire, type, id);
  const tell = (type: EventType, id: string) => webhooks.emit(word(type, id));

  const app = fastify({ logger: false, bodyLimit: maxBodyBytes, forceCloseConnections: true });
  readBodies(app);
  answerProblems(app);
  addApi(app, { wire, calls, tokens, signer, tell });
  addBuyer(app, { book, clientId, tell });
  addPayPalControl(app, { book, faults, tokens, webhooks, word, tell });
  url = await listenAt(options.port, (port) => app.listen({ host, port }));
  webhooks.resume();
  return {
    url,
    setWebhookUrl: webhooks.setUrl,
    async close() {
      calls.close();
      await webhooks.close();
      await app.close();
    },
  };
}

const maxBodyBytes = 1024 * 1024;

/** JSON with its text kept beside it, forms, and empty bodies that say they are JSON. */
function readBodies(app: FastifyInstance): void {
  app.decorateRequest('rawText', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      request.rawText = body;
      if (request.rawText === '') return null;
      try {
        return JSON.parse(request.rawText);
      } catch {
        throw malformed('/', 'MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.');
      }
    },
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
  );
}

function answerProblems(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(notFound().body));
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Problem) return reply.code(error.status).send(error.body);
    process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
    return reply.code(500).send(serverError().body);
  });
}
