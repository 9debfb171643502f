import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Log } from './log.ts';

const int8 = 20;
const types = {
  // node-postgres' own parsers, except that bigint stays exact.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary'
      ? BigInt
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** A statement made by the `sql` tag: text with placeholders, its values, its row type. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Only for the type checker. */
  readonly row?: Row;
}

const prepared = new WeakMap<TemplateStringsArray, { name: string; text: string }>();

/**
 * Plain SQL with parameters: every `${value}` becomes a placeholder, never text. A statement is
 * prepared once per connection under a name made from its text.
 */
export function sql<Row>(parts: TemplateStringsArray, ...values: unknown[]): Statement<Row> {
  let known = prepared.get(parts);
  if (!known) {
    const text = parts.reduce((whole, part, i) => `${whole}$${i}${part}`);
    known = { text, name: createHash('sha256').update(text).digest('base64url').slice(0, 24) };
    prepared.set(parts, known);
  }
  return { ...known, values };
}

/** What runs statements: the pool itself or an open transaction. */
export interface Queryable {
  /** All rows. */
  rows<Row>(statement: Statement<Row>): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>;
  /** The only row of a statement that always has one. */
  one<Row>(statement: Statement<Row>): Promise<Row>;
  /** How many rows were changed. */
  run(statement: Statement<unknown>): Promise<number>;
}

/**
 * An open transaction. Statements are pipelined: those started together with `Promise.all` travel in
 * one round trip and run in that order.
 */
export interface Tx extends Queryable {
  /** Marks it as a transaction for the type checker: a pool is not accepted in its place. */
  readonly open: true;
  /** Runs `work` under a savepoint: when it throws, only its own changes are undone. */
  nested<T>(work: () => Promise<T>): Promise<T>;
}

export interface Db extends Queryable {
  /** Commits when `work` resolves, rolls back when it throws. Throws when the commit did not happen. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
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

export interface Listening {
  stop(): Promise<void>;
}

function queryable(
  source: Pick<pg.ClientBase, 'query'>,
  onFailure: (error: unknown) => never = rethrow,
): Queryable {
  const query = <Row>({ name, text, values }: Statement<Row>) =>
    source
      .query<Row & pg.QueryResultRow>({ name, text, values: values as unknown[], types })
      .catch(onFailure);
  return {
    async rows<Row>(statement: Statement<Row>) {
      return (await query(statement)).rows as Row[];
    },
    async first<Row>(statement: Statement<Row>) {
      return (await query(statement)).rows[0] as Row | undefined;
    },
    async one<Row>(statement: Statement<Row>) {
      const [row] = (await query(statement)).rows;
      if (!row) throw new Error(`a statement that always has a row had none: ${statement.text}`);
      return row as Row;
    },
    async run(statement) {
      return (await query(statement)).rowCount ?? 0;
    },
  };
}

function rethrow(error: unknown): never {
  throw error;
}

const abortedCode = '25P02';

/**
 * Statements behind a failed one in a pipeline fail with "transaction is aborted". Whoever hears of one
 * of those is told the failure that caused it.
 */
function firstCause() {
  let cause: unknown;
  return {
    fail(error: unknown): never {
      const aborted = error instanceof pg.DatabaseError && error.code === abortedCode;
      if (!aborted) cause = error;
      throw aborted ? (cause ?? error) : error;
    },
    clear() {
      cause = undefined;
    },
  };
}

function openTx(client: pg.PoolClient): Tx {
  const cause = firstCause();
  const plain = queryable(client, cause.fail);
  let savepoints = 0;
  return {
    ...plain,
    open: true,
    async nested(work) {
      savepoints += 1;
      const name = `nested_${savepoints}`;
      await client.query(`SAVEPOINT ${name}`);
      try {
        const result = await work();
        await client.query(`RELEASE SAVEPOINT ${name}`);
        return result;
      } catch (error) {
        await client.query(`ROLLBACK TO SAVEPOINT ${name}`);
        cause.clear();
        throw error;
      }
    },
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    // Not awaited: BEGIN travels with the first statement.
    const begun = client.query('BEGIN');
    begun.catch(onError);
    const result = await work(openTx(client));
    await begun;
    const { command } = await client.query('COMMIT');
    // A statement whose failure was swallowed leaves an aborted transaction; COMMIT then rolls back.
    if (command !== 'COMMIT') throw new Error('the transaction was aborted and not committed');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(onError);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** Connects a pool. `max` is the number of connections this process may hold. */
export function connect(url: string, options: { max: number; log: Log }): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'giftlane',
  } as pg.PoolConfig);
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle connection was lost'));
  return {
    ...queryable(pool),
    tx: (work) => inTransaction(pool, work),
    async script(text) {
      const client = await pool.connect();
      try {
        await client.query(text);
      } finally {
        client.release(true);
      }
    },
    listen: (channel, onNotice, onConnect) =>
      listenOn({ url, channel, onNotice, onConnect, log: options.log }),
    pool,
    close: () => pool.end(),
  };
}

interface ListenOptions {
  url: string;
  channel: string;
  onNotice: (payload: string) => void;
  onConnect: () => void;
  log: Log;
}

const reconnectAfterMs = 500;

function listenOn({ url, channel, onNotice, onConnect, log }: ListenOptions): Listening {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const open = async () => {
    timer = undefined;
    const fresh = new pg.Client({ connectionString: url, application_name: 'giftlane listen' });
    client = fresh;
    // A lost connection reports itself more than once; only the first time opens another.
    const again = () => {
      if (client !== fresh || stopped) return;
      client = undefined;
      timer = setTimeout(open, reconnectAfterMs);
    };
    fresh.on('notification', ({ payload }) => onNotice(payload ?? ''));
    fresh.on('error', again);
    fresh.on('end', again);
    try {
      await fresh.connect();
      await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      if (!stopped) onConnect();
    } catch (error) {
      if (!stopped) log.warn({ err: error, channel }, 'can not listen, trying again');
      again();
      await fresh.end();
    }
  };
  const opening = open();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await opening;
      await client?.end();
    },
  };
}

/** The name of the constraint an error of PostgreSQL is about, if it is one. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** Whether PostgreSQL gave up one of two transactions so that it may simply be tried again. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['40001', '40P01'].includes(error.code ?? '');
}

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** Whether the database was not there, or went away: nothing is known of what it last did. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    connectionCodes.has(code) ||
    code.startsWith('08') ||
    /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/.test(
      error.message,
    )
  );
}
