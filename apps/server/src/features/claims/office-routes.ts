/** The office's calls on claims. */
import { fromWire, toWire } from '@giftlane/contract/money/money.ts';
import * as calls from '@giftlane/contract/office/claims.ts';
import { balanceOf, walletOf } from '../../ledger/ledger.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageBy, pageLimit, readKey, writeKey } from '../../platform/db/pages.ts';
import type { Http, Operator } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { needMember } from '../accounts/accounts.ts';
import { refuseDecided, requireHold } from '../cases/cases.ts';
import { operatorNaming } from '../operators/operators.ts';
import { codeName, countOrders, needOrder } from '../orders/orders.ts';
import { needSale, type Sale } from '../selling/selling.ts';
import { countFreeUpTo, revealsOfCode, takenCodes } from '../stock/stock.ts';
import { openPicture, type UploadParts } from '../uploads/uploads.ts';
import { chargeClaim, chargeOf, orNull, sourceSale } from './charge.ts';
import { askClaim, Decided, type Decision, decideClaim, moneyBackOf } from './decide.ts';
import { needClaim } from './open.ts';
import {
  type Claim,
  claimsOf,
  countOfCard,
  findClaim,
  outcomesOf,
  stepsOf,
  waitingAfter,
} from './queries.ts';
import { moneyOf, stepToWire } from './wire.ts';

export type ClaimOfficeParts = Pick<UploadParts, 'db' | 'keys' | 'files'>;

/** How many earlier claims and reveals are shown. */
const mostShown = 20;
const mostCounted = 100;

/** What money back would pay now; null where that would be refused, or the claim is decided. */
async function moneyBack(db: Db, claim: Claim) {
  if (claim.dueAt === null) return null;
  const { memberId, orderId } = claim;
  const back = await orNull(
    db.tx(async (tx) => moneyBackOf(tx, await needOrder(tx, memberId, orderId), claim)),
  );
  return back && moneyOf(back.paidMinor, back.paidCurrency);
}

/** Whom a claim would charge, and what. Refuses what `chargeOf` refuses. */
async function quoteOf(db: Db, claim: Claim, sale: Sale) {
  const source = await sourceSale(db, claim);
  const charge = await chargeOf(db, { sale, source }, claim);
  const currency = sale.payoutCurrency;
  return {
    _id: sale.id,
    sMemberId: sale.memberId,
    oCharge: { nAmount: toWire(charge.amountMinor), eCurrency: currency },
    nWallet: toWire(await balanceOf(db, walletOf(sale.memberId, currency))),
  };
}

/** The sale that a claimed code came from, and what it would be charged. */
async function proposedSale(db: Db, claim: Claim) {
  const sale = await sourceSale(db, claim);
  return sale && orNull(quoteOf(db, claim, sale));
}

async function memberOf(db: Db, claim: Claim) {
  const [member, orders, outcomes] = await Promise.all([
    needMember(db, claim.memberId),
    countOrders(db, claim.memberId),
    outcomesOf(db, claim),
  ]);
  return {
    _id: member.id,
    sName: member.fullName,
    sEmail: member.email,
    bFrozen: member.frozenAt !== null,
    dCreatedAt: member.createdAt.toISOString(),
    nOrders: orders,
    nReplaced: outcomes.get('replaced') ?? 0,
    nRefunded: outcomes.get('refunded') ?? 0,
    nDeclined: outcomes.get('declined') ?? 0,
  };
}

/** The order and line of a claim, its code and what came in its place. */
async function goodsOf(db: Db, claim: Claim) {
  const { memberId, orderId, codeId, replacementId } = claim;
  const ids = replacementId === null ? [codeId] : [codeId, replacementId];
  const [order, codes, reveals] = await Promise.all([
    needOrder(db, memberId, orderId),
    takenCodes(db, ids),
    revealsOfCode(db, { memberId, orderId, codeId }, mostShown),
  ]);
  const code = codes.find(({ id }) => id === codeId);
  const other = codes.find(({ id }) => id === replacementId);
  const line = order.lines.find(({ id }) => id === claim.lineId);
  if (!code || !line) throw new Error(`the code of claim ${claim.id} is not there`);
  return {
    oCode: {
      _id: codeName(codeId),
      sSerial: code.serial,
      eState: code.state === 'void' ? ('void' as const) : ('sold' as const),
      dExpiresAt: code.validUntil,
      sSource: code.source,
    },
    aReveals: reveals.map(({ kind, address, createdAt }) => ({
      eKind: kind,
      sAddress: address,
      dCreatedAt: createdAt.toISOString(),
    })),
    oOrder: {
      _id: order.id,
      sLineId: line.id,
      sCardId: line.cardId,
      sTitle: line.title,
      nQuantity: line.quantity,
      dDeliveredAt: order.deliveredAt?.toISOString() ?? null,
      dRefundedAt: line.refundedAt?.toISOString() ?? null,
    },
    oReplacement: other
      ? {
          _id: codeName(other.id),
          sSerial: other.serial,
          dViewedAt: other.viewedAt?.toISOString() ?? null,
        }
      : null,
  };
}

