/** What waits in the queues of the back office, counted by the features that own them. */
import { type Queue, queues } from '@giftlane/contract/office/cases.ts';
import type { Permission } from '@giftlane/contract/office/permissions.ts';
import { failedJobs } from '../../jobs/watch-queries.ts';
import type { Db, Queryable } from '../../platform/db/db.ts';
import { mostCounted, type Waiting, waitingOf } from '../../platform/db/waiting.ts';
import { unmatchedPayments, waitingDisputes, waitingRefunds } from '../checkout/checkout.ts';
import { waitingClaims } from '../claims/claims.ts';
import { heldSends, unmatchedCoins } from '../coins/coins.ts';
import { waitingMessages } from '../contact/contact.ts';
import { waitingPapers } from '../kyc/kyc.ts';
import { waitingSales } from '../selling/selling.ts';

type Count = (db: Queryable) => Promise<Waiting>;

/** How each queue is counted. */
export const queueCounts: Readonly<Partial<Record<Queue, Count>>> = {
  sales: waitingSales,
  identity: waitingPapers,
  refunds: waitingRefunds,
  unmatched: unmatchedPayments,
  disputes: waitingDisputes,
  transfers: heldSends,
  jobs: failedJobs,
  messages: waitingMessages,
  claims: waitingClaims,
};

export type Counted = Waiting & { readonly queue: Queue };

/** Counts the queues in one round trip. */
export const countQueues = (db: Db): Promise<Counted[]> =>
  db.tx((tx) =>
    Promise.all(
      (Object.entries(queueCounts) as [Queue, Count][]).map(async ([queue, count]) => ({
        queue,
        ...(await count(tx)),
      })),
    ),
  );

/** Coins that pay nothing: beside the payments of the queue `unmatched`. Too slow for each poll. */
export const countCoins = async (db: Queryable): Promise<Waiting> =>
  waitingOf(await unmatchedCoins(db, { limit: mostCounted }));

/** A queue that is counted in two parts. */
export const together = (a: Waiting, b: Waiting): Pick<Waiting, 'count' | 'oldestAt'> => ({
  count: Math.min(a.count + b.count, mostCounted),
  oldestAt: !a.oldestAt || (b.oldestAt && b.oldestAt < a.oldestAt) ? b.oldestAt : a.oldestAt,
});

/** True when an operator may work on a queue. */
export const worksOn = (queue: Queue, permissions: ReadonlySet<Permission>): boolean =>
  permissions.has(queues[queue]);
