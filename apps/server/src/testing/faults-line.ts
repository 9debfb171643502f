/** A recording proxy between the shop and the provider. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server for the running test; returns its address. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A request of the shop to the provider. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  /** The header PayPal-Request-Id. */
  readonly requestId: string | undefined;
  readonly body: string;
}

export interface Line {
  /** Address of the proxy: pass it to `startShop` as PAYPAL_API_URL. */
  readonly url: string;
  readonly asked: Asked[];
  /** Sets the target; without one requests fail. */
  leadTo(url: string): void;
  /** Request ids of captures in order, without the adapter's own retries. */
  captureIds(): string[];
}

/** Opens a proxy to the provider that records requests. */
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
