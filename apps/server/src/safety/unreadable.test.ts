/** What is hardly HTTP any more: the answer is the envelope all the same, or the line is dead. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answerUnreadable } from '../platform/http/unreadable-request.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

/**
 * Writes bytes to the shop's port and answers what came until the line was closed: by the shop, where we stay
 * on the line. Whoever hangs up is not waited for, so that a reply that takes a moment is lost.
 */
async function onTheLine(shop: TestShop, text: string, { stay = false } = {}): Promise<string> {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(text, 'latin1');
  if (!stay) socket.end();
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

const get = '/api/v1/options HTTP/1.1\r\nHost: shop\r\n';

interface Refused {
  status: number;
  code: string;
  data: null;
}

/** The status line's status, and the envelope. */
async function refusal(shop: TestShop, text: string): Promise<[number, string]> {
  const [head = '', body = ''] = (await onTheLine(shop, text)).split('\r\n\r\n');
  if (!body.startsWith('{')) throw new Error(`${text.slice(0, 80)}: ${head}`);
  const said = JSON.parse(body) as Refused;
  expect(said.data).toBeNull();
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${said.status} `));
  return [said.status, said.code];
}

const unreadable: Readonly<Record<string, string>> = {
  'not HTTP': 'hello\r\n\r\n',
  'an unknown method': `HACK ${get}\r\n`,
  'a control character in a header': `GET ${get}X-A: a\x00b\r\n\r\n`,
  'a header without a name': `GET ${get}: x\r\n\r\n`,
  'two lengths': `POST ${get}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
  'no host': 'GET /api/v1/options HTTP/1.1\r\n\r\n',
  'two hosts': `GET ${get}Host: another\r\n\r\n`,
  'a length and chunks': `POST ${get}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a negative length': `POST ${get}Content-Length: -1\r\n\r\n`,
};

test('what is not HTTP is refused with the envelope', async () => {
  const shop = await startShop({ working: false });
  const answers = await Promise.all(
    Object.entries(unreadable).map(async ([name, text]) => [name, await refusal(shop, text)]),
  );
  expect(answers).toEqual(
    Object.keys(unreadable).map((name) => [name, [400, 'request.malformed']]),
  );
  const long = `GET ${get}X-A: ${'a'.repeat(65_536)}\r\n\r\n`;
  expect(await refusal(shop, long)).toEqual([413, 'request.too_large']);
});

test('who goes on sending after the answer that it was too slow, and does not hang up, is cut off', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  const said = once(socket, 'data');
  socket.write('POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 100000\r\n\r\n');
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  request.resume();
  request.on('error', () => undefined);
  const dripping = setInterval(() => socket.write('x'), 50);
  onTestFinished(() => clearInterval(dripping));
  const slow = Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  answerUnreadable(slow, request.socket, {});
  expect(String((await said)[0])).toMatch(/^HTTP\/1.1 408 /);
  await expect.poll(() => request.socket.destroyed, { timeout: 4_000 }).toBe(true);
});

test('who hangs up in the middle of a body is no fault, and rings no alarm', async () => {
  const shop = await startShop({ working: false, env: { LOG_LEVEL: 'info' } });
  const faults: unknown[] = [];
  const { error } = shop.log;
  shop.log.error = ((...line: unknown[]) => faults.push(line)) as typeof error;
  const head = 'Host: shop\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
  for (let n = 0; n < 20; n += 1) {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`POST /api/v1/login HTTP/1.1\r\n${head}{"sEmail":`);
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.destroy();
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(faults).toEqual([]);
});

const elsewhere = [
  'GET /api/v1/nothing',
  'GET /api/v1/%',
  'GET /api/v1/giftcards/%ff',
  `GET /api/v1/giftcards/${'a'.repeat(400)}`,
  'POST /api/v1/options',
  'PATCH /api/v1/cart',
  'OPTIONS /api/v1/cart',
  'TRACE /api/v1/cart',
  'POST /',
];

test('an address or method nobody serves is a refusal in the envelope', async () => {
  const shop = await startShop({ working: false });
  const ask = (line: string) =>
    refusal(shop, `${line} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`);
  const answers = await Promise.all(elsewhere.map(async (line) => [line, await ask(line)]));
  expect(answers).toEqual(elsewhere.map((line) => [line, [404, 'route.not_found']]));
});

test('every reply tells browsers to sniff nothing and to insist on https, those to what is hardly HTTP too', async () => {
  const shop = await startShop({
    working: false,
    env: { PUBLIC_URL: 'https://shop.example' },
  });
  const lines = [
    'GET / HTTP/1.1',
    'GET /api/v1/giftcards HTTP/1.1',
    'GET /api/v1/nothing HTTP/1.1',
    'GET /%ff HTTP/1.1',
    'GET /api/v1/giftcards/%ff HTTP/1.1',
    'HACK / HTTP/1.1',
    'GET / HTTP/1.1\r\nHost: another',
    'GET / HTTP/1.1\r\nExpect: nothing',
  ];
  const heads = await Promise.all(
    lines.map(async (line) => {
      const request = `${line}\r\nHost: shop\r\nConnection: close\r\n\r\n`;
      const said = await onTheLine(shop, request, { stay: true });
      const head = said.split('\r\n\r\n', 1)[0] ?? '';
      const guards = /^(?:x-content-type-options|referrer-policy|strict-transport-security): ./gim;
      return [line, head.match(guards)?.length];
    }),
  );
  expect(heads).toEqual(lines.map((line) => [line, 3]));
});

test('HEAD answers what GET would, without a body', async () => {
  const shop = await startShop({ working: false });
  const response = await fetch(`${shop.url}/api/v1/options`, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
  const refused = await fetch(`${shop.url}/api/v1/myprofile`, { method: 'HEAD' });
  expect(refused.status).toBe(401);
});
