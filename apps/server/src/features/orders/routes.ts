import * as calls from '@giftlane/contract/shop/orders.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Http, MemberContext } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { crashPoint } from '../../platform/process/crash.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { csvCode, csvMark, csvRecord, csvText } from '../../platform/sheets/csv.ts';
import { needActing, requireProof } from '../accounts/accounts.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Options } from '../content/content.ts';
import type { Sales } from '../selling/selling.ts';
import {
  countByLine,
  type OpenCode,
  pageOfLines,
  pageOfReveals,
  revealCodes,
} from '../stock/stock.ts';
import { buyAgain } from './buy-again.ts';
import { findOrders, isFilter } from './find-orders.ts';
import { describedOnce, partsOf, sendLongList } from './long-list.ts';
import {
  findOrder,
  holdOrder,
  listOrders,
  needOrder,
  type Order,
  ordersToWire,
  showOrder,
} from './orders.ts';
import { countShown, lookBounds, permitLook } from './permit-look.ts';
import type { OrderHead } from './queries.ts';
import { codeIdFromWire, codeName, codeToWire, openCodeToWire } from './wire.ts';

type OrderParts = Parameters<typeof requireProof>[0] & {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly keys: KeyRing;
  readonly options: Options;
  /** Members' sales, which are listed and shown like their orders. */
  readonly sales: Sales;
};

/** Serves the routes of a member's orders, their codes and the log of reveals. */
export function orderRoutes(http: Http, parts: OrderParts): void {
  const { db, catalog } = parts;

  http.route(calls.listOrders, async ({ query }, { caller, reply }) => {
    if (query.eType === 'Sell') {
      const { orders, total } = await parts.sales.list(caller.memberId, query);
      return { data: orders, extras: { totalCount: total } };
    }
    const { search, eStatus: word, dFrom: from, dTo: to } = query;
    const filter = { search, word, from, to, titleOf: catalog.titleOf };
    const { heads, total } = isFilter(filter)
      ? await findOrders(db, caller.memberId, filter, query)
      : await listOrders(db, caller.memberId, query);
    const describe = describedOnce(catalog.card);
    const toWire = (part: readonly OrderHead[]) => ordersToWire(db, part, describe);
    const some = partsOf(heads);
    if (some.length > 1) return sendLongList(reply, { parts: some, total, toWire });
    return { data: await toWire(heads), extras: { totalCount: total } };
  });

  http.route(calls.showOrder, async ({ params }, { caller }) => {
    const order = await findOrder(db, caller.memberId, params.id);
    if (order) return { data: await showOrder(db, order, catalog.card) };
    const sale = await parts.sales.show(caller.memberId, params.id);
    if (!sale) throw new Refusal('order.not_found');
    return { data: sale };
  });

  http.route(calls.buyAgain, async ({ params }, { caller }) => ({
    data: await buyAgain(parts, await needOrder(db, caller.memberId, params.id)),
  }));

  codeRoutes(http, parts);
}

/** Serves the routes of an order's codes and its log of reveals. */
function codeRoutes(http: Http, parts: OrderParts): void {
  const { db } = parts;

  http.route(calls.listCodes, async ({ params, query }, { caller }) => {
    const order = await needOrder(db, caller.memberId, params.id);
    const lines = deliveredLines(order).filter((line) => !query.line || line.id === query.line);
    const lineIds = lines.map((line) => line.id);
    const [codes, counts] = await Promise.all([
      pageOfLines(db, lineIds, query),
      // A refunded line still has the codes viewed before.
      countByLine(db, lineIds),
    ]);
    const total = counts.reduce((sum, line) => sum + line.codes, 0);
    return { data: codes.map(codeToWire), extras: { totalCount: total } };
  });

  http.route(calls.viewCard, async ({ params, body }, context) => {
    const [data] = await view(parts, context, params.id, [body.cardId]);
    if (!data) throw new Refusal('order.code_not_found');
    return { data };
  });

  http.route(calls.viewCards, async ({ params, body }, context) => ({
    data: await view(parts, context, params.id, body.aCardIds),
  }));

  http.route(calls.downloadCodes, async ({ params, body }, context) => {
    const { caller, reply } = context;
    await requireProof(parts, caller, body.sPassword);
    const order = await needOrder(db, caller.memberId, params.id);
    await countShown(parts, caller.memberId, codesOf(order));
    const codes = await db.tx((tx) =>
      reveal(tx, order, { ...context, kind: 'download', proven: true }, parts),
    );
    if (codes.length === 0) throw new Refusal('order.code_not_found');
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${order.id}.csv"`)
      .send(codesCsv(order, codes));
  });

  http.route(calls.listReveals, async ({ params, query }, { caller }) => {
    const order = await needOrder(db, caller.memberId, params.id);
    const whose = { memberId: caller.memberId, orderId: order.id };
    const { reveals, total } = await pageOfReveals(db, { ...whose, ...query });
    return {
      data: reveals.map((entry) => ({
        cardId: codeName(entry.cardId),
        sSerialNo: entry.serial,
        eKind: entry.kind,
        dCreatedAt: entry.createdAt.toISOString(),
      })),
      extras: { totalCount: total },
    };
  });
}

/** Reveals all of these codes of an order, or none; refuses `order.code_not_found`. */
async function view(
  parts: OrderParts,
  context: MemberContext,
  orderId: string,
  ids: readonly string[],
) {
  const order = await needOrder(parts.db, context.caller.memberId, orderId);
  const codeIds = [...new Set(ids)].map(needCodeId);
  const bounds = await lookBounds(parts.options);
  await countShown(parts, context.caller.memberId, codeIds.length);
  return parts.db.tx(async (tx) => {
    const proven = await permitLook(tx, context.caller, { order, codeIds, bounds });
    const how = { ...context, codeIds, kind: 'view', proven } as const;
    const codes = await reveal(tx, order, how, parts);
    if (codes.length < codeIds.length) throw new Refusal('order.code_not_found');
    return codes.map(openCodeToWire);
  });
}

function needCodeId(id: string): bigint {
  const codeId = codeIdFromWire(id);
  if (codeId === undefined) throw new Refusal('order.code_not_found');
  return codeId;
}

const deliveredLines = (order: Order) => order.lines.filter((line) => line.state === 3);
const codesOf = (order: Order) =>
  deliveredLines(order).reduce((sum, { quantity }) => sum + quantity, 0);

interface Revealing extends MemberContext {
  readonly codeIds?: readonly bigint[];
  readonly kind: 'view' | 'download';
  readonly proven: boolean;
}

async function reveal(
  tx: Tx,
  order: Order,
  { caller, address, codeIds, kind, proven }: Revealing,
  { keys }: OrderParts,
): Promise<OpenCode[]> {
  await needActing(tx, caller.memberId);
  await holdOrder(tx, order);
  const codes = await revealCodes(tx, {
    memberId: caller.memberId,
    sessionId: caller.sessionId,
    orderId: order.id,
    lineIds: deliveredLines(order).map((line) => line.id),
    ...(codeIds && { codeIds }),
    kind,
    proven,
    address,
    keys,
  });
  crashPoint('orders.before_reveal_commit');
  return codes;
}

function codesCsv(order: Order, codes: readonly OpenCode[]): string {
  const titles = new Map(order.lines.map((line) => [line.id, line.title]));
  const rows = codes.map((code) =>
    csvRecord([
      csvText(titles.get(code.lineId) ?? ''),
      csvCode(code.serial),
      csvCode(code.content),
    ]),
  );
  return [csvMark, csvRecord(['card', 'serial', 'code'].map(csvText)), ...rows].join('');
}
