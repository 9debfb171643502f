/** The public interface of cases: what lies in a queue of the back office is held by whoever works on it. */
import { type Queue, queues } from '@giftlane/contract/office/cases.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Queryable } from '../../platform/db/db.ts';
import type { Operator } from '../../platform/http/callers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { operatorNaming } from '../operators/operators.ts';
import { type CaseKey, holderOf, takeCase } from './queries.ts';

export { dropOldCases, holdsNow } from './queries.ts';

/** A case is held for so long; each call of its holder begins anew. */
const holdMinutes = 10;

/** Holds a case for an operator; false when another one holds it. */
export const hold = (db: Queryable, held: CaseKey & { operatorId: string }): Promise<boolean> =>
  takeCase(db, { ...held, minutes: holdMinutes });

/** The operator who works on a case. */
export type CaseWorker = Pick<Operator, 'operatorId' | 'permissions'>;

/** Refuses `session.not_permitted` to operators who may not work on a queue. */
export function requireQueue({ permissions }: Pick<Operator, 'permissions'>, queue: Queue): void {
  if (!permissions.has(queues[queue])) throw new Refusal('session.not_permitted');
}

/**
 * Whether an operator may decide a case. Refuses `session.not_permitted`, and `case.held` with the name of another holder.
 * It holds nothing: a decision comes when its page was left, and whoever is late is to be told what was decided.
 */
export async function requireHold(
  db: Queryable,
  { operator, ...key }: CaseKey & { operator: CaseWorker },
): Promise<void> {
  requireQueue(operator, key.queue);
  const holder = await holderOf(db, key);
  if (holder && holder.operatorId !== operator.operatorId)
    throw new Refusal('case.held', { name: holder.name });
}

/** Refuses `case.decided`: by whom (several by commas, nobody: by the shop itself), and with what outcome. */
export async function refuseDecided(
  db: Queryable,
  by: string | null,
  outcome: string,
): Promise<never> {
  const persons = by?.split(', ') ?? [];
  const nameOf = await operatorNaming(db, persons);
  const name = persons.map(nameOf).join(', ') || text('office.money.theShop');
  throw new Refusal('case.decided', { name, outcome });
}
