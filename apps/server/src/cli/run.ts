/** What the command line does with its arguments. */

import { ConfigError } from '../platform/config.ts';
import { isUnavailable } from '../platform/db.ts';
import { DatabaseUnavailable } from '../platform/postgres/problems.ts';
import { Refusal } from '../platform/refusal.ts';
import { TableInUse } from '../platform/table-locks.ts';
import { CommandRefused, WrongUsage } from './command.ts';
import { allCommands, commandsOf } from './commands.ts';
import { parseCommand, type Typed, usageOf } from './parse.ts';
import { commandEnv, readCliConfig, runCommand } from './tools.ts';

/** Tables or columns the database does not have yet. */
const behindCodes = ['42P01', '42703'];

const isBehind = (error: unknown) =>
  error instanceof Error && 'code' in error && behindCodes.includes(String(error.code));

/** One plain line for what is expected; undefined for a fault. */
function plainLine(error: unknown): string | undefined {
  if (error instanceof CommandRefused || error instanceof Refusal || error instanceof ConfigError)
    return error.message;
  if (error instanceof DatabaseUnavailable || error instanceof TableInUse) return error.message;
  if (isUnavailable(error)) return 'The database can not be reached.';
  if (isBehind(error))
    return 'The database is not up to date: npm run shop -- migrate brings it there.';
  return undefined;
}

async function run({ command, given, json }: Typed): Promise<number> {
  const said = await runCommand(readCliConfig(await commandEnv(process.env)), command, given);
  const text = json ? JSON.stringify(said.json, null, 2) : said.lines.join('\n');
  if (text !== '') process.stdout.write(`${text}\n`);
  return said.failed ? 1 : 0;
}

/** Runs a command; answers the exit code: 0 done, 1 refused or failed, 2 wrong usage. */
export async function runCli(args: readonly string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(args[0] ?? '')) {
    console.log(usageOf(await allCommands()));
    return 0;
  }
  try {
    return await run(parseCommand(await commandsOf(args[0] ?? ''), args));
  } catch (error) {
    if (error instanceof WrongUsage) {
      console.error(`${error.message}\n\n${usageOf(await allCommands())}`);
      return 2;
    }
    console.error(plainLine(error) ?? error);
    return 1;
  }
}
