/** Connects commands to the shop's database, whether the shop runs or not. */
import { resolve } from 'node:path';
import { type Addresses, prepareDatabase } from '../assembly/database.ts';
import { openFiles } from '../assembly/files.ts';
import type { SweepParts } from '../features/coins/coins.ts';
import { makeOptions } from '../features/content/content.ts';
import { connect } from '../platform/db/db.ts';
import { makeThrottle } from '../platform/limits/throttle.ts';
import { readCoins } from '../platform/process/coin-config.ts';
import {
  type Config,
  environments,
  ownOfficeUrl,
  readOffice,
  readOtherUrl,
} from '../platform/process/config.ts';
import { makeDataDir } from '../platform/process/data-dir.ts';
import { ConfigError, isProduction, reader, readKeys } from '../platform/process/env.ts';
import { readFiles } from '../platform/process/files-config.ts';
import { makeLog } from '../platform/process/log.ts';
import { requireKeys } from '../platform/secrets/key-checks.ts';
import { type KeyRing, keyRing } from '../platform/secrets/secrets.ts';
import { audit, personOf } from './audit.ts';
import type { Command, Given, Said, Tools } from './command.ts';
import { ownCoinVariables, ownKeys } from './setup/own-keys.ts';

type Env = Readonly<Record<string, string | undefined>>;

export type CliConfig = Tools['config'] & {
  /** Undefined: those of the shop in DATA_DIR are used. */
  readonly ownDatabase: string | undefined;
  readonly ownKeys: KeyRing | undefined;
  readonly coins: Config['coins'];
  readonly files: Config['files'];
  /** The e-mail of the operator who runs it. */
  readonly operator: string | undefined;
};

/** The variables of a command: beside an embedded shop it is told of coins and of the office what that was told. */
export async function commandEnv(env: Env): Promise<Env> {
  if (isProduction(env)) return env;
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const own = await ownCoinVariables(resolve(given.DATA_DIR ?? './data'));
  return { OFFICE_URL: ownOfficeUrl(given), ...own, ...given };
}

/** Opened when a command asks for it: most need none of it. */
async function openCoins({ nodes, wishKey, cold }: Config['coins']): Promise<SweepParts> {
  const [{ openNodes }, { makeFees }] = await Promise.all([
    import('../assembly/parts.ts'),
    import('../features/coins/coins.ts'),
  ]);
  return { nodes: openNodes({ nodes }), wishKey, cold, fees: makeFees() };
}

/**
 * Reads what commands need and nothing else: no payments, no mail. Throws a `ConfigError`. In
 * production nothing is embedded.
 */
export function readCliConfig(env: Env): CliConfig {
  const read = reader(env);
  const { value } = read;
  const production = isProduction(env);
  if (!environments.includes(value('NODE_ENV') ?? 'development'))
    read.bad('NODE_ENV', `${environments.join(', ')}, or not set`);
  const isNeeded = (name: string) => production || value(name) !== undefined;
  const given = isNeeded('DATABASE_URL') ? read.database('DATABASE_URL') : undefined;
  const database = readOtherUrl(read, 'DATABASE_DIRECT_URL') ?? given;
  const ring = isNeeded('ENCRYPTION_KEYS') ? readKeys(read) : undefined;
  const coins = readCoins(read, production);
  const files = readFiles(read);
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  const least = !production && value('PASSWORD_COST') === 'least';
  return {
    production,
    office: readOffice(read),
    databaseUrl: database ?? '',
    databaseOwnerUrl: readOtherUrl(read, 'DATABASE_OWNER_URL'),
    ownDatabase: database,
    ownKeys: ring,
    dataDir: resolve(value('DATA_DIR') ?? './data'),
    passwordCost: least ? 'least' : 'production',
    throttle: 1,
    coins,
    files,
    operator: value('OPERATOR'),
  } satisfies CliConfig & Pick<Config, 'dataDir'>;
}

/** A database that runs until `stop`. */
export interface OwnDatabase extends Addresses {
  stop(): Promise<void>;
}

interface Task {
  readonly command: Command;
  readonly given: Given;
  readonly startDatabase: (dataDir: string) => Promise<OwnDatabase>;
}

/** Runs a command with what it needs; where there is no DATABASE_URL, on a database that is started for it. */
export async function runCommand(
  config: CliConfig,
  { command, given, startDatabase }: Task,
): Promise<Said> {
  const log = makeLog('error');
  if (!config.production) await makeDataDir(config.dataDir);
  const keys = config.ownKeys ?? keyRing(await ownKeys(config.dataDir));
  const own = config.ownDatabase === undefined ? await startDatabase(config.dataDir) : undefined;
  const databaseUrl = config.ownDatabase ?? own?.url ?? '';
  const databaseOwnerUrl = own?.ownerUrl ?? config.databaseOwnerUrl;
  try {
    // Ours to keep up to date; that of DATABASE_URL is migrated when its owner says so.
    if (own && !command.asItIs) await prepareDatabase(own, log);
    const db = connect(databaseUrl, { max: 4, log });
    try {
      const person = await personOf(db, command.deed ? config.operator : undefined);
      const tools: Tools = {
        by: person.operatorId ?? person.name,
        config: { ...config, databaseUrl, databaseOwnerUrl },
        keys,
        files: openFiles(config, { db, log }),
        db,
        log,
        throttle: makeThrottle(db, config.throttle),
        options: makeOptions(db),
        coins: () => openCoins(config.coins),
      };
      // What only reads shows nothing of a database that it does not fit, and leaves no digest in it.
      if (!command.asItIs)
        await requireKeys(
          db,
          { keys, wishKey: config.coins.wishKey },
          { note: command.deed === true },
        );
      await audit(db, command, given, person);
      return await command.run(tools, given);
    } finally {
      await db.close();
    }
  } finally {
    await own?.stop();
  }
}
