/**
 * Limits of a connection, a network and the whole process. By itself Node starts every pipelined request at once, buffers unread replies, and waits minutes for a slow body.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { seconds } from '../process/durations.ts';
import { type IsProxy, networkOf, wideNetworkOf } from './network.ts';

/** Why connections were closed, for metrics. */
export const endings = ['too many requests', 'not read', 'sent slowly', 'too many'] as const;
export type EndedFor = (typeof endings)[number];

export interface ConnectionLimits {
  /** Most connections in all, and of one network (trusted proxies aside). */
  readonly inAll: number;
  readonly ofNetwork: number;
  /** Most pipelined requests that wait on a connection. */
  readonly waiting: number;
  /** Timeout of a reply that is not read, and of a silent connection. */
  readonly stillMs: number;
  /** Least pace of an incomplete request, in bytes a second over this interval. */
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
  /** Closes idle connections until the server is closed. */
  finish(): void;
}

export interface Guarding {
  readonly limits?: Partial<ConnectionLimits>;
  /** Whether an address is a trusted proxy, which serves many people. */
  readonly isProxy: IsProxy;
  /** Answers an invalid or too slow request and closes. */
  readonly hangUp: (error: NodeJS.ErrnoException, socket: Socket) => void;
}

type Pair = readonly [request: IncomingMessage, response: ServerResponse];

/** A connection without data counts as new for so long. */
const unusedMs = seconds(0.5);
const finishEveryMs = 50;

/** Whether a request has a body. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** Whether a request has exactly one Host: with two, a proxy and this server could differ. HTTP/1.0 needs none. */
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
  /** The client's network; none for a proxy. */
  readonly networks: readonly string[];
  readonly openedMs = performance.now();
  /** The running request and those queued behind it. */
  readonly pairs: Pair[] = [];
  /** The last request, and its bytes at the last check of the pace. */
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
  /** Opened just now, without data so far. */
  get isFresh() {
    return this.socket.bytesRead === 0 && performance.now() - this.openedMs <= unusedMs;
  }
  /** Waits for its client: for a request, the rest of one, or the reading of a reply. */
  get waitsForClient() {
    return this.request?.complete === false || this.isUnread || this.isFresh;
  }

  /** Whether the request being read brought less than `least` bytes since the last check. */
  isSlow(least: number): boolean {
    const { request, socket, looked } = this;
    this.looked = { request, bytes: socket.bytesRead };
    const wasRead = request?.complete === false && request === looked.request;
    return wasRead && socket.bytesRead - looked.bytes < least;
  }
}

/** Open connections, counted by network; `most` in all and per network. */
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

  /** Evicts an idle connection for a new one: of the same network if that is full, else one that waits for its client. */
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

/** Starts the requests of a connection one at a time, each after the previous reply was written. */
function serveInTurn(
  server: Server,
  open: OpenConnections,
  { waiting: mostWaiting }: ConnectionLimits,
  { hangUp }: Guarding,
): void {
  const handlers = server.listeners('request') as ((...pair: Pair) => void)[];
  const begin = ([request, response]: Pair) => {
    if (!namesHost(request)) return hangUp(unnamed, request.socket);
    // GET bodies are not read: they would wait in memory.
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
  // Unknown Expect headers are ignored instead of answered with a bare 417.
  server.on('checkExpectation', take);
}

/**
 * Limits the connections of a server; a proxy limits those of its own clients. A connection holds one reply at a time.
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
