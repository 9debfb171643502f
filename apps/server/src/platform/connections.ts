/**
 * What one connection, one network and all of them together may take of the process. Node by itself begins
 * every request that came in one piece, keeps the replies nobody reads, and waits for a reader for ever.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { seconds } from './durations.ts';
import { chooseToGo, type Place, placeOf } from './make-room.ts';
import type { IsProxy } from './network.ts';

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

interface Connection {
  readonly socket: Socket;
  readonly openedMs: number;
  /** Undefined for a proxy, which brings many people. */
  readonly place: Place | undefined;
  /** The last request that was begun. */
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  readonly waiting: Pair[];
  /** Since when the pace of what comes is measured, and how many bytes had come then. */
  sinceMs: number;
  bytes: number;
}

const hasLeft = (response: ServerResponse | undefined) => response?.writableFinished ?? true;

/** Whether anything comes after the head of a request. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** Nothing of it is read, worked on or sent. */
const isIdle = ({ request, response }: Connection) =>
  hasLeft(response) && (request?.complete ?? true);

const isNew = ({ openedMs }: Connection) => performance.now() - openedMs <= unusedMs;

/** Browsers open more connections than they ask for. Node takes one without a request for one under way. */
const isUnused = (connection: Connection) =>
  connection.socket.bytesRead === 0 && !isNew(connection);

/** Nothing came yet, and there was hardly time for it. */
const isFresh = (connection: Connection) => connection.socket.bytesRead === 0 && isNew(connection);

/** The request that is read now, or was last. */
const lastRequest = ({ waiting, request }: Connection) => waiting.at(-1)?.[0] ?? request;

const isUnread = ({ socket, response }: Connection) =>
  !hasLeft(response) && socket.writableLength > 0;

/** It is waited for whoever is on the other side: to ask, to send the rest, or to read. */
const isWaitedFor = (connection: Connection) =>
  lastRequest(connection)?.complete === false || isUnread(connection) || isFresh(connection);

const lookEveryMs = seconds(2);

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
  const count = (place: Place | undefined, change: 1 | -1) => {
    if (!place) return;
    const now = (ofNetwork.get(place.network) ?? 0) + change;
    if (now > 0) ofNetwork.set(place.network, now);
    else ofNetwork.delete(place.network);
  };
  const forget = (socket: Socket) => {
    const connection = open.get(socket);
    if (!connection) return;
    open.delete(socket);
    connection.waiting.length = 0;
    count(connection.place, -1);
  };
  const firstOf = (suits: (connection: Connection) => boolean): Connection | undefined => {
    for (const connection of open.values()) if (suits(connection)) return connection;
    return undefined;
  };

  /** By how many bytes what is read now is behind the pace it has to keep. */
  const behind = ({ socket, sinceMs, bytes }: Connection): number =>
    (most.bytesASecond * (performance.now() - sinceMs)) / seconds(1) - (socket.bytesRead - bytes);

  /**
   * Who is idle makes room for who comes, then one of those that are waited for, from where there are the most of them:
   * wherever one is from, many do not push out few. Nobody who is being served does.
   */
  const makeRoom = (place: Place | undefined): boolean => {
    if (place && (ofNetwork.get(place.network) ?? 0) >= most.ofNetwork) {
      const idle = firstOf((one) => one.place?.network === place.network && isIdle(one));
      if (!idle) return false;
      end(idle, 'too many');
    }
    if (open.size < most.inAll) return true;
    const least =
      firstOf((one) => isIdle(one) && !isFresh(one)) ??
      chooseToGo([...open.values()].filter(isWaitedFor), place, behind);
    if (least) end(least, 'too many');
    return least !== undefined;
  };
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const place = isProxy(address, 0) ? undefined : placeOf(address);
    if (!makeRoom(place)) {
      ended['too many'] += 1;
      socket.destroy();
      return;
    }
    count(place, 1);
    const openedMs = performance.now();
    open.set(socket, {
      socket,
      openedMs,
      place,
      request: undefined,
      response: undefined,
      waiting: [],
      sinceMs: openedMs,
      bytes: 0,
    });
    socket.once('close', () => forget(socket));
  });

  const handlers = server.listeners('request') as ((...pair: Pair) => void)[];
  const begin = (connection: Connection, request: IncomingMessage, response: ServerResponse) => {
    connection.request = request;
    connection.response = response;
    // Nobody reads the body of a question: it would wait in memory, where it comes byte by byte each by itself.
    if (request.method === 'GET') request.resume();
    for (const handle of handlers) handle(request, response);
  };
  const beginNext = (connection: Connection) => {
    const next = connection.waiting.shift();
    if (next) begin(connection, ...next);
  };
  const measure = (connection: Connection) => {
    connection.sinceMs = performance.now();
    connection.bytes = connection.socket.bytesRead;
  };
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(request.socket);
    // What was read together with the request that ended its connection.
    if (!connection) return;
    measure(connection);
    const { waiting } = connection;
    if (waiting.length === 0 && hasLeft(connection.response))
      return begin(connection, request, response);
    // A body would wait in memory as well, and nobody sends one before the reply to another request.
    if (waiting.length >= most.waiting || hasBody(request))
      return end(connection, 'too many requests');
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
    if (lastRequest(connection)?.complete !== false) return false;
    if (performance.now() - connection.sinceMs <= most.wholeMs) return false;
    if (behind(connection) > 0) return true;
    // What came quickly at first is no reason to wait for the rest for ever.
    measure(connection);
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
