/**
 * A pool for the job runner, which can not bear to lose the database: once it could not write down what became
 * of a job it waits for ever, or ends the whole process. Here a statement that lost its connection is sent
 * again over another one, until the database answers; every statement of the runner may be sent twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isUnavailable } from './db.ts';
import { seconds } from './durations.ts';

const firstPauseMs = 50;
const longestPauseMs = seconds(2);

type Query = (statement: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/** An object as it is, but for some of its methods. */
function withOwn<T extends object>(object: T, own: Readonly<Record<string, unknown>>): T {
  return new Proxy(object, {
    get(_, key) {
      if (typeof key === 'string' && key in own) return own[key];
      const value: unknown = Reflect.get(object, key, object);
      return typeof value === 'function' ? value.bind(object) : value;
    },
  });
}

/** `onLost` is called whenever the database was not there, or its answer was lost. */
export function patientPool(pool: pg.Pool, onLost: () => void): pg.Pool {
  const connect = async (): Promise<pg.PoolClient> => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        return await pool.connect();
      } catch (error) {
        // Nobody is left who could do anything with an error.
        if (pool.ending) return new Promise(() => undefined);
        if (!isUnavailable(error)) throw error;
        onLost();
        await sleep(pauseMs, undefined, { ref: false });
      }
    }
  };
  const lend = async (): Promise<pg.PoolClient> => {
    let client = await connect();
    let inTransaction = false;
    const query: Query = async (statement, values) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      for (;;) {
        try {
          const result = await client.query(statement, values);
          if (/^\s*(begin|commit|rollback)\b/i.test(text)) inTransaction = /^\s*begin/i.test(text);
          return result;
        } catch (error) {
          if (inTransaction || !isUnavailable(error)) throw error;
          onLost();
          client.release(true);
          client = await connect();
        }
      }
    };
    return withOwn(client, { query, release: (error?: boolean) => client.release(error) });
  };
  type Listener = Parameters<typeof pool.connect>[0];
  // Who listens for new jobs waits for another connection by itself.
  return withOwn(pool, {
    connect: (listener?: Listener) => (listener ? pool.connect(listener) : lend()),
  });
}
