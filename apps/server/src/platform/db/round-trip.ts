/**
 * Pipelined statements: written together, answered together, with one Sync at their end. Within a transaction this saves a system call on each side and a
 * change of process for every statement but one.
 */
import pg from 'pg';
import { parameter } from './parameters.ts';

const int8 = 20;
type Parse = (text: string) => unknown;

/** node-postgres' own parsers, except that bigint stays exact. */
const parserOf = (oid: number): Parse =>
  oid === int8 ? BigInt : (pg.types.getTypeParser(oid, 'text') as Parse);

/** What a statement answers, known once it was described: later runs need not ask again. */
interface Shape {
  readonly names: readonly string[];
  readonly parsers: readonly Parse[];
}

/** The statements a connection has prepared, by name. */
const preparedOn = new WeakMap<pg.Connection, Map<string, Shape>>();

/** Connections to a pooler, each of whose transactions may run in another session: nothing stays prepared. */
const unpreparedOn = new WeakSet<pg.Connection>();
export const prepareNothing = (connection: pg.Connection): void =>
  void unpreparedOn.add(connection);

export interface Result {
  readonly command: string;
  readonly rowCount: number;
  readonly rows: readonly unknown[];
}

/** A statement in flight; its promise settles when its round trip ends. */
export interface StatementInFlight {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** The messages of the driver's connection that its type declarations describe incompletely. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  close(message: { type: 'S'; name: string }): void;
  parse(message: { name: string; text: string }): void;
  bind(message: {
    statement: string;
    values: readonly unknown[];
    valueMapper: (value: unknown) => string | Buffer | null;
  }): void;
  describe(message: { type: 'P' }): void;
  execute(message: object): void;
  sync(): void;
}

/**
 * Several statements as one query of the driver, which sees to it that queries are answered in order. An
 * answer counts when the database is ready for the next round trip: a statement outside of a transaction is
 * committed only then, which can still fail.
 */
export class RoundTrip extends pg.Query {
  readonly #all: readonly StatementInFlight[];
  /** Results of statements before `#at`, resolved when the round trip ends. */
  #answers: Result[] = [];
  #at = 0;
  #rows: unknown[] = [];
  #shape: Shape | undefined;
  #prepared = new Map<string, Shape>();

  constructor(all: readonly StatementInFlight[]) {
    super({ text: 'several statements' });
    this.#all = all;
  }

  override submit = (connection: pg.Connection): void => {
    const unprepared = unpreparedOn.has(connection);
    const prepared = preparedOn.get(connection) ?? new Map<string, Shape>();
    if (!unprepared) preparedOn.set(connection, prepared);
    this.#prepared = prepared;
    const wire = connection as unknown as Wire;
    wire.stream.cork();
    for (const { name, text, values } of this.#all) {
      const known = prepared.has(name);
      const statement = unprepared ? '' : name;
      if (!known) {
        // A failed transaction leaves it open whether the name was taken: closing is never an error.
        if (!unprepared) wire.close({ type: 'S', name });
        wire.parse({ name: statement, text });
      }
      wire.bind({ statement, values, valueMapper: parameter });
      if (!known) wire.describe({ type: 'P' });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
    this.#begin();
  };

  /** Resets for the next statement's result. */
  #begin(): void {
    this.#rows = [];
    const name = this.#all[this.#at]?.name;
    this.#shape = name === undefined ? undefined : this.#prepared.get(name);
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#shape = {
      names: fields.map((field) => field.name),
      parsers: fields.map((field) => parserOf(field.dataTypeID)),
    };
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { names = [], parsers = [] } = this.#shape ?? {};
    const row: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i += 1) {
      const text = fields[i] ?? null;
      row[names[i] ?? ''] = text === null ? null : parsers[i]?.(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const sent = this.#all[this.#at];
    if (!sent) return;
    this.#prepared.set(sent.name, this.#shape ?? { names: [], parsers: [] });
    const [command = ''] = text.split(' ', 1);
    const rowCount = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
    this.#at += 1;
    this.#answers.push({ command, rowCount, rows: this.#rows });
    this.#begin();
  }

  /** Resolves the results so far. */
  #tell(): void {
    this.#answers.forEach((answer, i) => {
      this.#all[i]?.resolve(answer);
    });
    this.#answers = [];
  }

  /** The rest of the round trip was not run. The driver says nothing more of it. */
  handleError(error: unknown): void {
    // After the last answer it is the commit that failed, and nothing of it is there.
    if (this.#at === this.#all.length) this.#at = 0;
    // Within a transaction, the only place for several statements, those before did happen.
    else this.#tell();
    // Its plan may be out of date, such as after a migration: next time it is prepared anew.
    this.#prepared.delete(this.#all[this.#at]?.name ?? '');
    for (const sent of this.#all.slice(this.#at)) sent.reject(error);
    this.#at = this.#all.length;
  }

  handleReadyForQuery(): void {
    this.#tell();
    if (this.#at < this.#all.length)
      this.handleError(new Error('the database answered less than it was asked'));
  }
}
