/** The processes a measurement starts; all of them end with it, also when it fails. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Running {
  readonly pid: number;
  /** What its output said when it was ready: the groups of the wanted pattern. */
  readonly said: RegExpExecArray;
  /** Asks it to end and waits for that. */
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

interface Program {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A file that takes its output: reading it all would cost the measuring process time. */
  readonly outputFile: string;
  /** What it prints when it is ready. */
  readonly ready: RegExp;
}

/** Starts a Node program and waits until it says that it is ready. */
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

/** Runs a program to its end and answers what it printed; throws when it failed. */
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

/** The memory a process holds, in MB. */
export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}
