import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { Call, Data, Input } from '@giftlane/contract/call.ts';
import { text } from '@giftlane/contract/messages.ts';
import { ruleWords } from '@giftlane/contract/rule-words.ts';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import * as z from 'zod';
import { Gate } from '../limits/gate.ts';
import { minutes, seconds } from '../process/durations.ts';
import type { Log } from '../process/log.ts';
import { type Connections, guardConnections, usualLimits } from './connections.ts';
import { guardHeaders } from './guard-headers.ts';
import { failureReply } from './http-errors.ts';
import { countLongBodies, maxBodyBytes, parseJson } from './json-body.ts';
import { proxiesOf, wideNetworkOf } from './network.ts';
import { Refusal } from './refusal.ts';
import { makeResponseCache, type ResponseCache } from './response-cache.ts';
import { answerUnreadable } from './unreadable-request.ts';

// What is refused is said in the catalogue's words.
z.config({ customError: ruleWords });

/** Who is calling, once the token was found good. */
export interface Caller {
  readonly memberId: string;
  readonly sessionId: string;
}

/** What a handler knows about its request beside the validated input. */
export interface Context {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The caller's address, for throttles and the log of reveals. */
  readonly address: string;
}

export interface MemberContext extends Context {
  readonly caller: Caller;
}

/** A successful answer; hooks wrap it in the envelope (OPEN-18). */
export interface Reply<C extends Call> {
  readonly data: Data<C>;
  readonly message?: string;
  readonly status?: number;
  readonly extras?: Readonly<Record<string, unknown>>;
}

type ContextOf<C extends Call> = C['policy'] extends 'member' ? MemberContext : Context;
export type Handler<C extends Call> = (
  input: Input<C>,
  context: ContextOf<C>,
) => Promise<Reply<C>> | Promise<FastifyReply>;

export type BytesHandler<C extends Call> = (
  input: Input<C>,
  context: ContextOf<C>,
) => void | Promise<void>;

export interface Http {
  readonly app: FastifyInstance;
  /** Serves one call of the contract. Input is validated, the policy enforced, before `handler` runs. */
  route<C extends Call>(call: C, handler: Handler<C>): void;
  /**
   * Serves a call whose handler sends the reply itself, from bytes that are ready or a stream. Without
   * a promise in between such a reply costs little more than bare node:http.
   */
  routeBytes<C extends Call>(call: C, handler: BytesHandler<C>): void;
  /**
   * Does what takes a connection to the database in the turn of who asks from the network of `address`. A proxy that
   * names nobody brings many people.
   */
  inTurn<T>(address: string, work: () => Promise<T>): Promise<T>;
  /** Ready replies that need no routing. */
  readonly responseCache: ResponseCache;
  /** The client's address, for who has no more than the raw request; a handler has it in its context. */
  addressOf(request: IncomingMessage): string;
  readonly connections: Connections;
  /** The calls that are served, for the OpenAPI document and the policy test. */
  readonly served: readonly Call[];
}

export interface HttpOptions {
  readonly log: Log;
  /** Finds the caller of a token; undefined when it is unknown, expired or revoked. */
  readonly authenticate: (token: string) => Promise<Caller | undefined>;
  /** Addresses of proxies whose word on the client's address counts. */
  readonly trustProxy: string;
  /** Whether the shop is reached by https. */
  readonly secure: boolean;
  /** Multiplies what a network may send of long bodies; 0 is no bound. */
  readonly throttle: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's bytes as they came; kept where they are verified or answer the request by themselves. */
    rawBody: Buffer | undefined;
  }
}

export const apiBase = '/api/v1';
/** What providers say of their own accord is kept before it is verified, so it has to be short. */
const maxEventBytes = 64 * 1024;

/**
 * Calls of one session, and of one network, that are worked on at once. Each may wait with a connection to the database,
 * for one and the same row even, and whoever asks most would have them all. The others wait their turn: who hears no asks
 * again at once.
 */
const ofSession = { ofKey: 8, askedOfKey: 8 + usualLimits.inAll };
/** Counted with all that surrounds it, as one customer of IPv6 has thousands. Proxies bring them over connections of their own. */
const ofNetwork = { ofKey: 50, askedOfKey: 50 + usualLimits.inAll };

const turnLeft = Symbol('turn left');

/** Ends the turn of a call that goes on to wait for a place, and for no connection to the database. */
export const leaveTurn = ({ raw }: FastifyReply): boolean => raw.emit(turnLeft);

/** Resolves when a reply is under way that is made while it is read, which takes as long as its reader likes, or will be. */
const isTurnOver = ({ raw }: FastifyReply): Promise<void> =>
  new Promise((resolve) => void raw.once('pipe', () => resolve()).once(turnLeft, resolve));

