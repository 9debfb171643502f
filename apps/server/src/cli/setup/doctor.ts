/** `doctor`: what is wrong with a set-up, before customers find out. Nothing is sent or paid, and nothing stays. */
import { access, constants, statfs } from 'node:fs/promises';
import { coins } from '@giftlane/contract/money/coins.ts';
import { openParts, type Parts } from '../../assembly/parts.ts';
import { guardInvariant } from '../../ledger/guards.ts';
import { connect } from '../../platform/db/db.ts';
import { isBehind } from '../../platform/db/errors.ts';
import { missingMigrations } from '../../platform/db/migrate.ts';
import { requireOwnSessions } from '../../platform/db/pooler.ts';
import { keepsUp } from '../../platform/db/replica.ts';
import { readRole, roleProblem } from '../../platform/db/rights.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readConfig } from '../../platform/process/config.ts';
import { startProblem } from '../../platform/process/ending.ts';
import { ConfigError, type Env } from '../../platform/process/env.ts';
import { keyProblems } from '../../platform/secrets/key-checks.ts';
import type { Outcome } from '../../providers/outcome.ts';
import { readSignerConfig } from '../../signer/config.ts';
import { openKeys } from '../../signer/keys.ts';
import { firstAccounts } from '../../signer/queries.ts';
import type { LoneCommand } from '../command.ts';
import { databaseIdentity, serverFacts } from '../queries.ts';
import { turningWarnings } from './turn-keys.ts';

/** Checks a part and reports its problems. */
type Say = (state: 'warning' | 'bad', words: string) => void;
/** An error it throws is a problem, too. */
type Check = (say: Say) => unknown;

/** Values without which other variables are not read. */
const samples: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  FILES_URL: 's3://bucket?region=region',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector',
};

/** The names that the shop and its signer read. */
function knownNames(): Set<string> {
  const names = new Set(['SEED']);
  const noting = (name: string | symbol) => {
    names.add(String(name));
    return samples[String(name)];
  };
  for (const read of [readConfig, readSignerConfig])
    try {
      read(new Proxy({}, { get: (_, name) => noting(name) }));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
    }
  return names;
}

/** Variables of others that begin as ours do. */
const others = /^(OTEL_|NODE(_|$)|HOSTNAME$|HOSTTYPE$|MAIL(CHECK|PATH)?$)/;

function variables(env: Env, say: Say): void {
  const known = knownNames();
  const beginnings = new Set([...known].map((name) => name.slice(0, 4)));
  for (const name of Object.keys(env))
    if (env[name] && !known.has(name) && !others.test(name) && beginnings.has(name.slice(0, 4)))
      say('warning', `${name} is no variable of the shop: is it misspelled?`);
  readConfig(env);
}

async function database({ db, config }: Parts, say: Say): Promise<void> {
  if (!config.databaseDirectUrl) await requireOwnSessions(config.databaseUrl);
  const { number, version, writes } = await serverFacts(db);
  if (number < 150_000) say('bad', `PostgreSQL ${version}: 15 or newer is needed`);
  if (!writes) say('bad', 'it takes no writes: it is a standby, or read-only');
  const missing = await missingMigrations(db);
  const role = await readRole(db);
  const bringer =
    role.migrates || config.databaseOwnerUrl
      ? 'the next start'
      : 'npm run shop -- migrate, with DATABASE_OWNER_URL,';
  if (missing > 0) say('warning', `${missing} migrations are missing: ${bringer} brings them`);
  else for (const { breach } of await db.rows(guardInvariant.breaches)) say('bad', breach);
  const problem = roleProblem(role);
  if (problem) say('warning', problem);
}

/** An address beside DATABASE_URL leads to the same database, as its owner, itself or a standby of it. */
async function otherAddress({ db, log }: Parts, url: string, reading: boolean, say: Say) {
  if (!reading) await requireOwnSessions(url);
  const other = connect(url, { max: 1, log, reading });
  try {
    if ((await databaseIdentity(other)) !== (await databaseIdentity(db)))
      say('bad', 'this is another database than that of DATABASE_URL');
    const { young } = await keepsUp(other);
    if (!young) say('warning', 'it is behind the primary, which is asked meanwhile');
  } finally {
    await other.close();
  }
}

async function clock({ db }: Parts, say: Say): Promise<void> {
  const before = Date.now();
  const { now } = await serverFacts(db);
  const apart = Math.abs(now.getTime() - (before + Date.now()) / 2) / 1_000;
  if (apart > 2)
    say(apart > 30 ? 'bad' : 'warning', `the database's is ${apart.toFixed(1)} s apart from here`);
}

async function keys({ db, config }: Parts, say: Say): Promise<void> {
  const problems = await keyProblems(db, { keys: config.keys, wishKey: config.coins.wishKey });
  for (const words of problems) say('bad', words);
  for (const words of await turningWarnings(db, config.keys.newest)) say('warning', words);
}

