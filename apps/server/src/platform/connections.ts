/**
 * What one connection, one network and all of them together may take of the process. Node by itself begins
 * every request that came in one piece, keeps the replies nobody reads, and waits for a reader for ever.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { seconds } from './durations.ts';
import { type IsProxy, networkOf } from './network.ts';

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
  /** After this time a request has to be whole, or to have brought so many bytes a second; so it is after each such time. */
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

type Pair = readonly [IncomingMessage, ServerResponse];

/** A request that was found unfinished, and how far it had come. */
interface Unfinished {
  readonly request: IncomingMessage;
  readonly sinceMs: number;
  readonly bytes: number;
}

interface Connection {
  readonly socket: Socket;
  readonly openedMs: number;
  /** Undefined for a proxy, which brings many people. */
  readonly network: string | undefined;
  /** The last request that was begun. */
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  readonly waiting: Pair[];
  unfinished: Unfinished | undefined;
}

const hasLeft = (response: ServerResponse | undefined) => response?.writableFinished ?? true;

/** Nothing of it is read, worked on or sent. */
const isIdle = ({ request, response }: Connection) =>
  hasLeft(response) && (request?.complete ?? true);

/** Browsers open more connections than they ask for. Node takes one without a request for one under way. */
const isUnused = ({ socket, openedMs }: Connection) =>
  socket.bytesRead === 0 && performance.now() - openedMs > unusedMs;

const isUnread = ({ socket, response }: Connection) =>
  !hasLeft(response) && socket.writableLength > 0;

const lookEveryMs = seconds(2);

/** So long nobody's request is called slow. */
const patienceMs = seconds(1);

/** A request comes sooner on a connection that was opened for it. */
const unusedMs = seconds(0.5);
const finishEveryMs = 50;

export interface Guarding {
  readonly limits?: Partial<ConnectionLimits>;
  /** Whose connections bring many people. */
  readonly isProxy: IsProxy;
  /** Answers a request that did not become whole in time, and hangs up. */
  readonly onSlow: (socket: Socket) => void;
}

/**
 * Bounds the connections of a server. Requests of one connection are begun one after the other, each when
 * the reply before it has left the process; so what a connection holds is one reply, however much it asks.
 */
