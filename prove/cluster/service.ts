/** Processes that are started again when they die, as systemd does with `Restart=always`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';

/** Pause before a dead process is started again. */
const restartsAfterMs = 500;

export interface Program {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Runs as the user postgres: PostgreSQL, Patroni and PgBouncer refuse root. */
  readonly asPostgres?: boolean;
  /** Before the command: how to enter another namespace. */
  readonly enter?: readonly string[];
}

export interface Service {
  readonly name: string;
  /** Sends SIGKILL and waits for the end; it is then started again. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits for the end; it is then started again. */
  restart(): Promise<void>;
  /** Whether it is started again; false does not end it. */
  keep(kept: boolean): void;
  /** Ends it for good. */
  stop(): Promise<void>;
}

const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups'];

/** Starts a program whose output goes to `NAME.log` in the folder. It dies with this process. */
export function startService(folder: string, program: Program): Service {
  const { name, env } = program;
  const user = program.asPostgres ? asPostgres : [];
  const dies = ['setpriv', '--pdeathsig', 'KILL', ...user, '--', ...program.command];
  const [command = '', ...args] = [...(program.enter ?? []), ...dies];
  const log = openSync(join(folder, `${name}.log`), 'a');
  let kept = true;
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  const start = () => {
    const begun = spawn(command, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    });
    child = begun;
    ended = once(begun, 'exit');
    begun.once('exit', () => setTimeout(() => child === begun && kept && start(), restartsAfterMs));
  };
  const end = async (signal: NodeJS.Signals) => {
    child?.kill(signal);
    await ended;
  };
  start();
  return {
    name,
    kill: () => end('SIGKILL'),
    restart: () => end('SIGTERM'),
    keep(wanted) {
      kept = wanted;
      if (wanted && (child?.exitCode !== null || child.signalCode !== null)) start();
    },
    async stop() {
      kept = false;
      await end('SIGKILL');
    },
  };
}
