import pg from 'pg';
import type { Log } from '../process/log.ts';
import { beginAgain } from './begin-again.ts';
import { readOnlyCode } from './errors.ts';
import { openHosts } from './hosts.ts';
import { type Listening, listenOn } from './listen.ts';
import { answersWithinMs, openPool, waitForEver } from './pool.ts';
import { prepareNothing, type Result, RoundTrip } from './round-trip.ts';
import { setSession } from './session-settings.ts';
import { type Statement, sql } from './statement.ts';
import { startTravel, type Travel } from './statement-pipeline.ts';
import { timed, timedWait } from './timed.ts';

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

type Lend = () => Promise<pg.PoolClient>;
type Use<T> = (client: pg.PoolClient, spoil: (error: unknown) => void) => Promise<T>;

/** Lends a connection; one that broke meanwhile, or that `use` calls spoilt, does not come back. */
async function withClient<T>(lend: Lend, use: Use<T>): Promise<T> {
  const client = await timedWait(lend());
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
function withPatientClient<T>(lend: Lend, use: Use<T>): Promise<T> {
  return withClient(lend, async (client, spoil) => {
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
  lend: Lend,
  work: (tx: Tx) => Promise<T>,
  withLent: typeof withClient<T> = withClient,
): Promise<T> {
  return withLent(lend, async (client, spoil) => {
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
async function unlessGivenUp<T>(lend: Lend, { tx, work, givenUp }: Abandonable<T>): Promise<T> {
  const { pid, since } = await tx.one(sql<{ pid: number; since: string }>`
    select pid, backend_start::text as since from pg_stat_activity where pid = pg_backend_pid()`);
  let ending: Promise<unknown> | undefined;
  const end = () => {
    // Another standby may answer, where the number is somebody else's.
    const ask = sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid = ${pid} and backend_start = ${since}::timestamptz`;
    ending = alone(lend, ask).catch(() => undefined);
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
function alone(lend: Lend, statement: Statement<unknown>): Promise<Result> {
  return withClient(
    lend,
    (client) =>
      new Promise((resolve, reject) => {
        client.query(new RoundTrip([{ ...statement, resolve, reject }]));
      }),
  );
}

/** For migrations and for reading whole tables. */
const noLimits = 'SET lock_timeout = 0; SET statement_timeout = 0';

export interface ConnectOptions {
  /** The number of connections this process may hold. */
  readonly max: number;
  readonly log: Log;
  /** Timeout of an answer. */
  readonly silentMs?: number;
  /** The database itself, where `url` leads to a pooler that gives each transaction another session. */
  readonly directUrl?: string | undefined;
  /** Any host of `url` will do, as nothing is written. */
  readonly reading?: boolean;
}

/** Connects a pool to the host of `url` that takes writes. */
export function connect(url: string, options: ConnectOptions): Db {
  const { log, directUrl, reading = false } = options;
  const hosts = openHosts(url, { reading, directUrl });
  const direct = directUrl === undefined ? hosts : openHosts(directUrl);
  const wish = { silentMs: answersWithinMs, ...options, pipeline: true };
  const { pool, lend, close } = openPool(hosts, wish);
  pool.on('connect', (client) => {
    // Behind a pooler the settings are those of the role.
    if (directUrl !== undefined) prepareNothing(client.connection);
    else client.query(setSession).catch(() => undefined);
  });
  return {
    ...queryable((statement) =>
      beginAgain(log, () => timed('statement', () => alone(lend, statement))),
    ),
    tx: (work) => beginAgain(log, () => timed('transaction', () => inTransaction(lend, work))),
    survey: (work, givenUp) =>
      inTransaction(
        lend,
        async (tx) => {
          await prepareSurvey(tx);
          return givenUp ? unlessGivenUp(lend, { tx, work, givenUp }) : work(tx);
        },
        withPatientClient,
      ),
    async script(text) {
      const client = await lend();
      waitForEver(client);
      try {
        await client.query(noLimits);
        await client.query(text);
      } finally {
        client.release(true);
      }
    },
    listen: (channel, onNotice, onConnect) =>
      listenOn({ hosts: direct, channel, onNotice, onConnect, log }),
    pool,
    close,
  };
}
