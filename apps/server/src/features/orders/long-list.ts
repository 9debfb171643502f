/**
 * Long lists of orders. Lines contain their brand's texts, so a page may have megabytes: it is read and written in
 * parts, as fast as the client reads, and other requests run in between.
 */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { text } from '@giftlane/texts/text.ts';
import type { FastifyReply } from 'fastify';
import { Gate } from '../../platform/limits/gate.ts';
import type { CardDetails } from '../catalog/catalog.ts';

/** Most orders in a part, and most lines, unless one order alone has more. */
const ordersAtOnce = 10;
const linesAtOnce = 100;

/** Splits a list into the parts that are read and written at once. */
export function partsOf<T extends { readonly lines: number }>(heads: readonly T[]): T[][] {
  const parts: T[][] = [];
  let room = 0;
  for (const head of heads) {
    const part = parts.at(-1);
    room -= head.lines;
    if (part && part.length < ordersAtOnce && room >= 0) part.push(head);
    else {
      parts.push([head]);
      room = linesAtOnce - head.lines;
    }
  }
  return parts;
}

type Describe = (cardId: string) => CardDetails | undefined;

/** Looks up each card once: many lines show few cards. */
export function describedOnce(describe: Describe): Describe {
  const known = new Map<string, CardDetails | undefined>();
  return (cardId) => {
    if (!known.has(cardId)) known.set(cardId, describe(cardId));
    return known.get(cardId);
  };
}

const pieces = new Gate({ atOnce: 1 });

/** Runs one piece at a time in the process, yielding to the event loop after each. */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  return pieces.run('', () => work().finally(() => setImmediate()));
}

export interface LongList<T> {
  readonly parts: readonly (readonly T[])[];
  readonly total: number;
  /** Part of the list in the format of the contract. */
  readonly toWire: (heads: readonly T[]) => Promise<readonly object[]>;
}

/** The JSON response of a list, in pieces: one for each part. */
export async function* listPieces<T>({
  parts,
  total,
  toWire,
}: LongList<T>): AsyncGenerator<string> {
  let before = `{"status":200,"message":${JSON.stringify(text('ok'))},"data":[`;
  for (const some of parts) {
    yield await oneAtATime(
      async () => `${before}${JSON.stringify(await toWire(some)).slice(1, -1)}`,
    );
    before = ',';
  }
  yield `],"totalCount":${total}}`;
}

/** Streams a list. An error before the first piece is answered like any other. */
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
