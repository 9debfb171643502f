import { percentToWire, toWire } from '@giftlane/contract/money/money.ts';
import type { OrderState } from '@giftlane/contract/shop/order-states.ts';
import type { Order as WireOrder } from '@giftlane/contract/shop/orders.ts';
import type { CardDetails } from '../catalog/catalog.ts';
import type { HeldCode, OpenCode } from '../stock/stock.ts';
import type { Order, OrderHead, OrderLine } from './queries.ts';

/** Most codes per line in a list (decisions, "Size"). */
export const codesPerLine = 20;

/** Shown instead of a code's content. */
const mask = '•••• •••• ••••';

/** An order's state word and its number in the profile summary (OPEN-55). */
export function wordOf(order: Pick<OrderHead, 'state' | 'failReason'>): [OrderState, number] {
  if (order.failReason === 'declined' && ['pending', 'failed'].includes(order.state))
    return ['Declined', 4];
  const words = {
    pending: ['Pending', 1],
    paid: ['Paid', 5],
    accepted: ['Processing', 2],
    delivered: ['Delivered', 3],
    failed: ['Failed', 0],
    refunded: ['Refunded', 0],
  } as const;
  return [...words[order.state]];
}

/** A code in a list, without content. */
export function codeToWire(code: HeldCode) {
  return {
    _id: codeName(code.id),
    sSerialNo: code.serial,
    sOrderContent: mask,
    dViewedAt: code.viewedAt?.toISOString() ?? null,
  };
}

/** A revealed code in the format of the contract. */
export function openCodeToWire(code: OpenCode) {
  return {
    _id: codeName(code.id),
    sSerialNo: code.serial,
    sOrderContent: code.content,
    dViewedAt: code.viewedAt.toISOString(),
    dExpiresAt: code.validUntil,
  };
}

/** A code's public id. */
export const codeName = (id: bigint | string): string => `code_${id}`;

/** Parses a code's public id, which has one spelling; undefined when invalid. */
export function codeIdFromWire(id: string): bigint | undefined {
  const match = /^code_([1-9]\d{0,17})$/.exec(id);
  return match ? BigInt(match[1] ?? '') : undefined;
}

export interface LineCodes {
  readonly first: readonly HeldCode[];
  readonly count: number;
}

type Describe = (cardId: string) => CardDetails | undefined;

/** Facts by line that are stored outside the order. */
interface Beside {
  readonly codes: ReadonlyMap<string, LineCodes>;
  /** Cashback deducted from refunds, in minor units. */
  readonly taken?: ReadonlyMap<string, bigint>;
  /** Deducted from refunds for spent points, in minor units. */
  readonly kept?: ReadonlyMap<string, bigint>;
}

function lineToWire(line: OrderLine, order: OrderHead, beside: Beside, describe: Describe) {
  const card = describe(line.cardId);
  const codes = beside.codes.get(line.id);
  const taken = beside.taken?.get(line.id) ?? 0n;
  const kept = beside.kept?.get(line.id) ?? 0n;
  return {
    _id: line.id,
    iGiftCardId: line.cardId,
    sTitle: line.title,
    sBanner: card?.banner ?? '',
    sLogo: card?.logo ?? '',
    sRedeem: card?.redeem ?? '',
    nQuantity: line.quantity,
    nPrice: toWire(line.priceMinor),
    nValue: toWire(line.valueMinor),
    eCurrency: order.currency,
    eStatus: line.state,
    nCodes: codes?.count ?? 0,
    aCardCode: (codes?.first ?? []).slice(0, codesPerLine).map(codeToWire),
    nRefunded: toWire(line.refundedMinor),
    nDiscount: percentToWire(line.discountBp),
    nCashBack: percentToWire(line.cashbackBp),
    nServiceCharge: percentToWire(line.serviceChargeBp),
    ...(taken > 0n && { nCashBackTaken: toWire(taken) }),
    ...(kept > 0n && { nPointsKept: toWire(kept) }),
  };
}

/** An order in the format of the contract (ORD-14, ORD-15), without the content of codes. */
export function orderToWire(order: Order, beside: Beside, describe: Describe): WireOrder {
  const [word, number] = wordOf(order);
  return {
    _id: order.id,
    sOrderId: order.clientId,
    eType: 'Buy',
    eStatus: word,
    nStatus: number,
    eGateway: order.gateway,
    eCurrency: order.currency,
    sPayerId: order.memberId,
    sPaymentId: order.paymentId,
    sPaymentToken: '',
    nTotalAmount: toWire(order.totalMinor),
    nWalletAmount: toWire(order.walletMinor),
    nCashBack: toWire(order.cashbackMinor),
    ...(order.coinAmount !== null && { nCoinAmount: Number(order.coinAmount) }),
    ...(order.coinRate !== null && { nCoinRate: Number(order.coinRate) }),
    ...(order.coinFee !== null && { nCoinFee: Number(order.coinFee) }),
    aExtraCharges: [
      { name: 'Service Charge', amount: toWire(order.serviceChargeMinor) },
      { name: 'Discount', amount: toWire(-order.discountMinor) },
    ],
    aCartData: order.lines.map((line) => lineToWire(line, order, beside, describe)),
    dCreatedAt: order.createdAt.toISOString(),
    dLapsesAt: order.state === 'pending' ? (order.lapsesAt?.toISOString() ?? null) : null,
    ...(order.paying && { bPaying: true }),
    ...(order.deliveredAt && { dDeliveredAt: order.deliveredAt.toISOString() }),
    ...(order.mailedAt && {
      oMail: {
        sTo: order.mailedTo,
        dAnsweredAt: order.mailedAt.toISOString(),
        bRefused: order.mailRefused,
      },
    }),
    sNotice: order.notice,
  };
}
