import pg from 'pg';
import { type Result, RoundTrip, type StatementInFlight } from './round-trip.ts';

type Wanted = Pick<StatementInFlight, 'name' | 'text' | 'values'>;

/** The pipeline of a transaction's statements. */
export interface Travel {
  /** Statements sent before the process turns to other work make one round trip. */
  send(statement: Wanted): Promise<Result>;
  /** Closed: nothing can be sent. */
  close(): void;
  readonly open: boolean;
  /** Unsent statements are dropped and their promises rejected. */
  cancel(): void;
  /** The final statement of a failed transaction; works after `close`. */
  undo(statement: Wanted): Promise<Result>;
  /** Forgets the failure that later ones were blamed on, after going back to a savepoint. */
  forgive(): void;
}

const abortedCode = '25P02';

/**
 * Statements behind a failed one fail with "transaction is aborted". Whoever hears of one of those is
 * told the failure that caused it.
 */
function firstCause() {
  let cause: unknown;
  return {
    of(error: unknown): unknown {
      if (error instanceof pg.DatabaseError && error.code === abortedCode) return cause ?? error;
      cause = error;
      return error;
    },
    forgive() {
      cause = undefined;
    },
  };
}

/** Opens a pipeline over one connection. */
export function startTravel(client: pg.PoolClient): Travel {
  const cause = firstCause();
  let waiting: StatementInFlight[] = [];
  let open = true;

  const depart = () => {
    if (waiting.length > 0) client.query(new RoundTrip(waiting));
    waiting = [];
  };
  const send = (statement: Wanted) =>
    new Promise<Result>((resolve, reject) => {
      if (!open) throw new Error('the transaction is over');
      // From a microtask, nextTick comes after all the other microtasks: so a failure in what starts
      // the last statements is known before COMMIT leaves with them.
      if (waiting.length === 0) queueMicrotask(() => process.nextTick(depart));
      waiting.push({ ...statement, resolve, reject: (error) => reject(cause.of(error)) });
    });
  return {
    send,
    close() {
      open = false;
    },
    get open() {
      return open;
    },
    cancel() {
      const stayed = waiting;
      waiting = [];
      for (const { reject } of stayed) reject(new Error('not sent: the transaction failed before'));
    },
    undo(statement) {
      open = true;
      const undone = send(statement);
      open = false;
      return undone;
    },
    forgive: cause.forgive,
  };
}
