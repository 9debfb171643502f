/**
 * Tells open pages of the back office what changed. One poll per process, only while somebody listens: the tables of
 * the purchase path have no triggers for it.
 */
import { PassThrough, type Readable } from 'node:stream';
import { type Topic, topics } from '@giftlane/contract/office/today.ts';
import { repeat } from '../../jobs/repeat.ts';
import { newestJournals } from '../../ledger/browse.ts';
import type { Queryable } from '../../platform/db/db.ts';
import type { Operator } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { seconds } from '../../platform/process/durations.ts';
import type { Log } from '../../platform/process/log.ts';
import { newestEntry } from '../audit/audit.ts';
import { holdsNow } from '../cases/cases.ts';
import { newestOrders } from '../orders/orders.ts';
import { queueCounts } from './queues.ts';

const everyMs = seconds(2);
/** Every so many polls a comment keeps the connection open. */
const beatEvery = 7;
export const mostOfOperator = 20;

const readings: Readonly<Partial<Record<Topic, (db: Queryable) => Promise<unknown>>>> = {
  ...queueCounts,
  orders: newestOrders,
  money: newestJournals,
  cases: holdsNow,
  audit: async (db) => (await newestEntry(db))?.id.toString(),
};

interface Listener {
  readonly operatorId: string;
  readonly sessionId: string;
  readonly stream: PassThrough;
}

export interface LiveParts {
  readonly log: Log;
  /** Reads in one round trip. */
  readonly read: <T>(work: (db: Queryable) => Promise<T>) => Promise<T>;
  /** The sessions among some that have not ended. */
  readonly openSessions: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface Live {
  /** A new connection's events; they end with it, with its session, or when the server stops. */
  listen(operator: Pick<Operator, 'operatorId' | 'sessionId'>): Readable;
  close(): void;
}

/** Makes the poll and its listeners. */
export function makeLive({ log, read, openSessions }: LiveParts): Live {
  const listeners = new Set<Listener>();
  let seen: ReadonlyMap<Topic, string> | undefined;
  let polling: ReturnType<typeof repeat> | undefined;
  let turn = 0;

  const say = (text: string) => {
    for (const { stream } of listeners) stream.write(text);
  };
  const leave = (listener: Listener) => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    void polling?.stop();
    polling = undefined;
    seen = undefined;
  };
  const dropEnded = async () => {
    const open = await openSessions([...listeners].map(({ sessionId }) => sessionId));
    for (const listener of listeners)
      if (!open.has(listener.sessionId)) {
        listener.stream.end('event: ended\ndata:\n\n');
        leave(listener);
      }
  };
  const poll = async () => {
    const before = seen;
    seen = new Map(
      await read((db) =>
        Promise.all(
          topics.map(
            async (topic) => [topic, JSON.stringify(await readings[topic]?.(db)) ?? ''] as const,
          ),
        ),
      ),
    );
    const changed = topics.filter((topic) => before && before.get(topic) !== seen?.get(topic));
    turn += 1;
    await dropEnded();
    if (!before) say('event: ready\ndata:\n\n');
    else if (changed.length > 0) say(`event: changed\ndata: ${changed.join(' ')}\n\n`);
    else if (turn % beatEvery === 0) say(':\n\n');
  };
  return {
    listen({ operatorId, sessionId }) {
      const own = [...listeners].filter((one) => one.operatorId === operatorId);
      if (own.length >= mostOfOperator)
        throw new Refusal('request.throttled', { retryAfterSeconds: 30 });
      const listener = { operatorId, sessionId, stream: new PassThrough() };
      listeners.add(listener);
      listener.stream.once('close', () => leave(listener));
      listener.stream.write(seen ? 'event: ready\ndata:\n\n' : ':\n\n');
      polling ??= repeat(log, { name: 'today.live', everyMs, run: poll });
      return listener.stream;
    },
    close() {
      for (const { stream } of listeners) stream.end();
    },
  };
}
