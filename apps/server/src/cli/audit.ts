import { userInfo } from 'node:os';
import { writeAudit } from '../features/audit/audit.ts';
import { openOperator } from '../features/operators/operators.ts';
import type { Queryable } from '../platform/db/db.ts';
import { type Command, CommandRefused, type Given } from './command.ts';

/** The account that uses the command line, by name where it has one. */
function account(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** The machine's account as the audit log names it. */
export const actor = (): string => `command line: ${account()}`;

/** Who runs a command: an operator, or the machine's account. */
interface Person {
  readonly name: string;
  readonly operatorId?: string;
}

/** The operator of the variable `OPERATOR`, an e-mail; the machine's account without it. */
export async function personOf(db: Queryable, email: string | undefined): Promise<Person> {
  if (email === undefined) return { name: actor() };
  const operator = await openOperator(db, email);
  if (!operator) throw new CommandRefused(`OPERATOR: ${email} is no open operator.`);
  return { name: operator.email, operatorId: operator.id };
}

/** Logs who ran a command and its arguments, which never contain secrets. */
export async function audit(
  db: Queryable,
  { words, deed }: Command,
  { operand, file, flags, values, many }: Given,
  { name, operatorId }: Person,
): Promise<void> {
  if (!deed) return;
  const typed = {
    ...(operand && { operand }),
    ...(file && { file }),
    ...Object.fromEntries([...flags].map((flag) => [flag, true])),
    ...Object.fromEntries(values),
    ...Object.fromEntries(many),
  };
  await writeAudit(db, { actor: name, operatorId, deed: words, subject: operand, facts: typed });
}
