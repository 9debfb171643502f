/** Operators of the office who judge papers, for tests. */
import { type Paper, papers } from '@giftlane/contract/members/kyc.ts';
import { decideSubmission } from '@giftlane/contract/office/identity.ts';
import type { Shop } from '../../app.ts';
import { makeOperator, type TestOperator } from '../../testing/office.ts';
import { lookClosely } from './applicants.testing.ts';
import { newestSubmission } from './queries.ts';

type Reasons = Readonly<Partial<Record<Paper, string>>>;

/** A verdict on each paper: those with a reason are declined. */
export const verdictsOf = (reasons: Reasons) => ({
  aVerdicts: papers.map((ePaper) => ({ ePaper, sReason: reasons[ePaper] ?? '' })),
});

/** An operator of the office views everything and decides by papers. */
export async function judge(
  shop: Shop,
  memberId: string,
  reasons: Reasons,
  operator?: TestOperator,
) {
  const by = operator ?? (await makeOperator(shop, 'reviewer'));
  await lookClosely(shop, memberId, by.id);
  const id = (await newestSubmission(shop.db, memberId))?.id ?? '';
  return by.call(decideSubmission, { params: { id }, body: verdictsOf(reasons) });
}
