import { userInfo } from 'node:os';
import type { Queryable } from '../platform/db/db.ts';
import type { Command, Given } from './command.ts';
import { insertAudit } from './queries.ts';

/** The account that uses the command line, by name where it has one. */
function account(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** The operator as the audit log names them. */
export const actor = (): string => `command line: ${account()}`;

/** Logs who ran a command and its arguments, which never contain secrets. */
export async function audit(
  db: Queryable,
  { words, deed }: Command,
  { operand, file, flags, values, many }: Given,
): Promise<void> {
  if (!deed) return;
  const typed = {
    ...(operand && { operand }),
    ...(file && { file }),
    ...Object.fromEntries([...flags].map((name) => [name, true])),
    ...Object.fromEntries(values),
    ...Object.fromEntries(many),
  };
  await insertAudit(db, { actor: actor(), deed: words, facts: typed });
}
