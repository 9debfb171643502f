/** Servers between the shop and the provider: one that listens to every request that passes. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server for the running test; answers its address. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The whole body of a message. */
export async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A request the shop made to the provider. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  /** The header PayPal-Request-Id. */
  readonly requestId: string | undefined;
  readonly body: string;
}

export interface Line {
  /** Where the shop finds the provider: give it to `startShop` as PAYPAL_API_URL. */
  readonly url: string;
  readonly asked: Asked[];
  /** Where the line leads; before that nothing passes. */
  leadTo(url: string): void;
  /** The request ids of captures, in order, repetitions of the adapter itself left out. */
  captureIds(): string[];
}

/** A line to the provider that writes down what passes. */
export async function openLine(): Promise<Line> {
  const asked: Asked[] = [];
  let target = '';
  const server = createServer(async (incoming, outgoing) => {
    const body = await bytesOf(incoming);
    const { method = '', url = '', headers } = incoming;
    const requestId = headers['paypal-request-id'] as string | undefined;
    asked.push({ method, path: url, requestId, body: body.toString() });
    const onward = request(target + url, { method, headers });
    onward.on('error', () => outgoing.destroy());
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.end(body);
  });
  const url = await listen(server);
  return {
    url,
    asked,
    leadTo(next) {
      target = next;
    },
    captureIds: () =>
      asked
        .filter(({ path }) => path.endsWith('/capture'))
        .map(({ requestId }) => requestId ?? 'none'),
  };
}
