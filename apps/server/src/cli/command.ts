/** What a command of the command line is. */
import type { SweepParts } from '../features/coins/coins.ts';
import type { Options } from '../features/content/content.ts';
import type { Files } from '../features/files/files.ts';
import type { Db } from '../platform/db/db.ts';
import type { Throttle } from '../platform/limits/throttle.ts';
import type { Config } from '../platform/process/config.ts';
import type { Env } from '../platform/process/env.ts';
import type { Log } from '../platform/process/log.ts';
import type { KeyRing } from '../platform/secrets/secrets.ts';

/** Dependencies of commands. */
export interface Tools {
  readonly config: Pick<
    Config,
    | 'office'
    | 'production'
    | 'databaseUrl'
    | 'databaseOwnerUrl'
    | 'dataDir'
    | 'passwordCost'
    | 'throttle'
  >;
  readonly keys: KeyRing;
  /** Who runs the command: the id of the operator that `OPERATOR` names, else the machine's account. */
  readonly by: string;
  /** Where files are. */
  readonly files: Files;
  readonly db: Db;
  readonly log: Log;
  readonly throttle: Throttle;
  readonly options: Options;
  /** Sends coins of the house; without nodes in a shop without coins. */
  readonly coins: () => Promise<SweepParts>;
}

/** Arguments of a command. */
export interface Given {
  /** Empty when the command takes none. */
  readonly operand: string;
  /** Empty when the command takes no second word. */
  readonly file: string;
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly many: ReadonlyMap<string, readonly string[]>;
}

/** Output of a command: lines for people, and the same as JSON. */
export interface Said {
  readonly lines: readonly string[];
  readonly json: unknown;
  /** The command ran and found a problem: exit code 1. */
  readonly failed?: boolean;
}

/** A flag stands alone; a value may be left out, one that is needed may not; many may be repeated. */
type FlagKind = 'flag' | 'value' | 'needed' | 'many';

interface Typed {
  /** Such as `stock level`. */
  readonly words: string;
  /** The name of the one word that follows, if the command wants one. */
  readonly operand?: string;
  /** The name of the word after that, a file, if the command wants one too. */
  readonly file?: string;
  readonly flags?: Readonly<Record<string, FlagKind>>;
  readonly usage: string;
}

/** A command that works on the shop. */
export interface Command extends Typed {
  /** It changes the shop: written to the audit log. */
  readonly deed?: true;
  /** Does not migrate an embedded database first. */
  readonly asItIs?: boolean;
  run(tools: Tools, given: Given): Promise<Said>;
}

/** A command that needs no shop, but for its variables. */
export interface LoneCommand extends Typed {
  alone(env: Env, given: Given): Promise<Said>;
}

export type AnyCommand = Command | LoneCommand;

/** Wrong usage: answered with the usage and exit code 2. */
export class WrongUsage extends Error {}

/** A refusal: one plain line and exit code 1. */
export class CommandRefused extends Error {}
