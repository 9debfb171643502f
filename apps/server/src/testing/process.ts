/** Processes of the shop as in production, on the database and sandbox of a test's shop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { compiledEnv, sandboxEnv } from './sandbox-env.ts';
import type { TestShop } from './start-shop.ts';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Process {
  readonly child: ChildProcess;
  /** Resolves after the exit, with all output. */
  readonly ended: Promise<Ended>;
  /** Resolves when it reports its start; with its address, if it serves. */
  started(): Promise<string>;
}

const source = fileURLToPath(new URL('../', import.meta.url));

/** Variables for the database and sandbox of a test's shop. */
export function envOf(shop: TestShop): Record<string, string> {
  return { ...sandboxEnv(shop.sandbox, shop.config.databaseUrl), LOG_LEVEL: 'info' };
}

/** Runs a program of the server, such as `main.ts`, with only the given variables. */
export function runProgram(
  program: string,
  { args = [], env }: { args?: readonly string[]; env: Readonly<Record<string, string>> },
): Process {
  const child = spawn(process.execPath, [source + program, ...args], {
    env: { PATH: process.env.PATH, ...compiledEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said.stdout += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    said.stderr += part;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    child,
    ended,
    async started() {
      for (;;) {
        const line = said.stdout.split('\n').find((one) => one.includes('"msg":"started"'));
        if (line) return (JSON.parse(line) as { url: string }).url;
        const more = await Promise.race([once(child.stdout, 'data'), ended]);
        if (!Array.isArray(more)) throw new Error(`it ended with ${more.code}: ${more.stderr}`);
      }
    },
  };
}
