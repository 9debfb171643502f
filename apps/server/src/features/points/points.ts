/** Public interface of points: earned by purchases and by friends, taken back by refunds, spent as wallet money. */
import type { Chore, Handlers } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import { minutes } from '../../platform/process/durations.ts';
import type { Log } from '../../platform/process/log.ts';
import type { Options } from '../content/content.ts';
import { payFriends } from './bonus.ts';
import { earnLate } from './earn.ts';
import { earnJob, undoneJob } from './jobs.ts';
import { undo } from './take-back.ts';
import { pointTerms } from './terms.ts';

export { earnPoints } from './earn.ts';
export { countFriends, friendsOf, inviterOf } from './friend-queries.ts';
export { noteFriends } from './friends.ts';
export { pointInvariants } from './invariants.ts';
export { followRefund, followReversal, takePointsBack } from './take-back.ts';
export { type PointTerms, pointTerms } from './terms.ts';

interface PointParts {
  readonly db: Db;
  readonly log: Log;
  readonly options: Options;
}

/** Handlers of the point jobs. */
export function pointJobs({ db, options }: PointParts): Handlers {
  return {
    [earnJob.task]: async ({ memberId, orderId }: { memberId: string; orderId: string }) =>
      earnLate({ db, terms: await pointTerms(options) }, { memberId, id: orderId }),
    [undoneJob.task]: ({ memberId, orderId }: { memberId: string; orderId: string }) =>
      undo({ db }, { memberId, id: orderId }),
  };
}

/** Periodic work of points. */
export function pointChores(parts: PointParts): Chore[] {
  return [
    { name: 'points.friends', everyMs: minutes(5), run: (stopping) => payFriends(parts, stopping) },
  ];
}
