import { showKyc, updateKyc } from '@giftlane/contract/kyc.ts';
import { text } from '@giftlane/contract/messages.ts';
import { balanceOf, walletOf } from '../../ledger/ledger.ts';
import type { Http } from '../../platform/http.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findMember, toUser } from '../accounts/accounts.ts';
import { type KycParts, submitKyc } from './kyc.ts';
import { lastReason } from './queries.ts';

/** Serves the submission of a member's data and documents. */
export function kycRoutes(http: Http, parts: KycParts): void {
  const { db } = parts;

  http.route(updateKyc, async ({ body }, { caller }) => {
    await submitKyc(parts, caller.memberId, body);
    const member = await findMember(db, caller.memberId);
    if (!member) throw new Refusal('session.required');
    const balance = await balanceOf(db, walletOf(member.id, member.currency));
    return { data: toUser(member, balance), message: text('notice.kycSubmitted') };
  });

  http.route(showKyc, async (_, { caller }) => {
    const status = (await findMember(db, caller.memberId))?.kycStatus ?? 'p';
    const sReason = status === 'r' ? await lastReason(db, caller.memberId) : '';
    return { data: { sKycStatus: status, sReason } };
  });
}