const headOf = (claim: Claim) => ({
  _id: claim.id,
  eReason: claim.reason,
  eState: claim.state,
  dCreatedAt: claim.createdAt.toISOString(),
});

async function shown(db: Db, claim: Claim) {
  const goods = await goodsOf(db, claim);
  const [steps, member, earlier, ofCard, free, back, sale, nameOf] = await Promise.all([
    stepsOf(db, [claim.id]),
    memberOf(db, claim),
    claimsOf(db, claim.memberId, mostShown + 1),
    countOfCard(db, claim),
    countFreeUpTo(db, [{ cardId: claim.cardId, most: mostCounted }]),
    moneyBack(db, claim),
    claim.chargedAt ? null : proposedSale(db, claim),
    operatorNaming(db, [claim.decidedBy]),
  ]);
  const charged = moneyOf(claim.chargedMinor, claim.chargedCurrency);
  return {
    ...headOf(claim),
    ...goods,
    dDueAt: claim.dueAt?.toISOString() ?? null,
    dDecidedAt: claim.decidedAt?.toISOString() ?? null,
    sDecidedBy: claim.decidedAt ? nameOf(claim.decidedBy ?? '') : null,
    nPictures: steps.flatMap(({ pictures }) => pictures).length,
    aSteps: steps.map(stepToWire),
    oMember: member,
    aEarlier: earlier
      .filter(({ id }) => id !== claim.id)
      .slice(0, mostShown)
      .map((one) => ({ ...headOf(one), sTitle: one.title })),
    nOfCard: ofCard,
    nFree: free.get(claim.cardId) ?? 0,
    oMoneyBack: back,
    oPaid: moneyOf(claim.paidMinor, claim.paidCurrency),
    oSale: sale,
    oCharged:
      charged && claim.saleId && claim.chargedAt
        ? { ...charged, sSaleId: claim.saleId, dAt: claim.chargedAt.toISOString() }
        : null,
  };
}

/** Serves the calls. */
export function claimOfficeRoutes(http: Http, parts: ClaimOfficeParts): void {
  const { db } = parts;
  const need = async (id: string) => needClaim(await findClaim(db, id));
  /** Runs what the case's holder decides; what is decided already is refused with what was. */
  const decide = async (id: string, operator: Operator, act: () => Promise<unknown>) => {
    await requireHold(db, { queue: 'claims', id, operator });
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Decided)) throw error;
      const { decidedBy, state } = await need(id);
      return refuseDecided(db, decidedBy, state);
    }
    return { data: null };
  };

  http.route(calls.listClaims, async ({ query }) => {
    const claims = await waitingAfter(db, { after: readKey(query.sAfter), most: pageLimit });
    const rowOf = (claim: (typeof claims)[number]) => ({
      ...headOf(claim),
      eState: claim.state === 'asked' ? ('asked' as const) : ('open' as const),
      sTitle: claim.title,
      sSerial: claim.serial,
      dDueAt: (claim.dueAt ?? claim.createdAt).toISOString(),
    });
    return { data: pageBy(claims, rowOf, ({ dueText, id }) => writeKey(dueText, id)) };
  });
  http.route(calls.showClaim, async ({ params }) => ({
    data: await shown(db, await need(params.id)),
  }));
  http.route(calls.showClaimPicture, async ({ params: { id, nPicture } }, { operator, reply }) => {
    const steps = await stepsOf(db, [(await need(id)).id]);
    const path = steps.flatMap(({ pictures }) => pictures)[nPicture];
    if (path === undefined) throw new Refusal('upload.not_found');
    const look = { path, operator: operator.operatorId, reason: `claim ${id}` };
    return reply.type('image/jpeg').send(await openPicture(parts, look));
  });
  http.route(calls.askClaim, ({ params: { id }, body }, { operator }) =>
    decide(id, operator, () => askClaim(db, id, body.sQuestion)),
  );
  http.route(calls.decideClaim, ({ params: { id }, body }, { operator }) => {
    const words = body.sReason;
    const decision: Decision =
      body.eDecision === 'refund'
        ? {
            kind: 'refund',
            words,
            expected: {
              amountMinor: fromWire(body.oMoneyBack.nAmount),
              currency: body.oMoneyBack.eCurrency,
            },
          }
        : { kind: body.eDecision, words };
    return decide(id, operator, () =>
      decideClaim(db, id, { ...decision, by: operator.operatorId }),
    );
  });
  http.route(calls.quoteCharge, async ({ params, query }) => ({
    data: await quoteOf(db, await need(params.id), await needSale(db, query.sSaleId)),
  }));
  http.route(calls.chargeClaim, async ({ params: { id }, body }, { operator }) => {
    await requireHold(db, { queue: 'claims', id, operator });
    const { sSaleId: saleId, sReason: reason, oCharge } = body;
    const expected = { amountMinor: fromWire(oCharge.nAmount), currency: oCharge.eCurrency };
    const charged = await chargeClaim(db, id, { saleId, reason, expected });
    return { data: { nAmount: toWire(charged.amountMinor), eCurrency: charged.currency } };
  });
}
