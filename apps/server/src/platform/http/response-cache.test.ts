import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify, type RouteHandlerMethod } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { nameRequests } from './request-id.ts';
import { makeResponseCache } from './response-cache.ts';
import { sendBytes } from './send-bytes.ts';

/** An app with one route that is asked only the first time. */
async function listening() {
  const app = fastify();
  nameRequests(app);
  app.decorateRequest('rawBody', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer;
    done(null, JSON.parse(body.toString()));
  });
  const responseCache = makeResponseCache(app);
  const seen = { asked: 0, served: 0, observed: [] as string[], bodies: [] as unknown[] };
  responseCache.observe(({ method, route }) => seen.observed.push(`${method} ${route}`));
  const handler: RouteHandlerMethod = (request, reply) => {
    seen.asked += 1;
    const bytes = Buffer.from(`body ${seen.asked}`);
    if (request.body) seen.bodies.push(request.body);
    reply.raw.setHeader('content-type', 'text/plain').setHeader('etag', '"one"');
    responseCache.keep(reply, bytes, {
      onServed: () => {
        seen.served += 1;
      },
    });
    sendBytes(reply, bytes);
  };
  const method = ['GET', 'POST'];
  app.route({ method, url: '/ready/:id', handler });
  app.route({ method, url: '/found', config: { takesQuery: true }, handler });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const ask = async (init: RequestInit = {}, path = '/ready/1') => {
    const reply = await fetch(url + path, init);
    return { headers: reply.headers, text: await reply.text() };
  };
  const question = (body: string, path = '/ready/1') =>
    ask({ method: 'POST', headers: { 'content-type': 'application/json' }, body }, path);
  return { ask, question, seen, responseCache, port: Number(new URL(url).port) };
}

test('a kept reply is sent again as it was, under another id, without asking its route', async () => {
  const { ask, seen } = await listening();
  const first = await ask();
  const second = await ask();
  expect(second.text).toBe(first.text);
  expect(seen).toMatchObject({ asked: 1, served: 1, observed: ['GET /ready/:id'] });
  const ids = [first, second].map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(2);
  const rest = ({ headers }: typeof first) =>
    [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  expect(rest(second)).toEqual(rest(first));
});

test.each([256, 20_000])(
  'every byte of a kept reply of %i bytes is sent as it is',
  async (size) => {
    const app = fastify();
    nameRequests(app);
    const responseCache = makeResponseCache(app);
    const bytes = Buffer.from(Array.from({ length: size }, (_, index) => index % 256));
    app.get('/bytes', (_request, reply) => {
      responseCache.keep(reply, bytes);
      reply.send(bytes);
    });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => app.close());
    for (const round of ['long', 'short']) {
      const reply = await fetch(`${url}/bytes`);
      expect(Buffer.from(await reply.arrayBuffer()).equals(bytes), round).toBe(true);
    }
    expect(responseCache.held.replies).toBe(1);
  },
);

test('a proxy may name a request that is answered the short way', async () => {
  const { ask } = await listening();
  await ask();
  const { headers } = await ask({ headers: { 'x-request-id': 'from-the-proxy' } });
  expect(headers.get('x-request-id')).toBe('from-the-proxy');
});

test('whoever asks in another way asks the route', async () => {
  const { ask, seen } = await listening();
  await ask();
  await ask({}, '/ready/1?');
  await ask({}, '/ready/2');
  await ask({ headers: { 'accept-encoding': 'br' } });
  await ask({ headers: { 'if-none-match': '"one"' } });
  await ask({ method: 'POST' });
  await ask({ method: 'POST' });
  expect(seen).toMatchObject({ asked: 7, served: 0 });
});

test('a question is answered again by its body; another body asks the route', async () => {
  const { question, seen } = await listening();
  const first = await question('{"page":1}');
  expect((await question('{"page":1}')).text).toBe(first.text);
  expect((await question('{"page":2}')).text).not.toBe(first.text);
  expect(seen).toMatchObject({
    asked: 2,
    served: 1,
    observed: ['POST /ready/:id'],
    bodies: [{ page: 1 }, { page: 2 }],
  });
});

