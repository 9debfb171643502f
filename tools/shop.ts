/**
 * The whole shop on one machine. Every unset variable gets an embedded default: a real PostgreSQL, and
 * sandboxes of PayPal, Google, mail, push, exchange rates, coin prices and coin nodes. Variables that belong
 * together must all be set or all be unset, as the sandbox's values would not fit the others. Production
 * embeds nothing: a missing variable is an error.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '@giftlane/sandbox/sandbox.ts';
import {
  coinVariables,
  googleVariables,
  payPalVariables,
  pushVariables,
} from '@giftlane/sandbox/variables.ts';
import {
  keepCoinVariables,
  ownCoinSeed,
  ownKeys,
  ownPushKeys,
  ownWishKey,
} from '@giftlane/server/cli/setup/own-keys.ts';
import { tryLock } from '@giftlane/server/platform/db/lock.ts';
import { ownOfficeUrl, readConfig } from '@giftlane/server/platform/process/config.ts';
import { makeDataDir } from '@giftlane/server/platform/process/data-dir.ts';
import { seconds } from '@giftlane/server/platform/process/durations.ts';
import {
  StartRefused,
  startProblem,
  stopOnSignals,
} from '@giftlane/server/platform/process/ending.ts';
import { ConfigError } from '@giftlane/server/platform/process/env.ts';
import { type Running, start } from '@giftlane/server/serve.ts';
import { untilStdinEnds } from '@giftlane/server/signer/run.ts';
import { addCasesOnce, seedOnce } from './seed-once.ts';
import { placeOffice, type StandIns, tell } from './tell.ts';

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));

type Env = Record<string, string | undefined>;

interface Part {
  waitsFor(): string;
  close(): Promise<unknown>;
}

/** Started parts, closed in reverse order. */
const started: Part[] = [];
let stopping = false;
let waitsFor = () => 'its start';

async function stop(): Promise<void> {
  stopping = true;
  for (let part = started.pop(); part; part = started.pop()) {
    waitsFor = part.waitsFor;
    await part.close();
  }
}

/** Preferred ports of the sandbox; if one is taken, it uses any. */
const sandboxPorts = {
  paypalPort: 3010,
  smtpPort: 3011,
  inboxPort: 3012,
  ratesPort: 3013,
  googlePort: 3014,
  pushPort: 3015,
  btcPort: 3016,
  ltcPort: 3017,
};

/** Variables of external services, in groups that are set as a whole or not at all. */
const outside = {
  paypal: [
    'PAYPAL_API_URL',
    'PAYPAL_SDK_URL',
    'PAYPAL_CLIENT_ID',
    'PAYPAL_CLIENT_SECRET',
    'PAYPAL_WEBHOOK_ID',
    'PAYPAL_MERCHANT_ID',
  ],
  google: ['GOOGLE_ISSUER', 'GOOGLE_CLIENT_ID'],
  mail: ['SMTP_URL', 'MAIL_FROM'],
  rates: ['RATES_URL'],
  coinRates: ['COIN_RATES_URL', 'COIN_RATES_URL_2'],
  btc: ['BTC_RPC_URL', 'BTC_RPC_COOKIE_FILE', 'BTC_NETWORK'],
  ltc: ['LTC_RPC_URL', 'LTC_RPC_COOKIE_FILE', 'LTC_NETWORK'],
} as const;
type Outside = keyof typeof outside;

/** Groups without any variable set, which the sandbox replaces. */
const leftOpen = (env: Env) =>
  new Set(
    (Object.keys(outside) as Outside[]).filter((part) =>
      outside[part].every((name) => env[name] === undefined),
    ),
  );

/** Time in which a shop whose npm was killed ends by itself. */
const endsWithinMs = seconds(5);

/**
 * Creates the sandbox's folder and locks it: two shops would each have their own sandbox, unaware of the
 * other's payments. The lock ends with the process, even by a kill.
 */
async function claimStandIns(dataDir: string): Promise<string> {
  const stateDir = resolve(dataDir, 'sandbox');
  // Private: it contains mails with links.
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  const deadline = Date.now() + endsWithinMs;
  for (;;) {
    const lock = tryLock(resolve(stateDir, 'lock'));
    if (lock) {
      started.push({ waitsFor: () => 'the stand-ins', close: async () => lock.release() });
      return stateDir;
    }
    if (Date.now() > deadline)
      throw new StartRefused(
        `DATA_DIR: a shop already runs on ${dataDir}. Use that one, or stop it, or set DATA_DIR to another folder.`,
      );
    await sleep(100);
  }
}

/** Starts the sandbox and sets its variables in `env`. */
async function standIn(env: Env, stateDir: string): Promise<StandIns> {
  const used = leftOpen(env);
  const sandbox = await startSandbox({
    ...sandboxPorts,
    stateDir,
    coinBlockMs: seconds(10),
  });
  started.push({ waitsFor: () => 'the stand-ins', close: sandbox.close });
  const variables: Record<Outside, Record<string, string>> = {
    paypal: payPalVariables(sandbox),
    google: googleVariables(sandbox),
    mail: { SMTP_URL: sandbox.smtpUrl, MAIL_FROM: 'Giftlane <shop@giftlane.example>' },
    rates: { RATES_URL: sandbox.ratesUrl },
    coinRates: { COIN_RATES_URL: sandbox.coinRatesUrl, COIN_RATES_URL_2: sandbox.coinRatesUrl },
    ...coinVariables(sandbox),
  };
  for (const part of used) Object.assign(env, variables[part]);
  if (!env.PUSH_SERVICES) Object.assign(env, pushVariables(sandbox));
  return { sandbox, used };
}

