/** Runs a command of the command line. */
import { inspect } from 'node:util';
import { isBehind } from '../platform/db/errors.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { startProblem } from '../platform/process/ending.ts';
import { CommandRefused, WrongUsage } from './command.ts';
import { allCommands, commandsOf } from './commands.ts';
import { parseCommand, type Typed, usageOf } from './parse.ts';
import { harmless, harmlessJson } from './people/letters.ts';
import { commandEnv, type OwnDatabase, readCliConfig, runCommand } from './tools.ts';

/** One plain line for what is expected; undefined for a fault. */
function plainLine(error: unknown): string | undefined {
  if (error instanceof Refusal && error.cause instanceof Error) return error.cause.message;
  if (error instanceof CommandRefused || error instanceof Refusal) return error.message;
  if (isBehind(error))
    return 'The database is not up to date: npm run shop -- migrate brings it there.';
  const problem = startProblem(error);
  return typeof problem === 'string' ? problem : undefined;
}

/** Variables and output of a command line. */
interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (text: string) => void;
  readonly complain: (text: string) => void;
  /** The database of the shop in a DATA_DIR, for commands without DATABASE_URL. */
  readonly startDatabase: (dataDir: string) => Promise<OwnDatabase>;
}

export const ofProcess: Omit<Surroundings, 'startDatabase'> = {
  env: process.env,
  say: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
};

async function run(
  { command, given, json }: Typed,
  { env, say, startDatabase }: Surroundings,
): Promise<number> {
  const all = await commandEnv(env);
  const said =
    'alone' in command
      ? await command.alone(all, given)
      : await runCommand(readCliConfig(all), { command, given, startDatabase });
  const text = json
    ? harmlessJson(JSON.stringify(said.json, null, 2))
    : harmless(said.lines.join('\n'));
  if (text !== '') say(`${text}\n`);
  return said.failed ? 1 : 0;
}

/** Runs a command; answers the exit code: 0 done, 1 refused or failed, 2 wrong usage. */
export async function runCli(args: readonly string[], around: Surroundings): Promise<number> {
  const { say, complain } = around;
  if (['help', '--help', '-h'].includes(args[0] ?? '')) {
    say(`${usageOf(await allCommands())}\n`);
    return 0;
  }
  try {
    return await run(parseCommand(await commandsOf(args[0] ?? ''), args), around);
  } catch (error) {
    if (error instanceof WrongUsage) {
      complain(`${error.message}\n\n${usageOf(await allCommands())}\n`);
      return 2;
    }
    complain(harmless(`${plainLine(error) ?? inspect(error)}\n`));
    return 1;
  }
}
