/** Runs the command line: in the test's process, or as its users do in one of its own. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { compiledEnv, sandboxEnv } from '../testing/sandbox-env.ts';
import type { TestShop } from '../testing/start-shop.ts';
import { runCli as runHere } from './run.ts';

const cli = fileURLToPath(new URL('../../../../tools/cli.ts', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `shop <args>` with nothing but these variables. */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const said = { stdout: '', stderr: '' };
  const code = await runHere(args, {
    env,
    say: (text) => {
      said.stdout += text;
    },
    complain: (text) => {
      said.stderr += text;
    },
    startDatabase: () => Promise.reject(new Error('this command has no DATABASE_URL')),
  });
  return { code, ...said };
}

/** The same in a process of its own: several times as long. */
export function runProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { PATH: process.env.PATH, ...compiledEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...said }));
  });
}

const envOf = (shop: TestShop) => {
  const { DATABASE_URL = '', ENCRYPTION_KEYS = '' } = sandboxEnv(
    shop.sandbox,
    shop.config.databaseUrl,
  );
  return { DATABASE_URL, ENCRYPTION_KEYS, DATA_DIR: shop.config.dataDir };
};

/** Runs a command on the database of a shop that is running. */
export const runOn = (shop: TestShop, ...args: string[]): Promise<Ran> => runCli(args, envOf(shop));

/** The same under the name of an operator. */
export const runOnAs = (shop: TestShop, operator: string, ...args: string[]): Promise<Ran> =>
  runCli(args, { ...envOf(shop), OPERATOR: operator });

/** The same in a process of its own. */
export const runProcessOn = (shop: TestShop, ...args: string[]): Promise<Ran> =>
  runProcess(args, envOf(shop));

/** A folder that is gone after the test. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A file that is gone after the test. */
export async function tempFile(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(await tempFolder(), name);
  await writeFile(file, content);
  return file;
}
