/**
 * Pages of many orders. Lines carry their brand's texts, so that a page can be of megabytes: it is read and
 * written some orders at a time, as fast as the client reads, and everybody else is served between.
 */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { text } from '@giftlane/contract/messages.ts';
import type { FastifyReply } from 'fastify';
import type { CardDetails } from '../catalog/catalog.ts';

/** So many orders are read and written at once. */
export const ordersAtOnce = 10;

type Describe = (cardId: string) => CardDetails | undefined;

/** Looks every card up once: a list shows few cards on many lines. */
export function describedOnce(describe: Describe): Describe {
  const known = new Map<string, CardDetails | undefined>();
  return (cardId) => {
    if (!known.has(cardId)) known.set(cardId, describe(cardId));
    return known.get(cardId);
  };
}

let before: Promise<unknown> = Promise.resolve();

/** One piece at a time in the whole process, so that many lists at once hold up nobody for longer than one. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = before.then(work);
  before = mine.then(
    () => setImmediate(),
    () => undefined,
  );
  return mine;
}

export interface LongList<T> {
  readonly heads: readonly T[];
  readonly total: number;
  /** Some of the list as the wire shows them. */
  readonly toWire: (heads: readonly T[]) => Promise<readonly object[]>;
}

/** The envelope of a list, a piece for every few of its heads. */
export async function* listPieces<T>({
  heads,
  total,
  toWire,
}: LongList<T>): AsyncGenerator<string> {
  const start = `{"status":200,"message":${JSON.stringify(text('ok'))},"data":[`;
  for (let from = 0; from < heads.length; from += ordersAtOnce) {
    const some = heads.slice(from, from + ordersAtOnce);
    yield await inTurn(async () => {
      const piece = JSON.stringify(await toWire(some)).slice(1, -1);
      return `${from > 0 ? ',' : start}${piece}`;
    });
  }
  yield `],"totalCount":${total}}`;
}

/** Sends a list piece by piece. What fails before the first of them is refused like anywhere else. */
export async function sendLongList<T>(
  reply: FastifyReply,
  list: LongList<T>,
): Promise<FastifyReply> {
  const pieces = listPieces(list);
  const first = await pieces.next();
  const all = async function* () {
    if (!first.done) yield first.value;
    yield* pieces;
  };
  reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(Readable.from(all(), { objectMode: false }));
}
