import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type ConnectionLimits, guardConnections } from './connections.ts';
import { proxiesOf } from './network.ts';

type Pair = [request: IncomingMessage, response: ServerResponse];

/** A guarded server that leaves every request to the test. */
async function guarded(limits: Partial<ConnectionLimits> = {}, trustProxy = 'loopback') {
  const begun: Pair[] = [];
  const server = createServer((...pair) => begun.push(pair));
  const connections = guardConnections(server, {
    limits,
    isProxy: proxiesOf(trustProxy),
    hangUp: (error, socket) => socket.end(error.message),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  /** A connection that is open; what comes is kept by nobody who does not read it. */
  const dial = async (localAddress = '127.0.0.1') => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const answer = (index: number, body: string | Buffer = 'ok') => begun[index]?.[1].end(body);
  const urls = () => begun.map(([{ url }]) => url);
  return { server, connections, begun, dial, answer, urls };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`;
const post = (length: number) =>
  `POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: ${length}\r\n\r\n`;

/** Resolves when the other side has ended a connection; what it said is read meanwhile. */
async function theEnd(socket: Socket): Promise<string> {
  let said = '';
  socket.on('data', (part) => {
    said += part;
  });
  if (!socket.closed) await once(socket, 'close');
  return said;
}

/** Which proxies are trusted where those of a test are strangers. */
const strangers = 'uniquelocal';

const large = Buffer.alloc(32 * 1024 * 1024);

test('requests of one connection are begun one after the other, each when the reply before it has left', async () => {
  const { dial, urls, answer } = await guarded();
  const socket = await dial();
  socket.write(get('/1') + get('/2') + get('/3'));
  await expect.poll(urls).toEqual(['/1']);
  answer(0);
  await expect.poll(urls).toEqual(['/1', '/2']);
  answer(1, large);
  // Nobody reads yet.
  const other = await dial();
  other.write(get('/other'));
  await expect.poll(urls).toEqual(['/1', '/2', '/other']);
  socket.resume();
  await expect.poll(urls).toEqual(['/1', '/2', '/other', '/3']);
});

test('a connection on which too many requests wait is ended, and none of them is begun', async () => {
  const { dial, urls, connections } = await guarded({ waiting: 2 });
  const patient = await dial();
  patient.write(get('/a') + get('/b') + get('/c'));
  const greedy = await dial();
  greedy.write(Array.from({ length: 500 }, (_, index) => get(`/${index}`)).join(''));
  await theEnd(greedy);
  expect(connections.ended['too many requests']).toBe(1);
  expect(connections.open).toBe(1);
  expect(urls()).not.toContain('/1');
});

test('a body waits for nobody: that of a question is passed over, and one behind another request ends its connection', async () => {
  const { dial, begun, connections } = await guarded();
  const asks = await dial();
  asks.write(
    `GET / HTTP/1.1\r\nhost: shop\r\ncontent-length: 500000\r\n\r\n${'x'.repeat(500_000)}`,
  );
  await expect.poll(() => begun[0]?.[0].complete).toBe(true);
  const hurries = await dial();
  hurries.write(get('/1') + post(10));
  await theEnd(hurries);
  expect(connections.ended['too many requests']).toBe(1);
});

test('a reply of which nothing is taken for a while is given up', async () => {
  const { dial, answer, urls, connections } = await guarded({ stillMs: 100 });
  const socket = await dial();
  socket.write(get('/'));
  await expect.poll(urls).toEqual(['/']);
  answer(0, large);
  await expect.poll(() => connections.ended['not read']).toBe(1);
  expect(connections.open).toBe(0);
});

test('an open line that says nothing is ended; one that waits for its reply is not', async () => {
  const { server, dial, answer, urls } = await guarded({ stillMs: 100 });
  let still = 0;
  server.on('timeout', () => {
    still += 1;
  });
  const waits = await dial();
  waits.write(get('/long'));
  await expect.poll(urls).toEqual(['/long']);
  const silent = await dial();
  await theEnd(silent);
  await expect.poll(() => still).toBe(2);
  answer(0, 'done');
  const [said] = await once(waits, 'data');
  expect(String(said)).toContain('done');
});

test('a request that comes too slowly is given up, however many bytes drip in', async () => {
  const { dial, urls, connections } = await guarded({ wholeMs: 50, bytesASecond: 1_000_000 });
  const socket = await dial();
  socket.write(post(1_000_000));
  await expect.poll(urls).toEqual(['/']);
  const dripping = setInterval(() => socket.write('x'), 10);
  onTestFinished(() => clearInterval(dripping));
  expect(await theEnd(socket)).toBe('sent too slowly');
  expect(connections.ended['sent slowly']).toBe(1);
});

test('a request that came quickly at first and drips since is given up, too', async () => {
  const { dial, begun, connections } = await guarded({ wholeMs: 400, bytesASecond: 100_000 });
  const socket = await dial();
  socket.write(post(10_000_000));
  await expect.poll(() => begun.length).toBe(1);
  begun[0]?.[0].resume();
  const dripping = setInterval(() => socket.write('x'), 10);
  onTestFinished(() => clearInterval(dripping));
  // Once it was looked at: two megabytes at once, which are no reason to be waited for for twenty seconds.
  setTimeout(() => socket.write(Buffer.alloc(2_000_000, 0x20)), 410);
  await expect.poll(() => connections.ended['sent slowly'], { timeout: 4_000 }).toBe(1);
});

test('when there is no room for anybody, who sends a body slowly makes some', async () => {
  const { dial, begun, urls } = await guarded({ inAll: 3 });
  for (let n = 0; n < 3; n += 1) (await dial()).write(post(1_000));
  await expect.poll(() => begun.length).toBe(3);
  (await dial()).write(get('/honest'));
  await expect.poll(urls).toContain('/honest');
});

test('who ends each request only to begin another makes room, and neither a slow phone nor who has not asked yet does', async () => {
  const { dial, begun, urls, server, connections } = await guarded({ inAll: 4 }, strangers);
  server.on('request', ({ method }: IncomingMessage, response: ServerResponse) => {
    if (method === 'POST') response.end();
  });
  const phone = await dial('127.0.2.1');
  phone.write(`${post(10)}half`);
  await expect.poll(() => begun.length).toBe(1);
  const crowd = ['127.0.1.1', '127.0.1.2', '127.0.1.3'];
  for (const one of await Promise.all(crowd.map(dial))) {
    one.resume();
    one.write(`${post(10)}half`);
    const again = setInterval(() => one.write(` whole${post(10)}half`), 20);
    onTestFinished(() => clearInterval(again));
  }
  await expect.poll(() => begun.length).toBeGreaterThan(20);
  const honest = await dial();
  // More of the crowd come before it asks; they push out each other.
  await Promise.all(crowd.map(dial));
  await expect.poll(() => connections.ended['too many']).toBe(4);
  honest.write(get('/honest'));
  await expect.poll(urls).toContain('/honest');
  expect(phone.closed).toBe(false);
});

test('nobody goes for a newcomer from where as many connections are', async () => {
  const { dial, begun, connections } = await guarded({ inAll: 2 }, strangers);
  const phone = await dial('127.0.2.1');
  phone.write(`${post(10)}half`);
  (await dial('127.0.1.1')).write(`${post(10)}half`);
  await expect.poll(() => begun.length).toBe(2);
  await theEnd(await dial('127.0.1.2'));
  expect(connections).toMatchObject({ open: 2, ended: { 'too many': 1 } });
  expect(phone.closed).toBe(false);
});

test('a long request that keeps its pace may take its time', async () => {
  const { dial, begun, answer } = await guarded({ wholeMs: 20, bytesASecond: 0 });
  const socket = await dial();
  socket.write(post(100_000));
  await expect.poll(() => begun.length).toBe(1);
  const request = begun[0]?.[0];
  request?.resume();
  let bytes = 0;
  const sending = setInterval(() => {
    socket.write('x'.repeat(10_000));
    bytes += 10_000;
    if (bytes === 100_000) clearInterval(sending);
  }, 10);
  onTestFinished(() => clearInterval(sending));
  await expect.poll(() => request?.complete).toBe(true);
  answer(0, 'whole');
  expect(String((await once(socket, 'data'))[0])).toContain('whole');
});

test('of a network that has its number of connections, an idle one makes room, a busy one does not', async () => {
  const { dial, urls, connections } = await guarded({ ofNetwork: 2 }, strangers);
  const busy = await dial();
  busy.write(get('/1'));
  await expect.poll(urls).toEqual(['/1']);
  const idle = await dial();
  const third = await dial();
  await theEnd(idle);
  third.write(get('/2'));
  await expect.poll(urls).toEqual(['/1', '/2']);
  await theEnd(await dial());
  expect(connections.open).toBe(2);
});

test('a trusted proxy may have more connections than a stranger', async () => {
  const { dial, connections } = await guarded({ ofNetwork: 2 });
  for (let count = 0; count < 5; count += 1) await dial();
  await expect.poll(() => connections.open).toBe(5);
});

test('when there is no room for anybody, idle connections go first, then those that do not read', async () => {
  const { dial, urls, answer, connections } = await guarded({ inAll: 3 });
  const unread = await dial();
  unread.write(get('/unread'));
  await expect.poll(urls).toEqual(['/unread']);
  answer(0, large);
  const idle = await dial();
  idle.write(get('/idle'));
  await expect.poll(urls).toEqual(['/unread', '/idle']);
  answer(1);
  await once(idle, 'data');
  const busy = await dial();
  busy.write(get('/busy'));
  await expect.poll(urls).toEqual(['/unread', '/idle', '/busy']);
  const first = await dial();
  await theEnd(idle);
  first.write(get('/first'));
  await expect.poll(urls).toEqual(['/unread', '/idle', '/busy', '/first']);
  const second = await dial();
  second.write(get('/second'));
  await expect.poll(urls).toEqual(['/unread', '/idle', '/busy', '/first', '/second']);
  unread.resume();
  await theEnd(unread);
  // All of them are being served now: who comes has to come again.
  await theEnd(await dial());
  expect(connections).toMatchObject({ open: 3, ended: { 'too many': 3 } });
});

test('a server that ends does not wait for connections nobody used, nor for the next request on others', async () => {
  const { server, connections, begun, dial, answer } = await guarded();
  const [unused, begins, asks] = [await dial(), await dial(), await dial()];
  begins.write('GET /half');
  asks.write(get('/1'));
  await expect.poll(() => begun.length).toBe(1);
  connections.finish();
  const closed = new Promise((resolve) => server.close(resolve));
  expect(await theEnd(unused)).toBe('');
  begins.write(' HTTP/1.1\r\nhost: shop\r\n\r\n');
  await expect.poll(() => begun.length).toBe(2);
  answer(0, 'the first');
  answer(1, 'the second');
  expect(await theEnd(asks)).toContain('the first');
  expect(await theEnd(begins)).toContain('the second');
  await closed;
});
