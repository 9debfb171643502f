/** The shop as a person starts it on an empty machine, and what is left of it when it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { compiledEnv } from '../apps/server/src/testing/sandbox-env.ts';
import { freePort } from '../tools/free-port.ts';
import { longTest } from './browser.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

async function emptyMachine(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-start-'));
  // So that PostgreSQL, which is not root, keeps its data in here.
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return {
    PATH: process.env.PATH ?? '',
    // Compiled anew each start would take a third longer.
    ...compiledEnv,
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    OFFICE_PORT: String(await freePort()),
    SEED: 'none',
  };
}

interface Said {
  text: string;
}

function run(program: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: Said = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      said.text += part;
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, said, ended };
}

/** Starts the shop and waits until it says so. */
async function startShop(env: Record<string, string>) {
  const shop = run('tools/start.ts', [], env);
  const up = () => shop.said.text.includes('Ctrl-C ends it.');
  await expect.poll(() => up() || shop.child.exitCode !== null, { timeout: 120_000 }).toBe(true);
  if (!up()) throw new Error(shop.said.text);
  return shop;
}

const postgresOf = async ({ DATA_DIR = '' }) =>
  Number(
    (await readFile(join(DATA_DIR, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0],
  );

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await once(child, 'close');
}

/** `npm start` that gets a signal leaves nothing behind. */
async function startByNpmUntil(signal: NodeJS.Signals, env: Record<string, string>): Promise<void> {
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void npm.kill());
  let said = '';
  npm.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  await expect.poll(() => said, { timeout: 120_000 }).toContain('Ctrl-C ends it.');
  const postgres = await postgresOf(env);
  npm.kill(signal);
  // The pipe is open for as long as the shop lives.
  await once(npm, 'close');
  await expect.poll(() => lives(postgres), { message: signal }).toBe(false);
}

test('an empty folder becomes a shop, once; killed, it leaves no database behind', async () => {
  const env = await emptyMachine();
  const first = await startShop(env);
  const readyz = `http://localhost:${env.PORT}/readyz`;
  expect((await fetch(readyz)).status).toBe(200);
  const office = `http://localhost:${env.OFFICE_PORT}`;
  expect(first.said.text).toContain(`Office        ${office}\n`);
  expect((await fetch(`${office}/api/v1/office/session`)).status).toBe(401);
  const keys = await stat(join(env.DATA_DIR ?? '', 'encryption-keys'));
  expect((keys.mode & 0o777).toString(8)).toBe('600');

  const other = { ...env, PORT: String(await freePort()) };
  const refused = run('tools/start.ts', [], other);
  const made = run(
    'tools/cli.ts',
    ['voucher', 'create', '--value', '25', '--currency', 'usd', '--json'],
    env,
  );
  expect(await made.ended).toBe(0);
  expect(JSON.parse(made.said.text)).toMatchObject([{ value: 25, currency: 'usd' }]);
  expect(await refused.ended).toBe(1);
  expect(refused.said.text).toBe(
    `DATA_DIR: a shop already runs on ${env.DATA_DIR}. ` +
      'Use that one, or stop it, or set DATA_DIR to another folder.\n',
  );
  expect((await fetch(readyz)).status).toBe(200);

  const postgres = await postgresOf(env);
  await kill(first.child, 'SIGKILL');
  await expect.poll(() => lives(postgres)).toBe(false);
  const verified = run('tools/cli.ts', ['ledger', 'verify', '--json'], env);
  expect(await verified.ended).toBe(0);
  expect(JSON.parse(verified.said.text)).toMatchObject({ ok: true });
});

longTest(
  'killed, a shop starts again, also where the port of its office is taken; npm hands on what ends it, and nothing is left behind',
  async () => {
    const env = await emptyMachine();
    await kill((await startShop(env)).child, 'SIGKILL');
    const taken = createServer().listen(Number(env.OFFICE_PORT), '127.0.0.1');
    // How long that takes is measured by `npm run bench`.
    const second = await startShop({ ...env, PORT: String(await freePort()) });
    expect(second.said.text).toContain(`not here, as port ${env.OFFICE_PORT} is taken`);
    taken.close();
    const again = await postgresOf(env);
    await kill(second.child, 'SIGINT');
    expect(await second.ended).toBe(0);
    expect(lives(again)).toBe(false);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) await startByNpmUntil(signal, env);
  },
);

test('nothing is embedded in production: what is missing is named, and the demo is refused', async () => {
  const { PORT: _, ...env } = await emptyMachine();
  const bare = run('tools/start.ts', [], { ...env, NODE_ENV: 'production' });
  const demo = run('tools/start.ts', [], { ...env, NODE_ENV: 'production', SEED: 'demo' });
  expect(await bare.ended).toBe(1);
  for (const name of ['DATABASE_URL', 'ENCRYPTION_KEYS', 'PAYPAL_API_URL', 'SMTP_URL'])
    expect(bare.said.text).toContain(`${name} is not set: `);
  expect(await demo.ended).toBe(1);
  expect(demo.said.text).toContain('SEED: demo is refused in production');
});

longTest(
  'where something of a part is set, nothing of its stand-in is mixed in: what is missing is named',
  async () => {
    const env = await emptyMachine();
    const own = { ...env, PAYPAL_CLIENT_ID: 'ours', PAYPAL_CLIENT_SECRET: 'ours', SEED: 'none' };
    const shop = run('tools/start.ts', [], own);
    expect(await shop.ended).toBe(1);
    for (const name of ['PAYPAL_API_URL', 'PAYPAL_SDK_URL', 'PAYPAL_WEBHOOK_ID'])
      expect(shop.said.text).toContain(`${name} is not set: `);
    expect(shop.said.text).not.toContain('SMTP_URL');
  },
);
