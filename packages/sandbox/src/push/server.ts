/**
 * A push service as browsers have one: takes encrypted messages for subscriptions (RFC 8030), from the
 * holder of the key a subscription was made with (RFC 8292), and reads them as that browser would.
 */
import { createECDH, createPublicKey, randomBytes, randomUUID } from 'node:crypto';
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { jwtVerify } from 'jose';
import { type Fault, type Faults, waitFor } from '../faults.ts';
import { host, listenAt } from '../listen.ts';
import { decrypt, type Receiver } from './decrypt.ts';

/** What `PushSubscription.toJSON()` gives a page. */
export type Subscription = {
  readonly endpoint: string;
  readonly expirationTime: null;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

export interface PushedMessage {
  readonly text: string;
  readonly topic: string;
  readonly ttlSeconds: number;
  /** Who the sender says they are, such as `mailto:shop@example.com`. */
  readonly subject: string;
}

export interface PushService {
  readonly url: string;
  /** Subscribes a browser; with a key, only its holder may push. */
  subscribe(serverKey?: string): Subscription;
  /** What was pushed to a browser, the oldest first. */
  messages(endpoint: string): readonly PushedMessage[];
  /** The person has unsubscribed: its address answers 410. */
  drop(endpoint: string): void;
  close(): Promise<void>;
}

interface Browser extends Receiver {
  readonly serverKey: string | undefined;
  readonly messages: PushedMessage[];
}

const maxMessageBytes = 4096;
const longestTokenMs = 24 * 60 * 60_000;
const vapid = /^vapid t=([^,\s]+),\s*k=([\w-]+)=*$/;

const keyOf = (publicKey: string) => {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)];
  return createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') },
    format: 'jwk',
  });
};

/** Who signed the request; throws when nobody did who may push to this browser. */
async function senderOf(
  request: FastifyRequest,
  url: string,
  { serverKey }: Browser,
): Promise<string> {
  const [, token = '', key = ''] = vapid.exec(request.headers.authorization ?? '') ?? [];
  if (serverKey !== undefined && key !== serverKey) throw new Error('another key');
  const { payload } = await jwtVerify(token, keyOf(key), { audience: url, algorithms: ['ES256'] });
  if ((payload.exp ?? 0) * 1_000 > Date.now() + longestTokenMs) throw new Error('lives too long');
  return payload.sub ?? '';
}

/** Answers as the fault says; false when nothing was answered yet. */
function spoil(fault: Fault | undefined, reply: FastifyReply): boolean {
  switch (fault?.kind) {
    case 'http_500':
      void reply.code(500).send();
      return true;
    case 'http_429':
      void reply
        .header('retry-after', fault.value ?? '1')
        .code(429)
        .send();
      return true;
    case 'gone':
      void reply.code(410).send();
      return true;
    case 'reset':
    case 'silence':
      reply.hijack();
      if (fault.kind === 'reset') reply.raw.socket?.resetAndDestroy();
      return true;
    default:
      return false;
  }
}

/** Starts the push service on the loopback address. */
export async function startPush(wished: number, faults: Faults): Promise<PushService> {
  const app = fastify({ logger: false, forceCloseConnections: true, bodyLimit: maxMessageBytes });
  const closing = new AbortController();
  const browsers = new Map<string, Browser>();
  let url = '';
  const idOf = (endpoint: string) => endpoint.slice(endpoint.lastIndexOf('/') + 1);

  const subscribe = (serverKey?: string): Subscription => {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    const auth = randomBytes(16);
    const id = randomUUID();
    browsers.set(id, { pair, auth, serverKey, messages: [] });
    const keys = {
      p256dh: pair.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    };
    return { endpoint: `${url}/push/${id}`, expirationTime: null, keys };
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post<{ Params: { id: string } }>('/push/:id', async (request, reply) => {
    const browser = browsers.get(request.params.id);
    const fault = faults.take('push', [`${url}${request.url}`]);
    await waitFor(fault, closing.signal);
    if (!fault?.after && spoil(fault, reply)) return reply;
    if (!browser) return reply.code(404).send();
    const { ttl, topic = '', 'content-encoding': encoding } = request.headers;
    if (!/^\d+$/.test(String(ttl)) || encoding !== 'aes128gcm') return reply.code(400).send();
    try {
      const subject = await senderOf(request, url, browser);
      const text = decrypt(request.body as Buffer, browser);
      browser.messages.push({ text, topic: String(topic), ttlSeconds: Number(ttl), subject });
    } catch (error) {
      return reply.code(403).send({ message: error instanceof Error ? error.message : 'Bad' });
    }
    if (spoil(fault, reply)) return reply;
    return reply.code(201).header('location', `${url}/messages/${randomUUID()}`).send();
  });

  url = await listenAt(wished, (port) => app.listen({ host, port }));
  return {
    url,
    subscribe,
    messages: (endpoint) => browsers.get(idOf(endpoint))?.messages ?? [],
    drop: (endpoint) => void browsers.delete(idOf(endpoint)),
    async close() {
      closing.abort();
      await app.close();
    },
  };
}