export function guardConnections(
  server: Server,
  { limits, isProxy, onSlow }: Guarding,
): Connections {
  const most = { ...usualLimits, ...limits };
  const open = new Map<Socket, Connection>();
  const ofNetwork = new Map<string, number>();
  const ended: Record<EndedFor, number> = {
    'too many requests': 0,
    'not read': 0,
    'sent slowly': 0,
    'too many': 0,
  };

  const end = ({ socket }: Connection, why: EndedFor) => {
    ended[why] += 1;
    forget(socket);
    socket.destroy();
  };
  const count = (network: string | undefined, change: 1 | -1) => {
    if (network === undefined) return;
    const now = (ofNetwork.get(network) ?? 0) + change;
    if (now > 0) ofNetwork.set(network, now);
    else ofNetwork.delete(network);
  };
  const forget = (socket: Socket) => {
    const connection = open.get(socket);
    if (!connection) return;
    open.delete(socket);
    connection.waiting.length = 0;
    count(connection.network, -1);
  };
  const firstOf = (suits: (connection: Connection) => boolean): Connection | undefined => {
    for (const connection of open.values()) if (suits(connection)) return connection;
    return undefined;
  };

  /** Of those whose request is not whole for a while, who sends the least a second. */
  const slowest = (): Connection | undefined => {
    let [found, foundPace] = [undefined as Connection | undefined, Number.POSITIVE_INFINITY];
    const now = performance.now();
    for (const connection of open.values()) {
      const { unfinished, socket } = connection;
      if (!unfinished || unfinished.request.complete || now - unfinished.sinceMs < patienceMs)
        continue;
      const pace = (socket.bytesRead - unfinished.bytes) / (now - unfinished.sinceMs);
      if (pace < foundPace) [found, foundPace] = [connection, pace];
    }
    return found;
  };

  /** Who is idle makes room for who comes, then who does not read, then who sends slowly; nobody who is being served does. */
  const makeRoom = (network: string | undefined): boolean => {
    const own = (one: Connection) => one.network === network;
    if (network !== undefined && (ofNetwork.get(network) ?? 0) >= most.ofNetwork) {
      const idle = firstOf((one) => own(one) && isIdle(one));
      if (!idle) return false;
      end(idle, 'too many');
    }
    if (open.size < most.inAll) return true;
    const least = firstOf(isIdle) ?? firstOf(isUnread) ?? slowest();
    if (least) end(least, 'too many');
    return least !== undefined;
  };
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = isProxy(address, 0) ? undefined : networkOf(address);
    if (!makeRoom(network)) {
      ended['too many'] += 1;
      socket.destroy();
      return;
    }
    count(network, 1);
    const waiting: Pair[] = [];
    open.set(socket, {
      socket,
      openedMs: performance.now(),
      network,
      request: undefined,
      response: undefined,
      waiting,
      unfinished: undefined,
    });
    socket.once('close', () => forget(socket));
  });

  const handlers = server.listeners('request') as ((...pair: Pair) => void)[];
  const begin = (connection: Connection, request: IncomingMessage, response: ServerResponse) => {
    connection.request = request;
    connection.response = response;
    for (const handle of handlers) handle(request, response);
  };
  const beginNext = (connection: Connection) => {
    const next = connection.waiting.shift();
    if (next) begin(connection, ...next);
  };
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(request.socket);
    // What was read together with the request that ended its connection.
    if (!connection) return;
    const { waiting } = connection;
    if (waiting.length === 0 && hasLeft(connection.response))
      return begin(connection, request, response);
    if (waiting.length >= most.waiting) return end(connection, 'too many requests');
    const before = waiting.at(-1)?.[1] ?? connection.response;
    waiting.push([request, response]);
    // It closes when it has left, too.
    before?.once('close', () => beginNext(connection));
  };
  server.removeAllListeners('request');
  server.on('request', take);
  // An expectation nobody knows is passed over, rather than answered with a bare 417.
  server.on('checkExpectation', take);

  // Node's own clock of a connection: each byte that is read, or taken by the other side, winds it up.
  server.setTimeout(most.stillMs);
  server.on('timeout', (socket: Socket) => {
    const connection = open.get(socket);
    if (!connection) socket.destroy();
    else if (isUnread(connection)) end(connection, 'not read');
    else if (isIdle(connection)) socket.destroy();
  });

  /** Bodies are not held up by Node's clock: a byte now and then winds it up, and a large one takes its time. */
  const isSlow = (connection: Connection): boolean => {
    const request = connection.waiting.at(-1)?.[0] ?? connection.request;
    if (!request || request.complete) {
      connection.unfinished = undefined;
      return false;
    }
    const now = performance.now();
    const bytes = connection.socket.bytesRead;
    const { unfinished } = connection;
    if (unfinished?.request !== request) {
      connection.unfinished = { request, sinceMs: now, bytes };
      return false;
    }
    const tookMs = now - unfinished.sinceMs;
    const expected = (most.bytesASecond * tookMs) / seconds(1);
    if (tookMs <= most.wholeMs) return false;
    if (bytes - unfinished.bytes < expected) return true;
    // What came quickly at first is no reason to wait for the rest for ever.
    connection.unfinished = { request, sinceMs: now, bytes };
    return false;
  };
  const look = () => {
    for (const connection of open.values()) {
      if (!isSlow(connection)) continue;
      ended['sent slowly'] += 1;
      forget(connection.socket);
      onSlow(connection.socket);
    }
  };
  const looking = setInterval(look, Math.min(lookEveryMs, most.wholeMs)).unref();
  server.once('close', () => clearInterval(looking));

  return {
    get open() {
      return open.size;
    },
    ended,
    finish() {
      // A connection whose last request ends meanwhile would stay open, waiting for another.
      const sweep = () => {
        server.closeIdleConnections();
        for (const connection of open.values())
          if (isUnused(connection)) connection.socket.destroy();
      };
      const sweeping = setInterval(sweep, finishEveryMs);
      server.once('close', () => clearInterval(sweeping));
    },
  };
}
