import { showKyc, updateKyc } from '@giftlane/contract/members/kyc.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Http } from '../../platform/http/http.ts';
import { findMember, showUser, type UserParts } from '../accounts/accounts.ts';
import { type KycParts, submitKyc } from './kyc.ts';
import { lastReason, newestSubmission } from './queries.ts';

/** Serves submitting the data and documents, and the state of the verification. */
export function kycRoutes(http: Http, parts: KycParts & UserParts): void {
  const { db } = parts;

  http.route(updateKyc, async ({ body }, { caller }) => {
    await submitKyc(parts, caller.memberId, body);
    return { data: await showUser(parts, caller.memberId), message: text('notice.kycSubmitted') };
  });

  http.route(showKyc, async (_, { caller }) => {
    const status = (await findMember(db, caller.memberId))?.kycStatus ?? 'p';
    const sReason = status === 'r' ? await lastReason(db, caller.memberId) : '';
    const sent = await newestSubmission(db, caller.memberId);
    return {
      data: { sKycStatus: status, sReason, dSentAt: sent?.createdAt.toISOString() ?? null },
    };
  });
}
