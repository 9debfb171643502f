/** The public interface of cases: what lies in a queue of the back office is held by whoever works on it. */
import type { Queryable } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type CaseKey, holderOf, takeCase } from './queries.ts';

export { dropOldCases, holdsNow } from './queries.ts';

/** A case is held for so long; each call of its holder begins anew. */
const holdMinutes = 10;

/** Holds a case for an operator; false when another one holds it. */
export const hold = (db: Queryable, held: CaseKey & { operatorId: string }): Promise<boolean> =>
  takeCase(db, { ...held, minutes: holdMinutes });

/** Holds a case for the operator who decides it. Refuses `case.held` with the name of another holder. */
export async function requireHold(
  db: Queryable,
  { operator, ...key }: CaseKey & { operator: { readonly operatorId: string } },
): Promise<void> {
  if (await hold(db, { ...key, operatorId: operator.operatorId })) return;
  const holder = await holderOf(db, key);
  throw new Refusal('case.held', { name: holder?.name ?? '' });
}
