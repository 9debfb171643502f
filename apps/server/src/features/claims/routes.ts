/** What buyers and sellers do and read about claims. */
import { toWire } from '@giftlane/contract/money/money.ts';
import * as calls from '@giftlane/contract/shop/claims.ts';
import type { Http } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { needOrder } from '../orders/orders.ts';
import { findSale } from '../selling/selling.ts';
import type { View } from '../uploads/uploads.ts';
import { answerClaim, type ClaimParts, claimableUntil, openClaim } from './open.ts';
import { type Claim, type ClaimStep, claimsOfOrder, claimsOfSale, stepsOf } from './queries.ts';
import { claimsToWire } from './wire.ts';

export type ClaimRouteParts = ClaimParts & { readonly openViews: () => Promise<View> };

/** A claim as the seller reads it, who was charged for it. */
function chargedToWire(claim: Claim, steps: readonly ClaimStep[]) {
  const { state, decidedAt, chargedAt, chargedMinor, chargedCurrency } = claim;
  if (state !== 'replaced' && state !== 'refunded') return [];
  if (!decidedAt || !chargedAt || chargedMinor === null || !chargedCurrency) return [];
  return [
    {
      _id: claim.id,
      sTitle: claim.title,
      eReason: claim.reason,
      eState: state,
      dCreatedAt: claim.createdAt.toISOString(),
      dDecidedAt: decidedAt.toISOString(),
      dChargedAt: chargedAt.toISOString(),
      nCharged: toWire(chargedMinor),
      eCurrency: chargedCurrency,
      sReason:
        steps.find(({ claimId, kind }) => claimId === claim.id && kind === 'charged')?.words ?? '',
    },
  ];
}

/** Serves the calls. */
export function claimRoutes(http: Http, parts: ClaimRouteParts): void {
  const { db, options } = parts;
  const shown = async (claim: Claim) => {
    const [data] = await claimsToWire(db, await parts.openViews(), [claim]);
    if (!data) throw new Error('a claim that was stored is not shown');
    return { data };
  };

  http.route(calls.openClaim, async ({ params, body }, { caller }) =>
    shown(await openClaim(parts, { memberId: caller.memberId, orderId: params.id }, body)),
  );

  http.route(calls.answerClaim, async ({ params, body }, { caller }) =>
    shown(await answerClaim(parts, { memberId: caller.memberId, id: params.id }, body)),
  );

  http.route(calls.listClaims, async ({ params, query }, { caller: { memberId } }) => {
    const order = await needOrder(db, memberId, params.id);
    const { claims, total } = await claimsOfOrder(db, { memberId, orderId: order.id }, query);
    const until = await claimableUntil(db, options, order);
    return {
      data: {
        aClaims: await claimsToWire(db, await parts.openViews(), claims),
        nTotal: total,
        dUntil: until?.toISOString() ?? null,
      },
    };
  });

  http.route(calls.saleClaims, async ({ params: { id } }, { caller: { memberId } }) => {
    if (!(await findSale(db, { memberId, id }))) throw new Refusal('order.not_found');
    const claims = await claimsOfSale(db, id);
    const steps = await stepsOf(
      db,
      claims.map((claim) => claim.id),
    );
    return { data: claims.flatMap((claim) => chargedToWire(claim, steps)) };
  });
}
