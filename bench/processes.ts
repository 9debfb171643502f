/** Child processes of a benchmark; they end with it, even if it fails. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Running {
  readonly pid: number;
  /** The match of `ready` in its output. */
  readonly said: RegExpExecArray;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

interface Program {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** File for its output: piping it would cost the measuring process CPU time. */
  readonly outputFile: string;
  /** Printed when it is ready. */
  readonly ready: RegExp;
}

/** Starts a Node program and waits until it is ready. */
export async function startNode({ args, env = {}, outputFile, ready }: Program): Promise<Running> {
  const output = openSync(outputFile, 'w');
  const child = spawn(process.execPath, [...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', output, 'inherit'],
  });
  closeSync(output);
  running.add(child);
  const ended = once(child, 'exit').then(() => running.delete(child));
  for (;;) {
    const said = ready.exec(readFileSync(outputFile, 'utf8'));
    if (said)
      return {
        pid: child.pid ?? 0,
        said,
        async stop() {
          child.kill('SIGTERM');
          await ended;
        },
      };
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended before it was ready`);
    await sleep(10);
  }
}

/** Runs a program and returns its output; throws if it fails. */
export async function output(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(command, [...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const [out, err] = [child.stdout, child.stderr].map((stream) => {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    return parts;
  });
  const [code] = await once(child, 'close');
  running.delete(child);
  if (code !== 0)
    throw new Error(`${command} ended with ${code}: ${Buffer.concat(err ?? []).toString()}`);
  return Buffer.concat(out ?? []).toString();
}

/** Resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}
