/** A shop that keeps the webhooks it is sent, and answers them as told. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: { readonly id: string; readonly event_type: string };
}

export interface Shop extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  /** The types of the events so far, in the order they came. */
  types(): string[];
  /** The statuses of the next answers; 200 when none are left. */
  readonly answers: number[];
}

/** Opens the shop on the loopback address. */
export async function openShop(): Promise<Shop> {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ headers: request.headers, body, event: JSON.parse(body) });
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    answers,
    types: () => received.map(({ event }) => event.event_type),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
