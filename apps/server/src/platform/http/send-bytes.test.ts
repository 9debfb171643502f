import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { endWith } from './send-bytes.ts';

/** A server that answers each address with itself, and says how many it has been asked. */
async function echoing() {
  const seen = { asked: 0, sentAtOnce: 0 };
  const server = createServer((request, response) => {
    seen.asked += 1;
    const body = request.url ?? '';
    response.writeHead(200, { 'content-length': body.length });
    endWith(response, body);
    if (response.writableEnded) seen.sentAtOnce += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return { seen, port: (server.address() as AddressInfo).port };
}

const asking = (path: string) => `GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`;

/** The bodies of `count` replies on a connection, in the order they came. */
async function bodiesOf(socket: ReturnType<typeof connect>, count: number): Promise<string[]> {
  let text = '';
  for await (const part of socket) {
    text += part;
    const bodies = [...text.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, body = '']) => body);
    if (bodies.length === count && text.endsWith(`/${count - 1}`)) return bodies;
  }
  throw new Error(`the connection ended after ${text}`);
}

test('replies to what came together are all sent, each in its turn, and no more than 16 wait', async () => {
  const { seen, port } = await echoing();
  const socket = connect(port, '127.0.0.1');
  const paths = Array.from({ length: 100 }, (_, index) => `/${index}`);
  socket.write(paths.map(asking).join(''));
  expect(await bodiesOf(socket, 100)).toEqual(paths);
  expect(seen).toEqual({ asked: 100, sentAtOnce: 6 });
});

test('who hangs up while a reply waits holds up nobody', async () => {
  const { port } = await echoing();
  const gone = connect(port, '127.0.0.1');
  await once(gone, 'connect');
  gone.write(asking('/gone'));
  gone.resetAndDestroy();
  const socket = connect(port, '127.0.0.1');
  socket.write(asking('/0'));
  expect(await bodiesOf(socket, 1)).toEqual(['/0']);
  expect(await (await fetch(`http://127.0.0.1:${port}/still`)).text()).toBe('/still');
});
