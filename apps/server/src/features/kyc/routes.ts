import { sendAgain, showKyc, updateKyc } from '@giftlane/contract/members/kyc.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Http } from '../../platform/http/http.ts';
import { findMember, showUser, type UserParts } from '../accounts/accounts.ts';
import { lastReason, lastVerdicts, newestSubmission } from './queries.ts';
import * as submit from './submit.ts';

/** Serves submitting the data and documents, and the state of the verification. */
export function kycRoutes(http: Http, parts: submit.KycParts & UserParts): void {
  const { db } = parts;

  const sent = async (memberId: string) => ({
    data: await showUser(parts, memberId),
    message: text('notice.kycSubmitted'),
  });

  http.route(updateKyc, async ({ body }, { caller: { memberId } }) => {
    await submit.submitKyc(parts, memberId, body);
    return sent(memberId);
  });

  http.route(sendAgain, async ({ body }, { caller: { memberId } }) => {
    await submit.sendAgain(parts, memberId, body);
    return sent(memberId);
  });

  http.route(showKyc, async (_, { caller: { memberId } }) => {
    const status = (await findMember(db, memberId))?.kycStatus ?? 'p';
    const rejected = status === 'r';
    const newest = await newestSubmission(db, memberId);
    const verdicts = rejected && newest ? await lastVerdicts(db, newest.id) : [];
    return {
      data: {
        sKycStatus: status,
        sReason: rejected ? await lastReason(db, memberId) : '',
        dSentAt: newest?.createdAt.toISOString() ?? null,
        aPapers: verdicts.map(({ paper, reason }) => ({ ePaper: paper, sReason: reason })),
        dKeptUntil: newest?.keptUntil?.toISOString() ?? null,
      },
    };
  });
}
