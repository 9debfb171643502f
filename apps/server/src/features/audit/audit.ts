/** The public interface of the audit log: what operators do and look at, written before it is done. */
import type { Call, Input } from '@giftlane/contract/call.ts';
import type { Chore } from '../../jobs/jobs.ts';
import { post } from '../../ledger/ledger.ts';
import type { Db, Queryable } from '../../platform/db/db.ts';
import type { Operator } from '../../platform/http/callers.ts';
import { minutes } from '../../platform/process/durations.ts';
import { insertAudit, newestEntry } from './queries.ts';

export { entriesAbout } from './about.ts';
export { auditInvariants } from './invariants.ts';
export type { AuditEntry } from './queries.ts';
export { insertAudit as writeAudit, newestEntry } from './queries.ts';

/** Longer texts and lists are cut in the log. */
const most = { letters: 500, items: 50 };

function cut(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > most.letters ? `${value.slice(0, most.letters)}…` : value;
  if (Array.isArray(value)) {
    const some = value.slice(0, most.items).map(cut);
    return value.length > most.items ? [...some, `… ${value.length}`] : some;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(part)]));
}

/** Params, query and body of a call as the log keeps them: without unlogged fields, long texts cut. */
function factsOf({ unlogged = [] }: Call, { params, query, body }: Input<Call>) {
  const all = { ...(query as object), ...(params as object), ...(body as object) };
  return cut(Object.fromEntries(Object.entries(all).filter(([name]) => !unlogged.includes(name))));
}

/** Logs a call of an operator; its parameter `id` is the subject. */
export const auditCall =
  (db: Queryable) =>
  (operator: Operator, call: Call, input: Input<Call>): Promise<void> =>
    insertAudit(db, {
      actor: operator.email,
      operatorId: operator.operatorId,
      deed: call.name,
      subject: String((input.params as { id?: string } | undefined)?.id ?? ''),
      facts: factsOf(call, input) as object,
    });

/** Writes the newest entry's hash into the ledger, whose tree then seals all entries up to it. */
export async function sealAudit(db: Db): Promise<void> {
  await db.tx(async (tx) => {
    const entry = await newestEntry(tx);
    if (!entry) return;
    await post(tx, {
      owner: 'house',
      key: `audit:${entry.id}`,
      kind: 'audit',
      reference: String(entry.id),
      facts: { hash: entry.hash.toString('hex') },
      entries: [],
    });
  });
}

/** Periodic work of the audit log. */
export const auditChores = ({ db }: { readonly db: Db }): Chore[] => [
  { name: 'audit.seal', everyMs: minutes(1), run: () => sealAudit(db) },
];
