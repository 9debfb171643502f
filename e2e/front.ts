/** An address of its own in front of a shop: it can be cut, stall, and answer some paths by itself. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Front {
  readonly port: number;
  /** The shop behind; none while it is cut. */
  target: string | undefined;
  /** Whether it takes every request and answers none. */
  stalled: boolean;
  /** Whether it answers as a balancer does that has no server left. */
  unmanned: boolean;
  /** Answers of its own by path; `undefined` breaks the connection. */
  readonly own: Map<string, string | undefined>;
  /** Where pages stop on their way for half a second, as on a slow link: before this text in them. */
  stopBefore: string | undefined;
  close(): Promise<void>;
}

/** Opens a front on a free port of this machine. */
export async function openFront(): Promise<Front> {
  const own = new Map<string, string | undefined>();
  const server = createServer((asked, reply) => {
    const { target, stalled } = front;
    if (stalled) return;
    if (front.unmanned) {
      reply.writeHead(503, { 'content-type': 'text/html' }).end('<h1>503 Service Unavailable</h1>');
      return;
    }
    const path = asked.url ?? '/';
    const text = own.get(path);
    if (!target || (own.has(path) && text === undefined)) {
      asked.socket.destroy();
      return;
    }
    if (text !== undefined) {
      const type = text.startsWith('<') ? 'text/html' : 'text/javascript';
      reply.writeHead(200, { 'content-type': type }).end(text);
      return;
    }
    const { method, headers } = asked;
    const isPage = headers.accept?.includes('text/html') === true;
    // A page that was kept would come without its words, and a packed one as bytes.
    if (isPage) for (const name of ['if-none-match', 'accept-encoding']) delete headers[name];
    const onward = request(target + path, { method, headers }, async (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      if (!isPage || !front.stopBefore) return answer.pipe(reply);
      const page = Buffer.concat(await answer.toArray());
      const stop = page.indexOf(front.stopBefore);
      reply.write(page.subarray(0, stop));
      await sleep(500);
      reply.end(page.subarray(stop));
    });
    onward.on('error', () => asked.socket.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const front: Front = {
    port,
    target: undefined,
    stalled: false,
    unmanned: false,
    own,
    stopBefore: undefined,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return front;
}
