import * as calls from '@giftlane/contract/money/ledger.ts';
import { bookConsistency, bookDays, bookHead } from '../../ledger/proof.ts';
import type { Db } from '../../platform/db/db.ts';
import { remember } from '../../platform/db/remember.ts';
import type { Http } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { minutes, seconds } from '../../platform/process/durations.ts';
import { proofOf } from './ledger-proofs.ts';

/** Proofs per member and five minutes: each reads everything that its seal covers. */
const proofTries = 60;
const days = 30;

/** Serves the current head of the sealed ledger, its earlier heads, and proofs. */
export function ledgerProofRoutes(
  http: Http,
  { db, throttle }: { readonly db: Db; readonly throttle: Throttle },
): void {
  const headNow = remember(seconds(1), () => bookHead(db));
  const daysNow = remember(minutes(1), () => bookDays(db, days));

  http.route(calls.showBookHead, async ({ query }) => {
    const head = query.size === undefined ? await headNow() : await bookHead(db, query.size);
    if (!head) throw new Refusal('ledger.no_such_head');
    return { data: head };
  });

  http.route(calls.showBookDays, async () => ({ data: await daysNow() }));

  http.route(calls.showBookConsistency, async ({ query: { first, second } }) => {
    const proof = await bookConsistency(db, first, second);
    if (!proof) throw new Refusal('ledger.no_such_head');
    return { data: proof };
  });

  http.route(calls.proveLine, async ({ params }, { caller }) => {
    await throttle.hit(`proofs ${caller.memberId}`, proofTries, minutes(5));
    return { data: await proofOf(db, caller.memberId, params.id) };
  });
}
