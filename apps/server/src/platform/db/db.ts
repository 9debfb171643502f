import pg from 'pg';
import type { Log } from '../process/log.ts';
import { beginAgain } from './begin-again.ts';
import { readOnlyCode } from './errors.ts';
import { type Listening, listenOn } from './listen.ts';
import { answersWithinMs, openPool, waitForEver } from './pool.ts';
import { type Result, RoundTrip } from './round-trip.ts';
import { type Statement, sql } from './statement.ts';
import { startTravel, type Travel } from './statement-pipeline.ts';

export { type Statement, sql, statement } from './statement.ts';

/** A statement of fixed text, such as COMMIT. */
const plain = (text: string): Statement<unknown> => ({ name: text, text, values: [] });

/** Runs statements: the pool or an open transaction. */
export interface Queryable {
  /** All rows. */
  rows<Row>(statement: Statement<Row>): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>;
  /** The only row of a statement that always has one. */
  one<Row>(statement: Statement<Row>): Promise<Row>;
  /** The number of changed rows. */
  run(statement: Statement<unknown>): Promise<number>;
}

/**
 * An open transaction. Statements are pipelined: those started together with `Promise.all` travel in
 * one round trip and run in that order.
 */
export interface Tx extends Queryable {
  /** Distinguishes it from a pool for the type checker. */
  readonly open: true;
  /** Runs `work` under a savepoint: when it throws, only its own changes are undone. */
  nested<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs `work` as the end of the transaction: COMMIT travels with its statements, and when one of them
   * or `work` itself fails nothing is committed. `work` has to start all of them at once.
   */
  last<T>(work: () => Promise<T>): Promise<T>;
}

export interface Db extends Queryable {
  /**
   * Commits when `work` resolves, rolls back when it throws. Throws when the commit did not happen.
   * `work` only runs statements of `tx` and repeatable work: it runs again after a deadlock or serialization failure.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Reads whole tables in one snapshot over one connection, without blocking writers.
   * Throws when `givenUp` says that nobody waits for it any more.
   */
  survey<T>(work: (tx: Tx) => Promise<T>, givenUp?: AbortSignal): Promise<T>;
  /** Runs statements without parameters, such as a migration file, on one connection. */
  script(text: string): Promise<void>;
  /**
   * Calls back on NOTIFY. Reconnects by itself; `onConnect` runs whenever it begins to hear, the first
   * time too, because whatever happened before was missed.
   */
  listen(channel: string, onNotice: (payload: string) => void, onConnect: () => void): Listening;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Builds a `Queryable` on a function that sends statements. */
function queryable(send: <Row>(statement: Statement<Row>) => Promise<Result>): Queryable {
  return {
    async rows<Row>(statement: Statement<Row>) {
      return (await send(statement)).rows as Row[];
    },
    async first<Row>(statement: Statement<Row>) {
      return (await send(statement)).rows[0] as Row | undefined;
    },
    async one<Row>(statement: Statement<Row>) {
      const [row] = (await send(statement)).rows;
      if (!row) throw new Error(`a statement that always has a row had none: ${statement.text}`);
      return row as Row;
    },
    async run(statement) {
      return (await send(statement)).rowCount;
    },
  };
}

type Use<T> = (client: pg.PoolClient, spoil: (error: unknown) => void) => Promise<T>;

/** Lends a connection; one that broke meanwhile, or that `use` calls spoilt, does not come back. */
async function withClient<T>(pool: pg.Pool, use: Use<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  const spoil = () => {
    broken = true;
  };
  client.on('error', spoil);
  try {
    return await use(client, spoil);
  } catch (error) {
    // A new connection may reach the primary.
    if (error instanceof pg.DatabaseError && error.code === readOnlyCode) spoil();
    throw error;
  } finally {
    client.off('error', spoil);
    client.release(broken);
  }
}

/** Lends a connection for long work. */
function withPatientClient<T>(pool: pg.Pool, use: Use<T>): Promise<T> {
  return withClient(pool, async (client, spoil) => {
    const asBefore = waitForEver(client);
    try {
      return await use(client, spoil);
    } finally {
      asBefore();
    }
  });
}

/** A statement whose failure was swallowed leaves an aborted transaction; COMMIT then rolls back. */
function needCommit({ command }: Result): void {
  if (command !== 'COMMIT') throw new Error('the transaction was aborted and not committed');
}

function openTx(travel: Travel): Tx {
  let savepoints = 0;
  return {
    ...queryable(travel.send),
    open: true,
    async nested(work) {
      savepoints += 1;
      const name = `nested_${savepoints}`;
      await travel.send(plain(`SAVEPOINT ${name}`));
      try {
        const result = await work();
        await travel.send(plain(`RELEASE SAVEPOINT ${name}`));
        return result;
      } catch (error) {
        await travel.send(plain(`ROLLBACK TO SAVEPOINT ${name}`));
        travel.forgive();
        throw error;
      }
    },
    async last(work) {
      const working = work();
      working.catch(() => travel.cancel());
      const committing = travel.send(plain('COMMIT'));
      travel.close();
      const [result, committed] = await Promise.all([working, committing]);
      needCommit(committed);
      return result;
    },
  };
}

function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  lend: typeof withClient<T> = withClient,
): Promise<T> {
  return lend(pool, async (client, spoil) => {
    const travel = startTravel(client);
    // Not awaited: BEGIN travels with the first statement, which fails with it.
    travel.send(plain('BEGIN')).catch(() => undefined);
    try {
      const result = await work(openTx(travel));
      if (travel.open) {
        const committing = travel.send(plain('COMMIT'));
        // A later statement would use a connection that is lent out again by then.
        travel.close();
        needCommit(await committing);
      }
      return result;
    } catch (error) {
      await travel.undo(plain('ROLLBACK')).catch(spoil);
      throw error;
    }
  });
}

