/**
 * The Google stand-in: an OpenID provider with a page where a person picks or makes up an account. It
 * remembers nobody: every sign-in asks anew.
 */
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Provider } from 'oidc-provider';
import { type Fault, type Faults, type Operation, waitFor } from '../faults.ts';
import { openJournal } from '../journal.ts';
import { host, listenAt } from '../listen.ts';
import { openAccounts } from './accounts.ts';
import { addChooser } from './chooser.ts';
import { addGoogleControl, type Google } from './control.ts';
import { firstKey, makeKey, type SigningKey } from './keys.ts';
import { idTokenFor, spoils, spoilToken } from './tokens.ts';

export interface GoogleOptions {
  readonly port: number;
  readonly faults: Faults;
  readonly clientId: string;
  readonly stateDir: string | undefined;
}

export interface RunningGoogle extends Google {
  readonly url: string;
  close(): Promise<void>;
}

/** What a fault can be about, by path. */
const operations: Readonly<Record<string, Operation>> = {
  '/.well-known/openid-configuration': 'discovery',
  '/jwks': 'jwks',
  '/token': 'exchange',
};

interface Engine {
  readonly key: SigningKey;
  readonly provider: Provider;
}

/** Starts the stand-in. Nothing of the provider is loaded before it is first needed. */
export async function startGoogle(options: GoogleOptions): Promise<RunningGoogle> {
  const { faults, clientId } = options;
  const accounts = openAccounts(openJournal(options.stateDir, 'google'));
  const closing = new AbortController();
  let issuer = '';
  let engine: Promise<Engine> | undefined;

  const build = async (making: Promise<SigningKey>): Promise<Engine> => {
    const [key, { makeProvider }] = await Promise.all([making, import('./provider.ts')]);
    const onIdToken = async (idToken: string, about: readonly string[]) => {
      const fault = faults.take('id_token', about);
      const spoil = spoils.find((one) => one === fault?.kind);
      return spoil ? spoilToken(key, idToken, spoil) : idToken;
    };
    return { key, provider: makeProvider({ issuer, clientId, key, accounts, onIdToken }) };
  };
  const running = () => {
    engine ??= build(firstKey());
    return engine;
  };
  const google: Google = {
    addAccount: accounts.add,
    async idToken(account, wish) {
      const { key } = await running();
      return idTokenFor({ issuer, clientId, key }, account, wish);
    },
    async rotateKey() {
      engine = build(makeKey());
      await engine;
    },
  };

  const app = fastify({ logger: false, forceCloseConnections: true });
  app.addHook('onRequest', async (request, reply) => {
    const operation = operations[request.url.split('?')[0] ?? ''];
    const fault = operation && faults.take(operation, []);
    await waitFor(fault, closing.signal);
    if (fault) spoilAnswer(fault, reply);
  });
  addChooser(app, { accounts, provider: async () => (await running()).provider });
  addGoogleControl(app, { accounts, google });
  addProvider(app, async () => (await running()).provider);
  issuer = await listenAt(options.port, (port) => app.listen({ host, port }));
  return {
    ...google,
    url: issuer,
    async close() {
      closing.abort();
      await app.close();
    },
  };
}

/** Everything else is the provider's, which reads its requests itself. */
function addProvider(app: FastifyInstance, provider: () => Promise<Provider>): void {
  app.register(async (rest) => {
    rest.removeAllContentTypeParsers();
    rest.addContentTypeParser('*', (_request, _payload, done) => done(null));
    rest.all('/*', async (request: FastifyRequest, reply: FastifyReply) => {
      const answer = (await provider()).callback();
      forgetSession(request);
      reply.hijack();
      await answer(request.raw, reply.raw);
    });
  });
}

/** Without its session's cookie the provider asks who it is, every time. */
function forgetSession({ raw }: FastifyRequest): void {
  const cookies = (raw.headers.cookie ?? '').split(/;\s*/);
  raw.headers.cookie = cookies.filter((one) => !/^_session(\.|=)/.test(one)).join('; ');
}

function spoilAnswer(fault: Fault, reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*');
  if (fault.kind === 'http_500') reply.code(500).send({ error: 'server_error' });
  if (fault.kind === 'http_429') reply.code(429).send({ error: 'slow_down' });
  if (fault.kind === 'garbage') reply.code(200).send({ keys: 'none', issuer: 1 });
  if (fault.kind === 'reset' || fault.kind === 'silence') reply.hijack();
  if (fault.kind === 'reset') reply.raw.socket?.resetAndDestroy();
}
