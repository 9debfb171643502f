/** The reviewers' calls on offered cards. */
import { toWire } from '@giftlane/contract/money/money.ts';
import * as calls from '@giftlane/contract/office/sales.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageLimit, pageOfRows } from '../../platform/db/pages.ts';
import type { Http, Operator } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { needMember } from '../accounts/accounts.ts';
import { refuseDecided, requireHold } from '../cases/cases.ts';
import { operatorNaming } from '../operators/operators.ts';
import { openPicture, type UploadParts } from '../uploads/uploads.ts';
import { acceptSale, type DecisionParts, declineSale, needSale } from './decide.ts';
import { pageOfWaiting } from './list-queries.ts';
import { copiedIn, type Sale, salesByState } from './queries.ts';

export type SaleReviewParts = DecisionParts & Pick<UploadParts, 'keys' | 'files'>;

async function memberOf(db: Db, memberId: string) {
  const [member, sales] = await Promise.all([needMember(db, memberId), salesByState(db, memberId)]);
  return {
    _id: member.id,
    sName: member.fullName,
    sEmail: member.email,
    sKycStatus: member.kycStatus,
    bFrozen: member.frozenAt !== null,
    dCreatedAt: member.createdAt.toISOString(),
    nPaid: sales.get('paid') ?? 0,
    nDeclined: sales.get('declined') ?? 0,
    nPending: sales.get('pending') ?? 0,
  };
}

async function shown(db: Db, sale: Sale) {
  const [copies, member, nameOf] = await Promise.all([
    copiedIn(db, [sale.id]),
    memberOf(db, sale.memberId),
    operatorNaming(db, [sale.decidedBy]),
  ]);
  return {
    _id: sale.id,
    sState: sale.state,
    sNotice: sale.notice,
    sDecidedBy: sale.decidedBy && nameOf(sale.decidedBy),
    sCurrency: sale.currency,
    nSubtotal: toWire(sale.subtotalMinor),
    nFee: toWire(sale.feeMinor),
    nTotal: toWire(sale.totalMinor),
    sGateway: sale.gateway,
    sPayee: sale.payee,
    dCreatedAt: sale.createdAt.toISOString(),
    aLines: sale.lines.map((line) => ({
      _id: line.id,
      sTitle: line.title,
      nValue: toWire(line.valueMinor),
      nPrice: toWire(line.priceMinor),
      nFee: toWire(line.feeMinor),
      nFeePercent: line.exchangeFeesBp / 100,
      nQuantity: line.quantity,
    })),
    aCopies: copies.map(({ otherId, otherState }) => ({ _id: otherId, sState: otherState })),
    oMember: member,
  };
}

/** Serves the calls. */
export function saleReviewRoutes(http: Http, parts: SaleReviewParts): void {
  const { db } = parts;
  /** Runs a decision of the case's holder; one that was made already is refused with what was decided. */
  const decide = async (id: string, operator: Operator, act: () => Promise<unknown>) => {
    await requireHold(db, { queue: 'sales', id, operator });
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'sell.decided') throw error;
      const { decidedBy, state } = await needSale(db, id);
      return refuseDecided(db, decidedBy, state);
    }
    return { data: null };
  };
  http.route(calls.listSales, async ({ query }) => {
    const found = await pageOfWaiting(db, { after: query.sAfter ?? '', limit: pageLimit });
    const rows = found.map((sale) => ({
      _id: sale.id,
      sTitle: sale.title,
      nCards: sale.cards,
      nTotal: toWire(sale.totalMinor),
      sCurrency: sale.currency,
      dCreatedAt: sale.createdAt.toISOString(),
    }));
    return { data: pageOfRows(rows) };
  });
  http.route(calls.showSale, async ({ params: { id } }) => ({
    data: await shown(db, await needSale(db, id)),
  }));
  http.route(calls.showSalePicture, async ({ params }, { operator, reply }) => {
    const { id, sLine, sSide } = params;
    const line = (await needSale(db, id)).lines.find((one) => one.id === sLine);
    if (!line) throw new Refusal('sell.not_found');
    const { operatorId } = operator;
    const look = { path: line[sSide], operator: operatorId, reason: `sell ${id}` };
    return reply.type('image/jpeg').send(await openPicture(parts, look));
  });
  http.route(calls.acceptSale, ({ params: { id }, body }, { operator }) =>
    decide(id, operator, () =>
      acceptSale(parts, id, { operator: operator.operatorId, evenSeen: body.bEvenSeen }),
    ),
  );
  http.route(calls.declineSale, ({ params: { id }, body }, { operator }) =>
    decide(id, operator, () =>
      declineSale(parts, id, { operator: operator.operatorId, notice: body.sNotice }),
    ),
  );
}
