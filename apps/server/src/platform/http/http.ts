import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { type Call, type Data, type Input, isLogged } from '@giftlane/contract/call.ts';
import { ruleWords } from '@giftlane/contract/rule-words.ts';
import { text } from '@giftlane/texts/text.ts';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import * as z from 'zod';
import { Gate } from '../limits/gate.ts';
import { minutes, seconds } from '../process/durations.ts';
import type { Log } from '../process/log.ts';
import { type Authentication, type Caller, identification, type Operator } from './callers.ts';
import { type Connections, guardConnections, usualLimits } from './connections.ts';
import { guardHeaders } from './guard-headers.ts';
import { failureReply } from './http-errors.ts';
import { countLongBodies, maxBodyBytes, parseFiles, parseJson } from './json-body.ts';
import { proxiesOf, wideNetworkOf } from './network.ts';
import { Refusal } from './refusal.ts';
import { makeResponseCache, type ResponseCache } from './response-cache.ts';
import { TimedResponse } from './timed-response.ts';
import { answerUnreadable } from './unreadable-request.ts';

export { type Caller, type Operator, tokenOf } from './callers.ts';

// Validation messages come from the catalogue.
z.config({ customError: ruleWords });

/** A handler's context beside the validated input. */
export interface Context {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The caller's address, for throttles and the log of reveals. */
  readonly address: string;
}

export interface MemberContext extends Context {
  readonly caller: Caller;
}

export interface StaffContext extends Context {
  readonly operator: Operator;
}

/** A successful answer; hooks wrap it in the envelope (OPEN-18). */
export interface Reply<C extends Call> {
  readonly data: Data<C>;
  readonly message?: string;
  readonly status?: number;
  readonly extras?: Readonly<Record<string, unknown>>;
}

type ContextOf<C extends Call> = C['policy'] extends 'member'
  ? MemberContext
  : C['policy'] extends 'staff'
    ? StaffContext
    : Context;
export type Handler<C extends Call> = (
  input: Input<C>,
  context: ContextOf<C>,
) => Promise<Reply<C> | FastifyReply>;

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
   * Runs work that needs a database connection within the concurrency limit of the address's network. Trusted proxies are exempt.
   */
  inTurn<T>(address: string, work: () => Promise<T>): Promise<T>;
  /** Cached replies, sent before routing. */
  readonly responseCache: ResponseCache;
  /** The client's address of a raw request; handlers have it in their context. */
  addressOf(request: IncomingMessage): string;
  readonly connections: Connections;
  /** The calls that are served, for the OpenAPI document and the policy test. */
  readonly served: readonly Call[];
}

export interface HttpOptions extends Authentication {
  readonly log: Log;
  /** Trusted proxies (`TRUST_PROXY`). */
  readonly trustProxy: string;
  /** Whether the shop is reached by https. */
  readonly secure: boolean;
  /** Multiplies the limit of long bodies per network; 0: no limit. */
  readonly throttle: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw body; kept where it is verified or is a cache key. */
    rawBody: Buffer | undefined;
  }
}

export const apiBase = '/api/v1';
/** Webhooks are stored before they are verified, so they have to be short. */
const maxEventBytes = 64 * 1024;

/**
 * Concurrent calls of a session and of a network. Each may hold a database connection, so that one client could hold all. Further calls wait: a refused client would ask again at once.
 */
const ofSession = { ofKey: 8, askedOfKey: 8 + usualLimits.inAll };
/** By wide network (/24, /48), as one IPv6 customer has thousands of networks. */
const ofNetwork = { ofKey: 50, askedOfKey: 50 + usualLimits.inAll };

const turnLeft = Symbol('turn left');

/** Releases a call's slot early: it goes on without a database connection. */
export const leaveTurn = ({ raw }: FastifyReply): boolean => raw.emit(turnLeft);

/** Resolves when a streamed reply begins, which takes as long as its reader likes, or when the slot is released. */
const isTurnOver = ({ raw }: FastifyReply): Promise<void> =>
  new Promise((resolve) => void raw.once('pipe', () => resolve()).once(turnLeft, resolve));

/** Fastify with parsing, errors and the headers of every reply. */
function makeApp({ log, trustProxy, secure, throttle }: HttpOptions) {
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
      ServerResponse: TimedResponse,
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
  parseFiles(app);
  return { app, isProxy, hangUp };
}

/** Limits how many calls run at once. */
function limitCalls(isProxy: ReturnType<typeof proxiesOf>) {
  const sessions = new Gate(ofSession);
  const networks = new Gate(ofNetwork);
  const inTurn: Http['inTurn'] = (address, work) =>
    isProxy(address, 0) ? work() : networks.run(wideNetworkOf(address), work);
  /** Runs a call within the concurrency limits of its session and network. */
  const inTurns = async <T>(context: AnyContext, work: () => Promise<T>) => {
    let whole: Promise<T> | undefined;
    const begin = () => {
      const over = isTurnOver(context.reply);
      whole = work();
      return Promise.race([whole, over]);
    };
    const near = () => inTurn(context.address, begin);
    const sessionId = context.caller?.sessionId ?? context.operator?.sessionId;
    await (sessionId ? sessions.run(sessionId, near) : near());
    return whole;
  };
  return { inTurn, inTurns };
}

/** Builds the HTTP server: parsing, errors, limits. Features add their routes. */
export function makeHttp(options: HttpOptions): Http {
  const { app, isProxy, hangUp } = makeApp(options);
  const responseCache = makeResponseCache(app);
  const connections = guardConnections(app.server, { isProxy, hangUp });
  app.addHook('preClose', (done) => {
    if (app.server.listening) connections.finish();
    done();
  });
  const { inTurn, inTurns } = limitCalls(isProxy);
  const served: Call[] = [];
  /** Adds a route; `handle` may answer a promise or have sent the reply when it returns. */
  const serve = (
    call: Call,
    handle: (input: Input<Call>, context: Context) => unknown,
    { keepRaw = false, bodyLimit = maxBodyBytes } = {},
  ) => {
    served.push(call);
    const validate = inputReader(call);
    const identify = identification(call, options);
    const logged = isLogged(call);
    app.route({
      method: call.method,
      url: apiBase + call.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: call.fileBytes ?? bodyLimit,
      config: { keepRaw, takesQuery: call.query !== undefined, fileBytes: call.fileBytes ?? 0 },
      // A file is read for those only who may send it.
      ...(call.fileBytes && { onRequest: async (request) => void (await identify?.(request)) }),
      handler: (request, reply) => {
        const context = { request, reply, address: request.ip };
        if (!identify) return handle(validate(request), context);
        return inTurn(context.address, () => identify(request)).then(async (who) => {
          noStore(reply);
          const input = validate(request);
          if (who.operator && logged) await options.audit?.(who.operator, call, input);
          return handle(input, { ...context, ...who });
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
    /** How long a file may be that is sent as it is; 0: none is. */
    fileBytes?: number;
  }
}

/** For replies with a token or a secret: no cache keeps a copy. */
export const noStore = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store');

type AnyContext = Context & Partial<MemberContext & StaffContext>;

/** Validates a call's params, query and body; undescribed fields are dropped or refused. */
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