async function prepareSurvey(tx: Tx): Promise<void> {
  await tx.run(sql`set transaction isolation level repeatable read read only`);
  await tx.run(sql`set local enable_seqscan = on`);
  await tx.run(sql`set local statement_timeout = 0`);
  // Long: between two statements the reader may write its data or read files.
  await tx.run(sql`set local idle_in_transaction_session_timeout = '10min'`);
}

interface Abandonable<T> {
  readonly tx: Tx;
  readonly work: (tx: Tx) => Promise<T>;
  readonly givenUp: AbortSignal;
}

/** Ends the connection under a transaction that only reads, whatever it is at, once it is given up. */
async function unlessGivenUp<T>(pool: pg.Pool, { tx, work, givenUp }: Abandonable<T>): Promise<T> {
  const { pid } = await tx.one(sql<{ pid: number }>`select pg_backend_pid() as pid`);
  let ending: Promise<unknown> | undefined;
  const end = () => {
    ending = alone(pool, sql`select pg_terminate_backend(${pid})`).catch(() => undefined);
  };
  givenUp.throwIfAborted();
  givenUp.addEventListener('abort', end, { once: true });
  try {
    return await work(tx);
  } finally {
    givenUp.removeEventListener('abort', end);
    // Never ends the connection's next use.
    await ending;
    givenUp.throwIfAborted();
  }
}

/** Outside of a transaction each statement is a round trip of its own. */
function alone(pool: pg.Pool, statement: Statement<unknown>): Promise<Result> {
  return withClient(
    pool,
    (client) =>
      new Promise((resolve, reject) => {
        client.query(new RoundTrip([{ ...statement, resolve, reject }]));
      }),
  );
}

/**
 * How PostgreSQL plans for the shop. Arrays make every plan for known values look cheaper than one for
 * all, so that the hot statements would be planned anew each time: a tenth of what an order costs. And a
 * plan made while a table was small reads all of it, and is kept until the next ANALYZE: on a young shop
 * every order was slower than the one before, by then at a third of the pace. Before PostgreSQL 18 what
 * reads a whole table all the same is then thought so dear that it would be compiled first: up to a minute
 * for what takes a millisecond.
 */
const planning = `SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off`;

/**
 * Timeouts of the database: the transaction of a hanging process is aborted, and those that wait for its locks
 * fail in time to answer.
 */
const patience = `SET idle_in_transaction_session_timeout = '15s'; SET lock_timeout = '10s';
  SET statement_timeout = '60s'`;
/** For migrations and for reading whole tables. */
const noLimits = 'SET lock_timeout = 0; SET statement_timeout = 0';

/** Connects a pool. `max` is the number of connections this process may hold. */
export function connect(url: string, options: { max: number; log: Log; silentMs?: number }): Db {
  const { log } = options;
  const wish = { silentMs: answersWithinMs, ...options, pipeline: true };
  const { pool, close } = openPool(url, wish);
  pool.on('connect', (client) => {
    client.query(`${planning}; ${patience}`).catch(() => undefined);
  });
  return {
    ...queryable((statement) => beginAgain(log, () => alone(pool, statement))),
    tx: (work) => beginAgain(log, () => inTransaction(pool, work)),
    survey: (work, givenUp) =>
      inTransaction(
        pool,
        async (tx) => {
          await prepareSurvey(tx);
          return givenUp ? unlessGivenUp(pool, { tx, work, givenUp }) : work(tx);
        },
        withPatientClient,
      ),
    async script(text) {
      const client = await pool.connect();
      waitForEver(client);
      try {
        await client.query(noLimits);
        await client.query(text);
      } finally {
        client.release(true);
      }
    },
    listen: (channel, onNotice, onConnect) => listenOn({ url, channel, onNotice, onConnect, log }),
    pool,
    close,
  };
}