test('a question that is long, or comes in pieces, reaches its route whole', async () => {
  const { question, seen, port } = await listening();
  await question('{"page":1}');
  const long = { text: 'x'.repeat(5_000) };
  await question(JSON.stringify(long));
  await question(JSON.stringify(long));
  const socket = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  const head = 'POST /ready/1 HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n';
  socket.write(`${head}content-length: 10\r\n\r\n{"pag`);
  // The first piece has been looked at once another request is answered.
  await question('{"page":2}');
  socket.write('e":1}');
  await once(socket, 'data');
  expect(seen.served).toBe(0);
  expect(seen.bodies).toEqual([{ page: 1 }, long, long, { page: 2 }, { page: 1 }]);
});

test('nothing is sent again once it is forgotten', async () => {
  const { ask, responseCache } = await listening();
  await ask();
  responseCache.forget();
  expect((await ask()).text).toBe('body 2');
});

test('a query is kept only where the call describes one', async () => {
  const { ask, question, seen, responseCache } = await listening();
  for (let i = 0; i < 2; i += 1) {
    await ask({}, `/ready/1?any=thing`);
    await question('{"page":1}', '/ready/1?any=thing');
  }
  expect(responseCache.held).toEqual({ replies: 0, addresses: 0, bytes: 0 });
  await ask({}, '/found?search=a');
  await ask({}, '/found?search=a');
  expect(seen).toMatchObject({ asked: 5, served: 1 });
});

test('who asks at great length is not remembered', async () => {
  const { ask, responseCache } = await listening();
  await ask({}, `/found?search=${'x'.repeat(512)}`);
  await ask({ headers: { 'accept-encoding': 'br;q=0.5, '.repeat(8) } });
  expect(responseCache.held.replies).toBe(0);
});

test('what is kept weighs its key and its headers too', async () => {
  const { ask, responseCache } = await listening();
  await ask({}, '/found?a');
  const short = responseCache.held.bytes;
  responseCache.forget();
  await ask({}, `/found?${'a'.repeat(401)}`);
  expect(responseCache.held.bytes - short).toBe(2 * 400);
  expect(short).toBeGreaterThan(1_000);
});

test('what is kept has a limit: the first to come are the first to go', async () => {
  const { ask, seen, responseCache } = await listening();
  await ask();
  const big = Buffer.alloc(3 * 1024 * 1024);
  const reply = (id: number) =>
    ({
      request: { raw: { method: 'GET', headers: {}, url: `/${id}` }, routeOptions: {} },
      raw: { getHeaderNames: () => [] },
    }) as unknown as Parameters<typeof responseCache.keep>[0];
  responseCache.keep(reply(1), big);
  expect((await ask()).text).toBe('body 1');
  responseCache.keep(reply(2), big);
  await ask();
  expect(seen).toMatchObject({ asked: 2, served: 1 });
});

test('endless addresses take no more than what is kept may weigh', () => {
  const app = fastify();
  const responseCache = makeResponseCache(app);
  const bytes = Buffer.from('body');
  for (let id = 0; id < 20_000; id += 1) {
    const headers = { 'content-type': 'application/json', 'content-length': '2' };
    const raw = { method: 'POST', headers, url: `/${id}` };
    responseCache.keep(
      {
        request: { raw, routeOptions: {}, rawBody: Buffer.from('{}') },
        raw: { getHeaderNames: () => [] },
      } as unknown as Parameters<typeof responseCache.keep>[0],
      bytes,
    );
  }
  const { replies, addresses, bytes: weight } = responseCache.held;
  expect(weight).toBeLessThanOrEqual(5 * 1024 * 1024);
  expect(replies).toBeLessThan(9_000);
  expect(addresses).toBe(replies);
});