/** Sets unset variables to embedded parts. */
async function embed(env: Env): Promise<StandIns | undefined> {
  const dataDir = resolve(env.DATA_DIR ?? './data');
  await makeDataDir(dataDir);
  env.DATA_DIR = dataDir;
  const stateDir = leftOpen(env).size > 0 ? await claimStandIns(dataDir) : undefined;
  env.ENCRYPTION_KEYS ??= await ownKeys(dataDir);
  if (!env.VAPID_PUBLIC_KEY && !env.VAPID_PRIVATE_KEY)
    Object.assign(env, await ownPushKeys(dataDir));
  env.COIN_WISH_KEY ??= await ownWishKey(dataDir);
  env.VAPID_SUBJECT ??= 'mailto:shop@giftlane.example';
  if (!env.DATABASE_URL) {
    const { startOwnPostgres } = await import('./own-postgres.ts');
    const database = await startOwnPostgres(dataDir);
    started.push({ waitsFor: () => 'the embedded PostgreSQL', close: database.stop });
    env.DATABASE_URL = database.url;
    env.DATABASE_OWNER_URL = database.ownerUrl;
  }
  return stateDir === undefined ? undefined : standIn(env, stateDir);
}

/** Variables of the signer, which runs as its own process; no other process gets them. */
const signing = [
  'COIN_SEED',
  'SIGNER_DIR',
  'SIGNER_ACCOUNTS',
  'BTC_SIGN_LIMITS',
  'LTC_SIGN_LIMITS',
  'BTC_SWEEP_LIMITS',
  'LTC_SWEEP_LIMITS',
];
const signer = fileURLToPath(new URL('../apps/server/src/sign.ts', import.meta.url));

/** Starts the signer of a shop with coins, and restarts it if it exits. */
async function startSigner(env: Env): Promise<void> {
  const dataDir = env.DATA_DIR ?? './data';
  const own: Env = {
    COIN_SEED: await ownCoinSeed(dataDir),
    SIGNER_DIR: resolve(dataDir, 'signer'),
    LOG_LEVEL: 'warn',
    ...env,
  };
  delete own.DATABASE_OWNER_URL;
  for (const name of signing) {
    delete env[name];
    delete process.env[name];
  }
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  const run = () => {
    // The pipe closes however this process ends, and the signer then exits, too.
    const stdio = ['pipe', 'inherit', 'inherit'] as const;
    const begun = spawn(process.execPath, [signer, untilStdinEnds], {
      env: own,
      stdio: [...stdio],
    });
    child = begun;
    ended = once(begun, 'exit');
    begun.once('exit', () => {
      if (!stopping) setTimeout(() => stopping || run(), seconds(1)).unref();
    });
  };
  run();
  started.push({
    waitsFor: () => 'the signer',
    async close() {
      child?.kill('SIGTERM');
      await ended;
    },
  });
}

/** Runs a command in a process of its own, whose memory is freed afterwards. */
async function command(name: string, env: Env): Promise<void> {
  const child = spawn(process.execPath, [cli, name], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0 && !stopping) throw new Error(`npm run shop -- ${name} failed`);
}

/** Seeds an empty shop, if wanted; returns lines with the accounts. */
async function seed(
  { shop, url }: Running,
  { wish, env, standIns }: { wish: string; env: Env; standIns: StandIns | undefined },
): Promise<readonly string[]> {
  if (wish === 'none') return [];
  if (shop.catalog.brandCount === 0) {
    console.log('Filling the shop with the demo, this once. It takes a minute …');
    await command('seed', env);
    if (standIns)
      console.log('Giving its office something to do: what is refused here is meant to be.');
    await shop.catalog.refresh();
  }
  const accounts = await seedOnce(shop);
  if (standIns) await addCasesOnce(shop, url, standIns);
  return accounts;
}

const hasCoins = ({ BTC_RPC_URL, LTC_RPC_URL }: Env) =>
  [BTC_RPC_URL, LTC_RPC_URL].some((url) => url !== undefined && url !== 'none');

async function open(): Promise<void> {
  // An empty variable counts as unset.
  const env: Env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value));
  const production = env.NODE_ENV === 'production';
  const seeding = env.SEED ?? (production ? 'none' : 'demo');
  if (!['demo', 'none'].includes(seeding)) throw new ConfigError(['SEED: one of demo, none']);
  if (production && seeding === 'demo')
    throw new ConfigError([
      'SEED: demo is refused in production, its members have known passwords',
    ]);
  const standIns = production ? undefined : await embed(env);
  // Where the shop itself has that address there is no office.
  const office = production || env.PUBLIC_URL === ownOfficeUrl(env) ? undefined : ownOfficeUrl(env);
  const read = readConfig({ LOG_LEVEL: 'warn', OFFICE_URL: office, ...env });
  const { config, line } = await placeOffice(read, env);
  const running = await start(config, { serving: true, working: true });
  started.push({ waitsFor: () => running.waitsFor, close: running.stop });
  stopOnSignals({ stop, waitsFor: () => waitsFor() });
  if (!production && env.DATA_DIR) await keepCoinVariables(env.DATA_DIR, env);
  // After the migration of the database.
  if (!production && hasCoins(env)) await startSigner(env);
  standIns?.sandbox.setWebhookUrl(`${running.url}/api/v1/webhooks/paypal`);
  const accounts = await seed(running, { wish: seeding, env, standIns });
  tell(config, { standIns, office: line, accounts });
}

/** Starts the shop and its parts; prints why if it can not. */
export async function startShop(): Promise<void> {
  try {
    await open();
  } catch (error) {
    // Errors caused by the shutdown are not reported.
    if (stopping) return;
    console.error(startProblem(error));
    await stop();
    process.exit(1);
  }
}
