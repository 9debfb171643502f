/** Orders in the back office. */
import { currencies, fromWire, toWire } from '@giftlane/contract/money/money.ts';
import * as calls from '@giftlane/contract/office/orders.ts';
import { gateways } from '@giftlane/contract/shop/gateways.ts';
import { text } from '@giftlane/texts/text.ts';
import { pageLimit, pageOfRows } from '../../platform/db/pages.ts';
import type { Http } from '../../platform/http/http.ts';
import { badField, Refusal } from '../../platform/http/refusal.ts';
import { days } from '../../platform/process/durations.ts';
import { quoteRefund, refundOrder, sumsToWire } from '../checkout/checkout.ts';
import {
  codeIdFromWire,
  countFitting,
  needOrder,
  type Order,
  type OrderFit,
  ownersOf,
  pageOfAll,
  readOrders,
} from '../orders/orders.ts';
import { codesOfLines } from '../stock/stock.ts';
import { orderPage } from './order-page.ts';
import type { SearchParts } from './search.ts';
import { showCode } from './show-code.ts';

const rowToWire = (order: Order): calls.OfficeOrderRow => ({
  _id: order.id,
  sMemberId: order.memberId,
  eState: order.state,
  eGateway: order.gateway,
  eCurrency: order.currency,
  nTotal: toWire(order.totalMinor),
  nRefunded: toWire(order.refundedMinor),
  sTitle: order.lines[0]?.title ?? '',
  nLines: order.lines.length,
  dCreatedAt: order.createdAt.toISOString(),
});

/** Serves the calls. */
export function officeOrderRoutes(http: Http, parts: SearchParts): void {
  const { db } = parts;
  /** By our id alone. */
  const theOrder = async (id: string): Promise<Order> => {
    const owner = (await ownersOf(db, id)).find((key) => key.id === id);
    if (!owner) throw new Refusal('order.not_found');
    return needOrder(db, owner.memberId, owner.id);
  };

  http.route(calls.listOfficeOrders, async ({ query }) => {
    const { eState, eGateway, eCurrency, dFrom, dTo, sMemberId, sAfter = '' } = query;
    const fit: OrderFit = {
      memberId: sMemberId ?? '',
      states: eState ? [eState] : calls.officeOrderStates,
      gateways: eGateway ? [eGateway] : gateways,
      currencies: eCurrency ? [eCurrency] : currencies,
      from: dFrom ? new Date(dFrom) : null,
      to: dTo ? new Date(Date.parse(dTo) + days(1)) : null,
    };
    const [keys, nCount] = await Promise.all([
      pageOfAll(db, fit, { after: sAfter, limit: pageLimit }),
      countFitting(db, fit, calls.ordersCounted + 1),
    ]);
    const orders = await readOrders(db, keys);
    const rows = keys.flatMap(({ id }) => orders.get(id) ?? []).map(rowToWire);
    return { data: { ...pageOfRows(rows), nCount } };
  });

  http.route(calls.showOfficeOrder, async ({ params }, { operator }) => ({
    data: await orderPage(db, await theOrder(params.id), operator.permissions.has('members.read')),
  }));

  http.route(calls.listOfficeCodes, async ({ params, query }) => {
    const order = await theOrder(params.id);
    const lineIds = order.lines.map(({ id }) => id);
    const after = codeIdFromWire(query.sAfter ?? '') ?? 0n;
    const codes = await codesOfLines(db, lineIds, { after, limit: pageLimit });
    const rows = codes.map(({ id, lineId, serial, state, viewedAt, validUntil }) => ({
      _id: `code_${id}`,
      sLineId: lineId,
      sSerial: serial,
      eState: state,
      dViewedAt: viewedAt?.toISOString() ?? null,
      dExpiresAt: validUntil,
    }));
    return { data: pageOfRows(rows) };
  });

  http.route(calls.showOfficeCode, async ({ params, body }, { operator }) => {
    const order = await theOrder(params.id);
    const wish = { order, codeId: params.sCodeId, code: body.sCode };
    const { serial, content, validUntil } = await showCode(parts, operator, wish);
    return { data: { sSerial: serial, sContent: content, dExpiresAt: validUntil } };
  });

  refundRoutes(http, parts, theOrder);
}

function refundRoutes(
  http: Http,
  { db }: SearchParts,
  theOrder: (id: string) => Promise<Order>,
): void {
  const wishOf = (
    order: Order,
    {
      aLineIds,
      bEvenViewed,
      bEvenCoinsGone,
    }: { aLineIds: string[]; bEvenViewed: boolean; bEvenCoinsGone: boolean },
    reason = '',
  ) => {
    if (!aLineIds.every((id) => order.lines.some((line) => line.id === id)))
      throw badField('aLineIds', text('office.refund.chooseLines'));
    return {
      lineIds: aLineIds,
      evenViewed: bEvenViewed,
      evenCoinsGone: bEvenCoinsGone,
      reason: reason || text('notice.refundedByShop'),
    };
  };

  http.route(calls.quoteRefund, async ({ params, body }) => {
    const order = await theOrder(params.id);
    return { data: sumsToWire(await quoteRefund({ db }, order, wishOf(order, body))) };
  });

  http.route(calls.refundOrder, async ({ params, body }) => {
    const order = await theOrder(params.id);
    const { nLines, nToCard, nToWallet, nGone } = body.oSums;
    const expected = {
      lines: nLines,
      toCardMinor: fromWire(nToCard),
      toWalletMinor: fromWire(nToWallet),
      goneMinor: fromWire(nGone),
    };
    const wish = { ...wishOf(order, body, body.sReason), expected };
    return { data: sumsToWire(await refundOrder({ db }, order, wish)) };
  });
}
