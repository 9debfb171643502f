/**
 * Bonus points for invited friends, decided some days after the friend's qualifying purchase. Signs of a second
 * account or of circular payments deny the bonus.
 */
import { openPoints, post } from '../../ledger/ledger.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Log } from '../../platform/process/log.ts';
import type { Options } from '../content/content.ts';
import { type Signs, setBonusPaid, setNothing, signsOf, takeDueFriends } from './bonus-queries.ts';
import { lockFriend } from './friend-queries.ts';
import { friendJournal } from './postings.ts';
import { type PointTerms, pointTerms } from './terms.ts';

/** Verdict on a bonus: `pay`, `wait` while a condition is unmet, or the reason for denying it. */
export function verdictOf(signs: Signs, terms: PointTerms): string {
  if (!signs.kept) return 'given back';
  if (signs.samePayer) return 'one payer';
  if (signs.near) return 'one network';
  if (signs.moneyBetween) return 'money between the two';
  if (signs.tooLate) return 'too late';
  const ready = signs.verified && !signs.barred && signs.inviterBought && terms.friendPoints > 0n;
  if (!ready) return 'wait';
  return signs.paidThisYear < terms.friendsPerYear ? 'pay' : 'limit of the year';
}

async function decide(tx: Tx, memberId: string, terms: PointTerms): Promise<void> {
  const friend = await lockFriend(tx, memberId);
  if (friend?.state !== 'tied' || friend.orderId === null) return;
  const signs = await signsOf(tx, memberId);
  const verdict = verdictOf(signs, terms);
  if (verdict === 'wait') return;
  if (verdict !== 'pay') return setNothing(tx, memberId, verdict);
  const { inviterId } = friend;
  const { currency } = signs;
  const points = terms.friendPoints;
  await openPoints(tx, [{ memberId: inviterId, currency }]);
  await setBonusPaid(tx, memberId, { points, currency });
  await post(tx, friendJournal({ friendId: memberId, inviterId, currency, points }));
}

interface BonusParts {
  readonly db: Db;
  readonly log: Log;
  readonly options: Options;
}

const perRound = 50;

/** Decides the due bonuses, each in its own transaction. */
export async function payFriends(parts: BonusParts, stopping?: AbortSignal): Promise<void> {
  const terms = await pointTerms(parts.options);
  for (let taken = perRound; taken === perRound && !stopping?.aborted; ) {
    const due = await takeDueFriends(parts.db, perRound);
    for (const memberId of due)
      await parts.db
        .tx((tx) => decide(tx, memberId, terms))
        .catch((error: unknown) =>
          parts.log.error({ err: error, memberId }, 'a friend could not be looked at'),
        );
    taken = due.length;
  }
}
