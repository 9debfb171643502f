/** The office's queue of identity papers. */
import type { Paper } from '@giftlane/contract/members/kyc.ts';
import * as calls from '@giftlane/contract/office/identity.ts';
import { pageLimit, pageOfRows } from '../../platform/db/pages.ts';
import type { Http } from '../../platform/http/http.ts';
import { findMember, findMembers } from '../accounts/accounts.ts';
import { countOrders } from '../orders/orders.ts';
import { openPicture, pictureHeaders, type UploadParts } from '../uploads/uploads.ts';
import { decideKyc, needWaiting } from './decide.ts';
import { showSubmission } from './kyc.ts';
import { isAccepted } from './papers.ts';
import { historyOf, lastVerdicts, type Submission, waitingBehind } from './queries.ts';
import type { KycParts } from './submit.ts';

const mostSteps = 20;

/** The papers of a submission that were accepted before. */
async function acceptedBefore({ db }: KycParts, { continues }: Submission): Promise<Paper[]> {
  const verdicts = continues ? await lastVerdicts(db, continues) : [];
  return verdicts.filter(isAccepted).map(({ paper }) => paper);
}

/** The member beside their papers, and what happened before. */
async function memberOf({ db }: KycParts, memberId: string) {
  const [member, nOrders, steps] = await Promise.all([
    findMember(db, memberId),
    countOrders(db, memberId),
    historyOf(db, memberId, mostSteps),
  ]);
  return {
    oMember: {
      _id: memberId,
      sName: member?.fullName ?? '',
      sEmail: member?.email ?? '',
      sCountry: member?.countryCode ?? '',
      dCreatedAt: (member?.createdAt ?? new Date(0)).toISOString(),
      nLevel: member?.membershipLevel ?? 1,
      nOrders,
      bFrozen: member?.frozenAt != null,
    },
    aSteps: steps.map(({ step, reason, createdAt }) => ({
      eStep: step,
      sReason: reason,
      dCreatedAt: createdAt.toISOString(),
    })),
  };
}

/** Serves the calls. */
export function identityOfficeRoutes(
  http: Http,
  parts: KycParts & Pick<UploadParts, 'files'>,
): void {
  const { db } = parts;

  http.route(calls.listSubmissions, async ({ query: { sAfter } }) => {
    const rows = await waitingBehind(db, sAfter ?? '', pageLimit);
    const members = await findMembers(
      db,
      rows.map(({ memberId }) => memberId),
    );
    return {
      data: pageOfRows(
        rows.map(({ id, memberId, createdAt, again }) => ({
          _id: id,
          dCreatedAt: createdAt.toISOString(),
          bAgain: again,
          sCountry: members.get(memberId)?.countryCode ?? '',
        })),
      ),
    };
  });

  http.route(calls.openSubmission, async ({ params: { id } }, { operator }) => {
    const submission = await needWaiting(db, id);
    const shown = await showSubmission(parts, submission, operator.operatorId);
    const { data = {}, sharing = [] } = shown ?? {};
    return {
      data: {
        _id: id,
        dCreatedAt: submission.createdAt.toISOString(),
        oData: { ...data },
        aAccepted: await acceptedBefore(parts, submission),
        ...(await memberOf(parts, submission.memberId)),
        aSharing: sharing.map(({ memberId, email, kycStatus, same }) => ({
          _id: memberId,
          sEmail: email,
          sKycStatus: kycStatus,
          aSame: same,
        })),
      },
    };
  });

  http.route(calls.showPaper, async ({ params: { id, sPaper } }, { operator, reply }) => {
    const submission = await needWaiting(db, id);
    const look = { path: submission[sPaper], operator: operator.operatorId };
    const bytes = await openPicture(parts, { ...look, reason: 'review of identity' });
    return reply.headers(pictureHeaders).send(bytes);
  });

  http.route(calls.decideSubmission, async ({ params: { id }, body }, { operator }) => {
    const verdicts = body.aVerdicts.map(({ ePaper, sReason }) => ({
      paper: ePaper,
      reason: sReason,
    }));
    return { data: { sKycStatus: await decideKyc(parts, { id, operator, verdicts }) } };
  });
}
