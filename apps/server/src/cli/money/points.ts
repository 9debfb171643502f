/** `points show`: a member's points, for support. */
import { findMember } from '../../features/accounts/accounts.ts';
import { countFriends, friendsOf, inviterOf } from '../../features/points/points.ts';
import { balanceOf, pointsOf } from '../../ledger/ledger.ts';
import { type Command, CommandRefused } from '../command.ts';
import { theMember } from '../people/members.ts';

const mostFriends = 50;

export const pointsShow: Command = {
  words: 'points show',
  operand: 'EMAIL',
  usage:
    "points show EMAIL                        a member's points and the state of their referrals",
  async run({ db }, { operand }) {
    const id = await theMember(db, operand);
    const member = await findMember(db, id);
    if (!member) throw new CommandRefused(`There is no member ${operand}.`);
    const [points, counts, friends, inviter] = await Promise.all([
      balanceOf(db, pointsOf(id, member.currency)),
      countFriends(db, id),
      friendsOf(db, id, mostFriends),
      inviterOf(db, id),
    ]);
    const each = friends.map(({ memberId, tiedAt, state, reason, orderId, dueAt, ...friend }) => ({
      memberId,
      tiedAt: tiedAt.toISOString(),
      state,
      reason,
      orderId,
      dueAt: state === 'tied' ? (dueAt?.toISOString() ?? null) : null,
      points: Number(friend.points - friend.takenPoints),
    }));
    return {
      json: {
        memberId: id,
        points: Number(points),
        inviter: inviter ?? null,
        counts,
        friends: each,
      },
      lines: [
        `${points} points (${member.currency})`,
        inviter ? `came over the link of ${inviter}` : 'came over nobody’s link',
        `${counts.invited} friends: ${counts.waiting} wait, ${counts.paid} have brought points`,
        ...each.map(
          (friend) =>
            `${friend.memberId}  ${friend.state}${friend.reason ? `: ${friend.reason}` : ''}  ${friend.points} points`,
        ),
      ],
    };
  },
};
