/**
 * The public interface of top-ups (money added by card): storage, states, limits, journals. Checkout charges the card.
 */
import { openAccounts, post } from '../../ledger/ledger.ts';
import type { Queryable, Tx } from '../../platform/db/db.ts';
import { addJournal } from './postings.ts';
import { setTopUpState, type TopUp, topUpBriefs } from './queries.ts';

export {
  endFrozen,
  freezeLeft,
  freezeReturned,
  frozenOfCapture,
  listFrozen,
  undoKept,
} from './frozen.ts';
export { topUpInvariants } from './invariants.ts';
export { checkTerms, type TopUpTerms, topUpTerms } from './limits.ts';
export {
  addedInADay,
  findTopUp,
  hasOpenTopUp,
  insertTopUp,
  isTopUpOver,
  lapsedTopUps,
  lockOpenTopUp,
  lockTopUp,
  lockTopUps,
  type SaidTopUp,
  setTopUpClientId,
  setTopUpDeclined,
  setTopUpPayment,
  setTopUpState,
  type TopUp,
  type TopUpKey,
} from './queries.ts';

/** Prefix of top-up ids. */
export const topUpPrefix = 'top';

/** True when a payment's purpose, by its id, is a top-up. */
export const isTopUp = ({ id }: { readonly id: string }): boolean =>
  id.startsWith(`${topUpPrefix}_`);

/** Marks a locked, captured top-up as paid and credits the wallet. */
export async function creditTopUp(tx: Tx, topUp: TopUp): Promise<void> {
  await Promise.all([
    openAccounts(tx, topUp.memberId, topUp.currency),
    setTopUpState(tx, topUp, { state: 'paid' }),
    post(tx, addJournal(topUp)),
  ]);
}

/** The client's ids of top-ups, by our ids; other ids are ignored. */
export async function topUpNames(
  db: Queryable,
  memberId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = ids.filter((id) => isTopUp({ id }));
  const rows = wanted.length === 0 ? [] : await topUpBriefs(db, memberId, wanted);
  return new Map(rows.map(({ id, clientId }) => [id, clientId]));
}
