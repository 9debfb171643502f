/**
 * Money added to a wallet by card: storing it, its states, its limits and its journals. How the card is
 * charged is checkout's.
 */
import { openAccounts, post } from '../../ledger/ledger.ts';
import type { Queryable, Tx } from '../../platform/db/db.ts';
import { addJournal } from './postings.ts';
import { setTopUpState, type TopUp, topUpBriefs } from './queries.ts';

export { endFrozen, freezeLeft, listFrozen, setBackAside, undoKept } from './frozen.ts';
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
  nameTopUp,
  type SaidTopUp,
  setTopUpDeclined,
  setTopUpPayment,
  setTopUpState,
  type TopUp,
  type TopUpKey,
} from './queries.ts';

/** What ids of top-ups begin with. */
export const topUpPrefix = 'top';

/** Whether what a card pays for is a top-up, by its id. */
export const isTopUp = ({ id }: { readonly id: string }): boolean =>
  id.startsWith(`${topUpPrefix}_`);

/** Credits a locked top-up, which a capture has paid for, to its member's wallet. */
export async function creditTopUp(tx: Tx, topUp: TopUp): Promise<void> {
  await Promise.all([
    openAccounts(tx, topUp.memberId, topUp.currency),
    setTopUpState(tx, topUp, { state: 'paid' }),
    post(tx, addJournal(topUp)),
  ]);
}

/** What the client called top-ups, by their ids. */
export async function topUpNames(
  db: Queryable,
  memberId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = ids.filter((id) => isTopUp({ id }));
  const rows = wanted.length === 0 ? [] : await topUpBriefs(db, memberId, wanted);
  return new Map(rows.map(({ id, clientId }) => [id, clientId]));
}
