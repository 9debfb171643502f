/** `npm run shop -- <command>`: the operators' command line, on the running or the stopped shop. */
import { type Command, CommandRefused, WrongUsage } from './cli/command.ts';
import { catalogImport, stockImport, stockLevel } from './cli/imports.ts';
import { ledgerVerify, migrate, seed } from './cli/maintenance.ts';
import { operatorCreate } from './cli/operators.ts';
import { orderRefund, orderShow } from './cli/orders.ts';
import { parseCommand, type Typed, usageOf } from './cli/parse.ts';
import { readCliConfig, runCommand } from './cli/tools.ts';
import { voucherCreate } from './cli/vouchers.ts';
import { ConfigError } from './platform/config.ts';
import { isUnavailable } from './platform/db.ts';
import { DatabaseUnavailable } from './platform/postgres/problems.ts';
import { Refusal } from './platform/refusal.ts';

const commands: readonly Command[] = [
  migrate,
  seed,
  operatorCreate,
  catalogImport,
  stockImport,
  stockLevel,
  orderShow,
  orderRefund,
  voucherCreate,
  ledgerVerify,
];

/** Tables or columns the database does not have yet. */
const behindCodes = ['42P01', '42703'];

const isBehind = (error: unknown) =>
  error instanceof Error && 'code' in error && behindCodes.includes(String(error.code));

/** One plain line for what is expected; undefined for a fault. */
function plainLine(error: unknown): string | undefined {
  if (error instanceof CommandRefused || error instanceof Refusal || error instanceof ConfigError)
    return error.message;
  if (error instanceof DatabaseUnavailable) return error.message;
  if (isUnavailable(error)) return 'The database can not be reached.';
  if (isBehind(error))
    return 'The database is not up to date: npm run shop -- migrate brings it there.';
  return undefined;
}

async function run({ command, given, json }: Typed): Promise<number> {
  const said = await runCommand(readCliConfig(process.env), command, given);
  const text = json ? JSON.stringify(said.json, null, 2) : said.lines.join('\n');
  if (text !== '') process.stdout.write(`${text}\n`);
  return said.failed ? 1 : 0;
}

async function main(args: readonly string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(args[0] ?? '')) {
    console.log(usageOf(commands));
    return 0;
  }
  try {
    return await run(parseCommand(commands, args));
  } catch (error) {
    if (error instanceof WrongUsage) {
      console.error(`${error.message}\n\n${usageOf(commands)}`);
      return 2;
    }
    console.error(plainLine(error) ?? error);
    return 1;
  }
}

// Who reads on may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await main(process.argv.slice(2));
