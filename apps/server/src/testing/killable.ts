/** A shop whose server process can be killed, for crash tests and long proofs; works without vitest. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Sandbox, startSandbox } from '@giftlane/sandbox/sandbox.ts';
import { openShop, type Shop } from '../app.ts';
import { type Verdict, verifyLedger } from '../ledger/verify.ts';
import { readConfig } from '../platform/process/config.ts';
import { compiledEnv, nodeEnv, sandboxEnv } from './sandbox-env.ts';

const source = fileURLToPath(new URL('../', import.meta.url));

/** A run of the server process. */
export interface Life {
  readonly url: string;
  /** The beginning of its output. */
  said(): string;
  /** The end of its output. */
  saidLast(): string;
  /** Time from its start until it served. */
  readonly readyMs: number;
  /** The signal that ended it; null after a normal exit. Never rejects. */
  readonly death: Promise<NodeJS.Signals | null>;
  /** SIGKILL, like a power failure. */
  kill(): Promise<void>;
}

export interface Killable {
  /** The same shop in the test's own process, which stays alive. */
  readonly shop: Shop;
  readonly sandbox: Sandbox;
  /** Starts the server with jobs and waits until it is ready. */
  live(env?: Readonly<Record<string, string>>): Promise<Life>;
  /** Runs a command of the command line; resolves with its exit code or signal. */
  command(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>;
  /** All server processes so far. */
  readonly lives: readonly Life[];
  /** Checks the ledger and all invariants. */
  verify(): Promise<Verdict>;
  close(): Promise<void>;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly said: string;
}

type Env = Readonly<Record<string, string>>;

function launch(program: string, args: readonly string[], env: Env) {
  const child = spawn(process.execPath, [source + program, ...args], {
    env: { PATH: process.env.PATH, ...compiledEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Bounded, as hours of access logs would fill the memory.
  let said = '';
  let saidLast = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      if (said.length < 100_000) said += part;
      saidLast = (saidLast + part).slice(-50_000);
    });
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal, said }));
  return { child, ended, said: () => said, saidLast: () => saidLast };
}

const startedLine = /"url":"(http:[^"]+)".*"msg":"started"/;

async function live(env: Env, lives: Life[]): Promise<Life> {
  const began = performance.now();
  const { child, ended, said, saidLast } = launch('main.ts', [], env);
  for (;;) {
    const url = startedLine.exec(said())?.[1];
    if (url) {
      const life: Life = {
        url,
        readyMs: performance.now() - began,
        said,
        saidLast,
        death: ended.then(({ signal }) => signal),
        async kill() {
          child.kill('SIGKILL');
          await ended;
        },
      };
      lives.push(life);
      return life;
    }
    const more = await Promise.race([once(child.stdout, 'data'), ended]);
    if (!Array.isArray(more)) throw new Error(`the server did not start: ${more.said}`);
  }
}

/** Opens a killable shop on a migrated database. */
export async function openKillable(databaseUrl: string, { nodes = false } = {}): Promise<Killable> {
  const sandbox = await startSandbox({ rateDays: 3 });
  const env = {
    ...sandboxEnv(sandbox, databaseUrl),
    ...(nodes && nodeEnv(sandbox)),
    LOG_LEVEL: 'info',
    WORKER: 'inline',
  };
  const shop = await openShop(readConfig({ ...env, LOG_LEVEL: 'silent' }));
  const lives: Life[] = [];
  return {
    shop,
    sandbox,
    lives,
    live: (more = {}) => live({ ...env, ...more }, lives),
    command: (args, more = {}) => launch('../../../tools/cli.ts', args, { ...env, ...more }).ended,
    verify: () => verifyLedger(shop.db, shop.invariants),
    async close() {
      await Promise.all(lives.map((life) => life.kill()));
      await shop.close();
      await sandbox.close();
    },
  };
}
