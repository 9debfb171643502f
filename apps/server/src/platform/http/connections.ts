/**
 * What one connection, one network and all of them together may take of the process. Node by itself begins
 * every request that came in one piece, keeps the replies nobody reads, and waits for a slow body for minutes.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { seconds } from '../process/durations.ts';
import { type IsProxy, networkOf, wideNetworkOf } from './network.ts';

/** Why connections were ended, for those who count. */
export const endings = ['too many requests', 'not read', 'sent slowly', 'too many'] as const;
export type EndedFor = (typeof endings)[number];

export interface ConnectionLimits {
  /** Connections of all, and of one network that is no proxy of ours. */
  readonly inAll: number;
  readonly ofNetwork: number;
  /** Requests of one connection that wait for the one before them. */
  readonly waiting: number;
  /** A reply of which nothing was taken for so long is given up; so is an open line that says nothing. */
  readonly stillMs: number;
  /** In each such time a request that is not whole has to bring so many bytes a second. */
  readonly wholeMs: number;
  readonly bytesASecond: number;
}

/**
 * No browser has more than one request on a connection, nor more than six connections; a network may be a
 * whole house of them. A slow phone sends 8 kB a second.
 */
export const usualLimits: ConnectionLimits = {
  inAll: 2_000,
  ofNetwork: 200,
  waiting: 8,
  stillMs: seconds(20),
  wholeMs: seconds(20),
  bytesASecond: 8 * 1024,
};

export interface Connections {
  readonly open: number;
  readonly ended: Readonly<Record<EndedFor, number>>;
  /** Ends those on which nothing is under way, and goes on with it until the server is closed. */
  finish(): void;
}

export interface Guarding {
  readonly limits?: Partial<ConnectionLimits>;
  /** Whose connections bring many people. */
  readonly isProxy: IsProxy;
  /** Answers what is no request, or is not whole in time, and hangs up. */
  readonly hangUp: (error: NodeJS.ErrnoException, socket: Socket) => void;
}

type Pair = readonly [request: IncomingMessage, response: ServerResponse];

/** A request comes sooner on a connection that was opened for it. */
const unusedMs = seconds(0.5);
const finishEveryMs = 50;

/** Whether anything comes after the head of a request. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** Whether a request names one host: of two, a proxy may go by the one and we by the other. Before HTTP/1.1 none is needed. */
function namesHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const isHost = (word: string, at: number) =>
    at % 2 === 0 && word.length === 4 && word.toLowerCase() === 'host';
  const hosts = rawHeaders.filter(isHost).length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