/** Builds the HTTP server: parsing, errors, limits. Features add their routes. */
export function makeHttp(options: HttpOptions): Http {
  const { log, authenticate, trustProxy, secure, throttle } = options;
  const always = guardHeaders(secure);
  const hangUp = (error: NodeJS.ErrnoException, socket: Socket) =>
    answerUnreadable(error, socket, always);
  const app = fastify({
    logger: false,
    trustProxy,
    bodyLimit: maxBodyBytes,
    // The longest that an upload may take; see `guardConnections` for the pace it has to keep.
    requestTimeout: minutes(20),
    keepAliveTimeout: seconds(65),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    http: {
      headersTimeout: seconds(10),
      connectionsCheckingInterval: seconds(2),
      requireHostHeader: false,
    },
    // Addresses that can not be read never reach a route, its hooks or its error handler.
    frameworkErrors: (error, request, reply) =>
      failureReply(error, request, reply.headers(always), log),
    clientErrorHandler: hangUp,
  });
  app.addHook('onRequest', (_request, { raw }, next) => {
    for (const name in always) raw.setHeader(name, always[name] ?? '');
    next();
  });
  app.decorateRequest('rawBody', undefined);
  app.setErrorHandler((error, request, reply) => failureReply(error, request, reply, log));
  app.setNotFoundHandler((request, reply) =>
    failureReply(new Refusal('route.not_found'), request, reply, log),
  );
  const isProxy = proxiesOf(trustProxy);
  parseJson(app, countLongBodies(isProxy, throttle));

  const responseCache = makeResponseCache(app);
  const connections = guardConnections(app.server, { isProxy, hangUp });
  app.addHook('preClose', (done) => {
    if (app.server.listening) connections.finish();
    done();
  });
  const sessions = new Gate(ofSession);
  const networks = new Gate(ofNetwork);
  const inTurn: Http['inTurn'] = (address, work) =>
    isProxy(address, 0) ? work() : networks.run(wideNetworkOf(address), work);
  /** Works on a call in the turns of its session and its network. */
  const inTurns = async <T>(context: Context | MemberContext, work: () => Promise<T>) => {
    let whole: Promise<T> | undefined;
    const begin = () => {
      const over = isTurnOver(context.reply);
      whole = work();
      return Promise.race([whole, over]);
    };
    const near = () => inTurn(context.address, begin);
    await ('caller' in context ? sessions.run(context.caller.sessionId, near) : near());
    return whole;
  };
  const served: Call[] = [];
  /** Adds a route; `handle` may answer a promise or have sent the reply when it returns. */
  const serve = (
    call: Call,
    handle: (input: Input<Call>, context: Context) => unknown,
    { keepRaw = false, bodyLimit = maxBodyBytes } = {},
  ) => {
    served.push(call);
    const validate = inputReader(call);
    app.route({
      method: call.method,
      url: apiBase + call.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit,
      config: { keepRaw, takesQuery: call.query !== undefined },
      handler: (request, reply) => {
        const context = { request, reply, address: request.ip };
        if (call.policy !== 'member') return handle(validate(request), context);
        const asked = inTurn(context.address, () => requireCaller(request, authenticate));
        return asked.then((caller) => {
          noStore(reply);
          const member: MemberContext = { ...context, caller };
          return handle(validate(request), member);
        });
      },
    });
  };
  return {
    app,
    inTurn,
    responseCache,
    addressOf: (request) => proxyAddr(request, isProxy),
    connections,
    served,
    route(call, handler) {
      const handle = handler as (input: Input<Call>, context: Context) => Promise<unknown>;
      const toBeVerified = call.policy === 'provider';
      const respond = async (input: Input<Call>, context: Context) => {
        const answer = await inTurns(context, () => handle(input, context));
        // A handler that returns its reply has sent it: awaiting a reply awaits its end and gives nothing.
        if (answer !== undefined) send(context.reply, answer as Reply<Call>);
      };
      serve(call, respond, toBeVerified ? { keepRaw: true, bodyLimit: maxEventBytes } : {});
    },
    routeBytes(call, handler) {
      serve(call, handler as (input: Input<Call>, context: Context) => void | Promise<void>, {
        keepRaw: true,
      });
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    keepRaw?: boolean;
    /** Whether the call describes a query. */
    takesQuery?: boolean;
  }
}

/** The session's token of a request, as it is or after `Bearer `; empty when it carries none. */
export const tokenOf = ({ headers }: FastifyRequest): string =>
  (headers.authorization ?? '').replace(/^Bearer /i, '');

/** For replies about a token or a secret: nobody between us and the browser keeps a copy. */
export const noStore = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store');

async function requireCaller(
  request: FastifyRequest,
  authenticate: HttpOptions['authenticate'],
): Promise<Caller> {
  const token = tokenOf(request);
  const caller = token === '' ? undefined : await authenticate(token);
  if (!caller) throw new Refusal('session.required');
  return caller;
}

/** A reader of one call's params, query and body. Nothing undescribed gets through. */
function inputReader(call: Call): (request: FastifyRequest) => Input<Call> {
  const { params, query, body } = call;
  return (request) =>
    ({
      params: params?.parse(request.params),
      query: query?.parse(request.query),
      body: body?.parse(request.body ?? {}),
    }) as Input<Call>;
}

function send(reply: FastifyReply, answer: Reply<Call>): FastifyReply {
  const status = answer.status ?? 200;
  return reply.code(status).send({
    status,
    message: answer.message ?? text('ok'),
    data: answer.data,
    ...answer.extras,
  });
}
