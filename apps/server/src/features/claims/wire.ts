import { toWire } from '@giftlane/contract/money/money.ts';
import type { Claim as WireClaim } from '@giftlane/contract/shop/claims.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { codeName } from '../orders/orders.ts';
import type { View } from '../uploads/uploads.ts';
import { type Claim, type ClaimStep, stepsOf } from './queries.ts';

const timeOf = (at: Date | null) => at?.toISOString() ?? null;

export const stepToWire = ({ at, kind, side, words }: ClaimStep) => ({
  dAt: at.toISOString(),
  eKind: kind,
  eBy: side,
  sWords: words,
});

/** Money of a claim, of which both parts or none are known. */
export const moneyOf = (minor: bigint | null, currency: Claim['paidCurrency']) =>
  minor !== null && currency !== null ? { nAmount: toWire(minor), eCurrency: currency } : null;

/** Claims as their buyer sees them: all steps but what the seller was charged. */
export async function claimsToWire(
  db: Queryable,
  view: View,
  claims: readonly Claim[],
): Promise<WireClaim[]> {
  const steps = Map.groupBy(
    await stepsOf(
      db,
      claims.map(({ id }) => id),
    ),
    ({ claimId }) => claimId,
  );
  return claims.map((claim) => {
    const own = (steps.get(claim.id) ?? []).filter(({ kind }) => kind !== 'charged');
    return {
      _id: claim.id,
      sCodeId: codeName(claim.codeId),
      sSerialNo: claim.serial,
      eReason: claim.reason,
      eState: claim.state,
      dDueAt: timeOf(claim.dueAt),
      dCreatedAt: claim.createdAt.toISOString(),
      aPictures: own.flatMap(({ pictures }) => pictures.map(view)),
      oPaid: moneyOf(claim.paidMinor, claim.paidCurrency),
      sReplacementId: claim.replacementId === null ? null : codeName(claim.replacementId),
      aSteps: own.map(stepToWire),
    };
  });
}
