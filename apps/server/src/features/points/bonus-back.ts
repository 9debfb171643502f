import { lockBalance, pointsOf, post } from '../../ledger/ledger.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type Friend, noteBonusTaken } from './friend-queries.ts';
import { friendBackJournal } from './postings.ts';

/** Takes back the bonus for a locked friend, up to the inviter's points. */
export async function takeBonusBack(tx: Tx, friend: Friend): Promise<void> {
  const { memberId, inviterId, currency, points, takenPoints } = friend;
  if (!currency) return;
  const left = await lockBalance(tx, pointsOf(inviterId, currency));
  const open = points - takenPoints;
  const taken = open < left ? open : left;
  if (taken === 0n) return;
  await noteBonusTaken(tx, memberId, taken);
  const bonus = { friendId: memberId, inviterId, currency, points: taken };
  await post(tx, friendBackJournal(bonus, takenPoints));
}