const slow = Object.assign(new Error('sent too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
const unnamed = new Error('names no host, or two');

class Connection {
  readonly socket: Socket;
  /** The address and what surrounds it; nothing for a proxy, which brings many people. */
  readonly networks: readonly string[];
  readonly openedMs = performance.now();
  /** The one that is served, and those that wait for it. */
  readonly pairs: Pair[] = [];
  /** The last request, and how much had come when the pace was looked at. */
  request: IncomingMessage | undefined;
  looked: { request?: IncomingMessage | undefined; bytes: number } = { bytes: 0 };

  constructor(socket: Socket, isProxy: IsProxy) {
    const address = socket.remoteAddress ?? '';
    this.socket = socket;
    this.networks = isProxy(address, 0) ? [] : [networkOf(address), wideNetworkOf(address)];
  }

  get isIdle() {
    return this.pairs.length === 0 && this.request?.complete !== false;
  }
  get isUnread() {
    return this.pairs.length > 0 && this.socket.writableLength > 0;
  }
  /** Nothing came yet, and there was hardly time for it. */
  get isFresh() {
    return this.socket.bytesRead === 0 && performance.now() - this.openedMs <= unusedMs;
  }
  /** Waits for whoever is on the other side: to ask, to send the rest, or to read. */
  get waitsForClient() {
    return this.request?.complete === false || this.isUnread || this.isFresh;
  }

  /** Whether what is read now brought less than `least` bytes since the last look. */
  isSlow(least: number): boolean {
    const { request, socket, looked } = this;
    this.looked = { request, bytes: socket.bytesRead };
    const wasRead = request?.complete === false && request === looked.request;
    return wasRead && socket.bytesRead - looked.bytes < least;
  }
}

/** Open connections, and how many of each network; `most` of all and of one. */
class OpenConnections {
  readonly all = new Map<Socket, Connection>();
  readonly ended = Object.fromEntries(endings.map((why) => [why, 0])) as Record<EndedFor, number>;
  readonly #of = new Map<string, number>();
  readonly #most: ConnectionLimits;

  constructor(most: ConnectionLimits) {
    this.#most = most;
  }

  #count(connection: Connection, change: 1 | -1): void {
    for (const network of connection.networks) {
      const now = this.#countOf(network) + change;
      if (now > 0) this.#of.set(network, now);
      else this.#of.delete(network);
    }
  }
  readonly #countOf = (network = '') => this.#of.get(network) ?? 0;

  add(connection: Connection): void {
    this.#count(connection, 1);
    this.all.set(connection.socket, connection);
    connection.socket.once('close', () => this.forget(connection));
  }
  forget(connection: Connection): void {
    connection.pairs.length = 0;
    if (this.all.delete(connection.socket)) this.#count(connection, -1);
  }
  end(connection: Connection, why: EndedFor): void {
    this.ended[why] += 1;
    this.forget(connection);
    connection.socket.destroy();
  }

  /** An idle one makes room for a newcomer; of a network that has its number, one of that network. */
  makeRoom({ networks: [network, around] }: Connection): boolean {
    const isFull = this.#countOf(network) >= this.#most.ofNetwork;
    if (!isFull && this.all.size < this.#most.inAll) return true;
    const open = [...this.all.values()];
    const idle = open.find(
      ({ isIdle, isFresh, networks: [own] }) => isIdle && (isFull ? own === network : !isFresh),
    );
    const least = idle ?? (isFull ? undefined : this.#ofMost(open, around));
    if (least) this.end(least, 'too many');
    return least !== undefined;
  }

  /**
   * One that waits for its client, from where the most connections are: many from few places push out each other, and
   * few from elsewhere never. What a proxy brought goes last.
   */
  #ofMost(open: readonly Connection[], around: string | undefined): Connection | undefined {
    const weight = ({ networks }: Connection) => this.#countOf(networks[1]);
    return open
      .filter((one) => one.waitsForClient)
      .filter((one) => one.networks.length === 0 || weight(one) > this.#countOf(around))
      .reduce<Connection | undefined>(
        (most, one) => (most && weight(most) >= weight(one) ? most : one),
        undefined,
      );
  }
}

/** Begins the requests of a connection one after the other, each when the reply before it has left the process. */
function serveInTurn(
  server: Server,
  open: OpenConnections,
  { waiting: mostWaiting }: ConnectionLimits,
  { hangUp }: Guarding,
): void {
  const handlers = server.listeners('request') as ((...pair: Pair) => void)[];
  const begin = ([request, response]: Pair) => {
    if (!namesHost(request)) return hangUp(unnamed, request.socket);
    // Nobody reads the body of a question: it would wait in memory, where it comes byte by byte each by itself.
    if (request.method === 'GET') request.resume();
    for (const handle of handlers) handle(request, response);
  };
  const take = (...pair: Pair) => {
    const [request, response] = pair;
    const connection = open.all.get(request.socket);
    // What was read together with the request that ended its connection.
    if (!connection) return;
    const { pairs } = connection;
    connection.request = request;
    // A body would wait in memory as well, and nobody sends one before the reply to another request.
    if (pairs.length > mostWaiting || (pairs.length > 0 && hasBody(request)))
      return open.end(connection, 'too many requests');
    pairs.push(pair);
    response.once('close', () => {
      pairs.shift();
      if (pairs[0]) begin(pairs[0]);
    });
    if (pairs.length === 1) begin(pair);
  };
  server.removeAllListeners('request');
  server.on('request', take);
  // An expectation nobody knows is passed over, rather than answered with a bare 417.
  server.on('checkExpectation', take);
}

/**
 * Bounds the connections of a server; a proxy in front bounds those of its clients. What a connection holds is one
 * reply, however much it asks.
 */
export function guardConnections(server: Server, guarding: Guarding): Connections {
  const limits = { ...usualLimits, ...guarding.limits };
  const open = new OpenConnections(limits);
  server.prependListener('connection', (socket: Socket) => {
    const connection = new Connection(socket, guarding.isProxy);
    if (open.makeRoom(connection)) open.add(connection);
    else open.end(connection, 'too many');
  });
  serveInTurn(server, open, limits, guarding);

  // Node's own clock of a connection: each byte that is read, or taken by the other side, winds it up.
  server.setTimeout(limits.stillMs);
  server.on('timeout', (socket: Socket) => {
    const connection = open.all.get(socket);
    if (connection?.isUnread) open.end(connection, 'not read');
    else if (connection?.isIdle !== false) socket.destroy();
  });

  const look = () => {
    for (const connection of open.all.values()) {
      if (!connection.isSlow((limits.bytesASecond * limits.wholeMs) / seconds(1))) continue;
      open.ended['sent slowly'] += 1;
      open.forget(connection);
      guarding.hangUp(slow, connection.socket);
    }
  };
  const looking = setInterval(look, limits.wholeMs).unref();
  server.once('close', () => clearInterval(looking));

  return {
    get open() {
      return open.all.size;
    },
    ended: open.ended,
    finish() {
      // A connection whose last request ends meanwhile would stay open; one without any counts for Node as under way.
      const sweep = () => {
        server.closeIdleConnections();
        for (const { socket, isFresh } of open.all.values())
          if (socket.bytesRead === 0 && !isFresh) socket.destroy();
      };
      const sweeping = setInterval(sweep, finishEveryMs);
      server.once('close', () => clearInterval(sweeping));
    },
  };
}