/** Only where the seed is: on the signer's machine. */
async function seed({ db }: Parts, env: Env, say: Say): Promise<void> {
  const own = openKeys(readSignerConfig(env));
  for (const { coin, xpub } of await firstAccounts(db))
    if (own.xpub(coin, 0) !== xpub)
      say('bad', `COIN_SEED is not the seed of the ${coin} accounts there are`);
  if (env.ENCRYPTION_KEYS)
    say('warning', 'COIN_SEED is beside ENCRYPTION_KEYS: it is for the signer alone');
}

async function disk({ config: { dataDir } }: Parts, say: Say): Promise<void> {
  await access(dataDir, constants.W_OK);
  const { bavail, bsize } = await statfs(dataDir);
  const gigabytes = (bavail * bsize) / 1e9;
  if (gigabytes < 1)
    say(gigabytes < 0.1 ? 'bad' : 'warning', `${gigabytes.toFixed(1)} GB are free`);
}

/** A storage that writes over a file would let two uploads be one. */
async function store({ files: { place, old } }: Parts, say: Say): Promise<void> {
  try {
    for (const one of [old, place]) {
      const problem = await one?.tryOut();
      if (problem) say('bad', problem);
    }
    if (old) say('warning', 'FILES_OLD is set: npm run shop -- files move, then take it away');
  } catch (error) {
    throw error instanceof Refusal && error.cause instanceof Error ? error.cause : error;
  }
}

/** Asks the provider for an order that does not exist: "not found" proves the credentials. */
async function answered(asked: Promise<Outcome<unknown>>, say: Say): Promise<void> {
  const outcome = await asked;
  if (outcome.kind !== 'done' && outcome.reason !== 'gone') say('bad', outcome.reason);
}

function checksOf(parts: Parts, env: Env): [part: string, check: Check][] {
  const { mail, payments, rates, coinSpots, nodes, config } = parts;
  const addresses = [
    ['DATABASE_DIRECT_URL', config.databaseDirectUrl],
    ['DATABASE_OWNER_URL', config.databaseOwnerUrl],
    ['DATABASE_REPLICA_URL', config.databaseReplicaUrl],
  ] as const;
  const askPrices = () => coinSpots.flatMap((spot) => coins.map((coin) => spot.price(coin)));
  return [
    ['database', (say) => database(parts, say)],
    ...addresses.flatMap(([name, url]): [string, Check][] =>
      url ? [[name, (say) => otherAddress(parts, url, name === 'DATABASE_REPLICA_URL', say)]] : [],
    ),
    ['keys', (say) => keys(parts, say)],
    ...(env.COIN_SEED ? [['seed', (say) => seed(parts, env, say)] satisfies [string, Check]] : []),
    ['clock', (say) => clock(parts, say)],
    ['disk', (say) => disk(parts, say)],
    ['files', (say) => store(parts, say)],
    ['mail', (say) => answered(mail.check(), say)],
    ['card payments', (say) => answered(payments.showOrder('GIFTLANEDOCTOR'), say)],
    ['exchange rates', (say) => answered(rates.latest(), say)],
    ['coin prices', (say) => Promise.all(askPrices().map((price) => answered(price, say)))],
    ...Array.from(nodes.values(), (node): [string, Check] => [
      `${node.coin} node`,
      (say) => answered(node.tip(), say),
    ]),
  ];
}

interface Finding {
  readonly part: string;
  readonly state: 'good' | 'warning' | 'bad';
  readonly words: string;
}

async function examine(part: string, check: Check): Promise<Finding[]> {
  const found: Finding[] = [];
  const say: Say = (state, words) => found.push({ part, state, words });
  try {
    await check(say);
  } catch (error) {
    if (error instanceof ConfigError) for (const words of error.problems) say('bad', words);
    else if (isBehind(error)) say('warning', 'the next start brings the database up to date');
    else say('bad', String(startProblem(error)));
  }
  return found.length > 0 ? found : [{ part, state: 'good', words: 'nothing is wrong' }];
}

async function examineAll(env: Env): Promise<Finding[]> {
  const found = await examine('variables', (say) => variables(env, say));
  if (found.some(({ state }) => state === 'bad')) return found;
  const parts = openParts({ ...readConfig(env), logLevel: 'silent' });
  const checks = checksOf(parts, env).map(([part, check]) => examine(part, check));
  found.push(...(await Promise.all(checks)).flat());
  parts.mail.close();
  await parts.db.close();
  return found;
}

export const doctor: LoneCommand = {
  words: 'doctor',
  usage: 'doctor                                   checks a set-up; sends nothing, changes nothing',
  async alone(env) {
    const found = await examineAll(env);
    const width = Math.max(...found.map(({ part }) => part.length));
    const lines = found.map(
      ({ part, state, words }) => `${state.padEnd(7)}  ${part.padEnd(width)}  ${words}`,
    );
    return { lines, json: found, failed: found.some(({ state }) => state === 'bad') };
  },
};
