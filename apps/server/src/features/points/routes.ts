import { formatMoney, toWire } from '@giftlane/contract/money/money.ts';
import * as calls from '@giftlane/contract/shop/points.ts';
import { text } from '@giftlane/texts/text.ts';
import { balanceOf, pointsOf } from '../../ledger/ledger.ts';
import type { Http } from '../../platform/http/http.ts';
import { needMember } from '../accounts/accounts.ts';
import { countFriends } from './friend-queries.ts';
import { ownCode, type TieParts, tieFriend } from './friends.ts';
import { listPoints } from './history.ts';
import { spendPoints } from './spend.ts';
import { pointTerms } from './terms.ts';

/** Serves the point balance, the history, spending, and friends. */
export function pointRoutes(http: Http, parts: TieParts): void {
  const { db, options } = parts;

  http.route(calls.showPoints, async (_, { caller }) => {
    const { id, currency } = await needMember(db, caller.memberId);
    const terms = await pointTerms(options);
    const [points, code, friends] = await Promise.all([
      balanceOf(db, pointsOf(id, currency)),
      ownCode(db, id),
      countFriends(db, id),
    ]);
    return {
      data: {
        nPoints: Number(points),
        nAmount: toWire(points),
        eCurrency: currency,
        nPercent: terms.percent,
        nLeast: Number(terms.leastPoints),
        oFriends: {
          sCode: code,
          nPoints: Number(terms.friendPoints),
          nLeastPurchase: toWire(terms.leastPurchaseMinor),
          nWaitDays: terms.waitDays,
          nPerYear: terms.friendsPerYear,
          nInvited: friends.invited,
          nWaiting: friends.waiting,
          nPaid: friends.paid,
        },
      },
    };
  });

  http.route(calls.listPoints, async ({ query }, { caller }) => {
    const { movements, total } = await listPoints(db, await needMember(db, caller.memberId), query);
    return { data: movements, extras: { totalCount: total } };
  });

  http.route(calls.spendPoints, async ({ body }, { caller }) => {
    const points = BigInt(body.nPoints);
    const { memberId } = caller;
    const eCurrency = await spendPoints(parts, { memberId, key: body.sKey, points });
    return {
      data: { nAmount: toWire(points), eCurrency },
      message: text('notice.pointsSpent', { amount: formatMoney(points, eCurrency) }),
    };
  });

  http.route(calls.tieFriend, async ({ body }, { caller, address }) => {
    await tieFriend(parts, { memberId: caller.memberId, address }, body.sCode);
    return { data: null };
  });
}
