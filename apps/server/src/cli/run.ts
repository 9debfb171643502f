/** What the command line does with its arguments. */

import { ConfigError } from '../platform/config.ts';
import { isUnavailable } from '../platform/db.ts';
import { DatabaseUnavailable } from '../platform/postgres/problems.ts';
import { Refusal } from '../platform/refusal.ts';
import { TableInUse } from '../platform/table-locks.ts';
import { type Command, CommandRefused, WrongUsage } from './command.ts';
import { frozenKeep, frozenList, frozenRelease } from './frozen.ts';
import { catalogImport, stockImport, stockLevel } from './imports.ts';
import { jobList, jobRetry, jobShow } from './jobs.ts';
import { kycList, kycReject, kycShow, kycVerify } from './kyc.ts';
import { ledgerVerify, migrate, seed } from './maintenance.ts';
import { memberFreeze, memberResetFactors, memberUnfreeze } from './members.ts';
import { messageList } from './messages.ts';
import { memberClose, memberExport } from './my-data.ts';
import { newsletterSend } from './newsletter.ts';
import { operatorCreate } from './operators.ts';
import { optionList, optionSet } from './options.ts';
import { orderRefund, orderShow } from './orders.ts';
import { pageSet, pageShow } from './pages.ts';
import { parseCommand, type Typed, usageOf } from './parse.ts';
import { pointsShow } from './points.ts';
import { ledgerProve } from './prove.ts';
import { refundList, refundSend } from './refunds.ts';
import { sellAccept, sellDecline, sellList, sellPictures } from './sell.ts';
import { sessionEnd, sessionList } from './sessions.ts';
import { readCliConfig, runCommand } from './tools.ts';
import { voucherCreate } from './vouchers.ts';

/** Every command, in the order in which people read of them. */
export const commands: readonly Command[] = [
  migrate,
  seed,
  operatorCreate,
  catalogImport,
  stockImport,
  stockLevel,
  orderShow,
  orderRefund,
  refundList,
  refundSend,
  frozenList,
  frozenKeep,
  frozenRelease,
  sellList,
  sellPictures,
  sellAccept,
  sellDecline,
  voucherCreate,
  optionList,
  optionSet,
  pageShow,
  pageSet,
  messageList,
  newsletterSend,
  kycList,
  kycShow,
  kycVerify,
  kycReject,
  memberFreeze,
  memberUnfreeze,
  memberResetFactors,
  memberClose,
  memberExport,
  pointsShow,
  sessionList,
  sessionEnd,
  jobList,
  jobShow,
  jobRetry,
  ledgerVerify,
  ledgerProve,
];

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
  const said = await runCommand(readCliConfig(process.env), command, given);
  const text = json ? JSON.stringify(said.json, null, 2) : said.lines.join('\n');
  if (text !== '') process.stdout.write(`${text}\n`);
  return said.failed ? 1 : 0;
}

/** Runs a command; answers the exit code: 0 done, 1 refused or failed, 2 wrong usage. */
export async function runCli(args: readonly string[]): Promise<number> {
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
