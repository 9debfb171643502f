/** The environment of benchmarks: a durable PostgreSQL, a sandbox, and shops started on them. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Addresses as DatabaseAddresses,
  startEmbedded,
} from '@giftlane/embedded-postgres/embedded-postgres.ts';
import { type Addresses, googleVariables, payPalVariables } from '@giftlane/sandbox/variables.ts';
import { prepareDatabase } from '../apps/server/src/assembly/database.ts';
import { invariants } from '../apps/server/src/assembly/watch.ts';
import { verifyLedger } from '../apps/server/src/ledger/verify.ts';
import { connect, type Db, sql } from '../apps/server/src/platform/db/db.ts';
import { makeLog } from '../apps/server/src/platform/process/log.ts';
import { output, type Running, startNode } from './processes.ts';

const here = import.meta.dirname;
/** V8's flags of `npm run serve`. */
const heapFlags = ['--max-semi-space-size=8', '--heap-growing-percent=30'];
const log = makeLog('error');

export interface Stage {
  /** Creates a migrated database with the functions of `bench/sql`, and connects to it. */
  database(name: string): Promise<BenchDatabase>;
  /** Starts the shop as one server process; `flags` are Node's. */
  shop(database: BenchDatabase, flags?: readonly string[]): Promise<BenchShop>;
  /** Starts a worker process. */
  worker(database: BenchDatabase): Promise<Running>;
  /** Problems of the ledger and the invariants. */
  verify(database: BenchDatabase): Promise<string[]>;
  /** A temporary folder. */
  readonly folder: string;
  /** Variables of the shop for the sandbox. */
  readonly env: Readonly<Record<string, string>>;
  readonly postgres: string;
  close(): Promise<void>;
}

export interface BenchDatabase {
  readonly name: string;
  /** For the role that the shop runs as; `db` is connected as the owner. */
  readonly url: string;
  readonly ownerUrl: string;
  readonly db: Db;
  close(): Promise<void>;
}

export interface BenchShop {
  readonly port: number;
  /** Port of the sandboxed payment provider. */
  readonly providerPort: number;
  /** Value of the `authorization` header with the shop's credentials there. */
  readonly providerLogin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the sandbox; returns the shop's variables for it. Others keep their defaults. */
async function startSandbox(
  folder: string,
): Promise<{ running: Running; env: Record<string, string> }> {
  const running = await startNode({
    args: [join(here, '../packages/sandbox/src/main.ts')],
    env: { STOP_WITH_STDIN: '1' },
    outputFile: join(folder, 'sandbox.log'),
    ready: /^{.*}\n/,
  });
  const addresses = JSON.parse(running.said[0]) as Addresses;
  return {
    running,
    env: {
      ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
      ...payPalVariables(addresses),
      ...googleVariables(addresses),
      SMTP_URL: addresses.smtpUrl,
      MAIL_FROM: 'Giftlane <shop@giftlane.test>',
      RATES_URL: addresses.ratesUrl,
      COIN_RATES_URL: addresses.coinRatesUrl,
      PORT: '0',
    },
  };
}

/** Refuses a database that may lose acknowledged commits: its figures would be worthless. */
async function checkDurable(db: Db): Promise<string> {
  const settings = await db.one(sql<Record<string, string>>`
    select current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPages",
      current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums,
      current_setting('server_version') as version, current_setting('shared_buffers') as buffers,
      coalesce(current_setting('huge_pages_status', true), 'unknown') as huge`);
  for (const name of ['fsync', 'fullPages', 'commit', 'checksums'])
    if (settings[name] !== 'on') throw new Error(`PostgreSQL's ${name} is ${settings[name]}`);
  return `PostgreSQL ${settings.version}, fsync, synchronous_commit, full_page_writes and data checksums on, shared_buffers ${settings.buffers}, huge pages ${settings.huge}`;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function makeDatabase(server: DatabaseAddresses, name: string): Promise<BenchDatabase> {
  const url = withDatabase(server.url, name);
  const ownerUrl = withDatabase(server.ownerUrl, name);
  const admin = connect(server.ownerUrl, { max: 1, log });
  await admin.script(`drop database if exists ${name} with (force)`);
  await admin.script(`create database ${name}`);
  await prepareDatabase({ url, ownerUrl }, log);
  const db = connect(ownerUrl, { max: 4, log });
  for (const file of [
    'fill.sql',
    'scale.sql',
    'order.sql',
    'transfers.sql',
    'coins.sql',
    'office.sql',
  ])
    await db.script(await readFile(join(here, 'sql', file), 'utf8'));
  return {
    name,
    url,
    ownerUrl,
    db,
    async close() {
      await db.close();
      // Without `force`: it can not end the superuser's autovacuum, and then fails.
      await admin.script(`drop database if exists ${name}`);
      await admin.close();
    },
  };
}

/** Opens the environment, on `BENCH_DATABASE_URL` or a temporary embedded PostgreSQL. */
export async function openStage(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-bench-'));
  const given = process.env.BENCH_DATABASE_URL;
  const embedded = given
    ? undefined
    : await startEmbedded({ dataDir: folder, temporary: true, settings });
  // A given server has one role for shop and owner.
  const server = embedded ?? { url: given ?? '', ownerUrl: given ?? '' };
  const admin = connect(server.ownerUrl, { max: 1, log });
  const postgres = await checkDurable(admin);
  await admin.close();
  const sandbox = await startSandbox(folder);
  let started = 0;
  return {
    env: sandbox.env,
    postgres,
    database: (name) => makeDatabase(server, name),
    async shop({ url }, flags = []) {
      started += 1;
      const { pid, said, stop } = await startNode({
        args: [...heapFlags, ...flags, join(here, '../apps/server/src/main.ts')],
        env: { ...sandbox.env, DATABASE_URL: url, DATA_DIR: folder },
        outputFile: join(folder, `server-${started}.log`),
        ready: /"url":"http:\/\/127.0.0.1:(\d+)"/,
      });
      const { PAYPAL_API_URL = '', PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = sandbox.env;
      const login = Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`).toString('base64');
      return {
        port: Number(said[1]),
        providerPort: Number(new URL(PAYPAL_API_URL).port),
        providerLogin: `Basic ${login}`,
        pid,
        stop,
      };
    },
    folder,
    worker: ({ url }) =>
      startNode({
        args: [...heapFlags, join(here, '../apps/server/src/worker.ts')],
        env: { ...sandbox.env, DATABASE_URL: url, DATA_DIR: folder },
        outputFile: join(folder, 'worker.log'),
        ready: /"msg":"started"/,
      }),
    async verify({ db }) {
      const { problems } = await verifyLedger(db, invariants);
      return problems.map(({ rule, breach }) => `${rule}: ${breach}`);
    },
    async close() {
      await sandbox.running.stop();
      await embedded?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Output of `--version`; undefined if the command is missing. */
export async function versionOf(command: string): Promise<string | undefined> {
  try {
    return (await output(command, ['--version'])).trim();
  } catch {
    return undefined;
  }
}
