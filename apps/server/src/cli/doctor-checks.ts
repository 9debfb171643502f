/** What `doctor` looks at, part by part; nothing is changed, sent or paid. */
import { randomBytes } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Coin, coins } from '@giftlane/contract/coins.ts';
import type { Parts } from '../assembly/parts.ts';
import { ConfigError, type Env, readConfig } from '../platform/config.ts';
import type { Db } from '../platform/db.ts';
import { days, seconds } from '../platform/durations.ts';
import { startProblem } from '../platform/ending.ts';
import { keyProblems } from '../platform/key-checks.ts';
import { otherMigrations } from '../platform/migrate.ts';
import type { Outcome } from '../providers/outcome.ts';
import { readSignerConfig } from '../signer/config.ts';
import { openKeys } from '../signer/keys.ts';
import { firstAccounts } from '../signer/queries.ts';
import { serverFacts } from './queries.ts';

export interface Finding {
  readonly part: string;
  readonly state: 'good' | 'warning' | 'bad';
  readonly words: string;
}

type Found = Omit<Finding, 'part'>;
const good = (words: string): Found => ({ state: 'good', words });
const warning = (words: string): Found => ({ state: 'warning', words });
const bad = (words: string): Found => ({ state: 'bad', words });

/** Looks at one part; what it throws is what is wrong with it. */
export async function look(
  part: string,
  check: () => Promise<Found | Found[]>,
): Promise<Finding[]> {
  try {
    return [await check()].flat().map((found) => ({ part, ...found }));
  } catch (error) {
    const problem = startProblem(error);
    const words = problem instanceof Error ? problem.message : String(problem);
    return [{ part, ...bad(words) }];
  }
}

/** The names that the shop and its signer read. */
function knownNames(): Set<string> {
  const names = new Set(['NODE_ENV', 'SEED', 'WORKER']);
  const noted = (env: Env, name: string | symbol) => {
    names.add(String(name));
    return env[String(name)];
  };
  const bases: Env[] = [{}, { NODE_ENV: 'production' }];
  for (const base of bases)
    for (const read of [readConfig, readSignerConfig])
      try {
        read(new Proxy(base, { get: noted }));
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
      }
  return names;
}

/** Variables of others that begin as ours do. */
const others = /^(NODE_|HOSTNAME$|HOSTTYPE$|MAIL(CHECK|PATH)?$)/;

/** Variables that nobody reads and that look as if somebody thought so. */
export function unknownVariables(env: Env): Found[] {
  const known = knownNames();
  const beginnings = new Set([...known].map((name) => name.slice(0, 4)));
  return Object.keys(env)
    .filter((name) => env[name] && !known.has(name) && !others.test(name))
    .filter((name) => beginnings.has(name.slice(0, 4)))
    .map((name) => warning(`${name} is no variable of the shop: is it misspelled?`));
}

const oldestServer = 150_000;

export async function databaseFound(db: Db): Promise<Found[]> {
  const { number, version, writes } = await serverFacts(db);
  const { missing, more } = await otherMigrations(db);
  return [
    number < oldestServer
      ? bad(`PostgreSQL ${version}: 15 or newer is needed`)
      : good(`PostgreSQL ${version}`),
    ...(writes ? [] : [bad('it takes no writes: it is a standby, or read-only')]),
    ...(missing.length > 0
      ? [warning(`${missing.length} migrations are missing: the next start brings them`)]
      : [good('the migrations of this release are there')]),
    ...(more.length > 0 ? [warning(`${more.length} migrations are of a newer release`)] : []),
  ];
}

const usualDrift = seconds(2);
const badDrift = seconds(30);

/** Compares clocks; half of the way there and back is how far they can be wrong. */
export async function clockFound(db: Db): Promise<Found> {
  const before = Date.now();
  const { now } = await serverFacts(db);
  const drift = Math.abs(now.getTime() - (before + Date.now()) / 2);
  const words = `this machine and the database are ${(drift / seconds(1)).toFixed(1)} s apart`;
  if (drift > badDrift) return bad(`${words}: codes of authenticator apps and tokens fail`);
  return drift > usualDrift ? warning(words) : good(words);
}

export async function keysFound(db: Db, config: Parts['config']): Promise<Found[]> {
  const problems = await keyProblems(db, { keys: config.keys, wishKey: config.coins.wishKey });
  return problems.length > 0 ? problems.map(bad) : [good('they fit the database')];
}

/** Only where the seed is: on the signer's machine. */
export async function seedFound(db: Db, env: Env): Promise<Found[]> {
  const keys = openKeys(readSignerConfig(env));
  const stored = await firstAccounts(db);
  const wrong = stored.filter(({ coin, xpub }) => keys.xpub(coin, 0) !== xpub);
  return [
    ...wrong.map(({ coin }) => bad(`COIN_SEED is not the seed of the ${coin} accounts there are`)),
    ...(wrong.length === 0
      ? [good(stored.length > 0 ? 'it fits the database' : 'there are no accounts yet')]
      : []),
    ...(env.ENCRYPTION_KEYS
      ? [warning('COIN_SEED is beside ENCRYPTION_KEYS: it is for the signer alone')]
      : []),
  ];
}

const [littleRoom, noRoom] = [1_000_000_000, 100_000_000];

export async function diskFound(folder: string): Promise<Found> {
  const file = join(folder, `.doctor-${randomBytes(6).toString('hex')}`);
  await writeFile(file, '', { flag: 'wx' });
  await rm(file);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const words = `${folder} can be written to, ${(free / 1e9).toFixed(1)} GB are free`;
  if (free < noRoom) return bad(words);
  return free < littleRoom ? warning(words) : good(words);
}

/** What an answer of somebody outside says of the way there. */
const answered = (outcome: Outcome<unknown>, words: string): Found =>
  outcome.kind === 'done' ? good(words) : bad(outcome.reason);

export const mailFound = async ({ mail }: Parts): Promise<Found> =>
  answered(await mail.check(), 'the server takes the connection, and the password if there is one');

/** Asks for an order that is nobody's: who is not let in hears something else than that it is gone. */
export async function providerFound({ payments }: Parts): Promise<Found> {
  const outcome = await payments.showOrder('GIFTLANEDOCTOR');
  return outcome.kind === 'unknown' ? bad(outcome.reason) : good('it knows our credentials');
}

const newestRatesWithin = days(6);

export async function ratesFound({ rates }: Parts): Promise<Found> {
  const outcome = await rates.latest();
  if (outcome.kind !== 'done') return bad(outcome.reason);
  const { asOf } = outcome.value;
  const old = Date.now() - Date.parse(asOf) > newestRatesWithin;
  return (old ? warning : good)(`the newest are of ${asOf}`);
}

export const pricesFound = async ({ coinSpots }: Parts): Promise<Found[]> =>
  Promise.all(
    coinSpots.flatMap((spot) =>
      coins.map(async (coin) => answered(await spot.price(coin), `${spot.source} has ${coin}`)),
    ),
  );

export async function nodeFound({ nodes }: Parts, coin: Coin): Promise<Found> {
  const outcome = await nodes.get(coin)?.tip();
  if (!outcome) return good('this shop has none');
  if (outcome.kind !== 'done') return bad(outcome.reason);
  return good(`it is at block ${outcome.value.height}`);
}
