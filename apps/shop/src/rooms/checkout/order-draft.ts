/** Orders before they are placed: lines, prices and the wallet's share. */
import { connectApi } from '@giftlane/client/api.ts';
import { isNumber, isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { type Currency, fromWire, toWire, walletShare } from '@giftlane/contract/money/money.ts';
import type { CartItem } from '@giftlane/contract/shop/cart.ts';
import type { Gateway } from '@giftlane/contract/shop/gateways.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { totalsOf, type WirePrice } from '../money/prices.ts';

/** The fields of a cart line or order line that an order is placed with. */
export type DraftLine = Pick<
  CartItem,
  | '_id'
  | 'iGiftCardId'
  | 'sTitle'
  | 'sBanner'
  | 'nQuantity'
  | 'nPrice'
  | 'nValue'
  | 'nDiscount'
  | 'nCashBack'
  | 'nServiceCharge'
  | 'eCurrency'
>;

export interface OrderDraft {
  /** Chosen by the browser: the idempotency key of the order (OPEN-45). */
  sOrderId: string;
  eCurrency: Currency;
  eGateway: Gateway;
  aCartData: readonly DraftLine[];
  nTotalAmount: number;
  nWalletAmount: number;
  aExtraCharges: { name: string; amount: number }[];
}

/** The amount left to pay beside the wallet's share. */
export const amountLeft = ({
  nTotalAmount,
  nWalletAmount,
}: Pick<OrderDraft, 'nTotalAmount' | 'nWalletAmount'>): bigint =>
  fromWire(nTotalAmount) - fromWire(nWalletAmount);

/** Gateways for the part that the wallet does not cover. */
export type PayGateway = Exclude<Gateway, 'Wallet'>;

/** The gateway of an earlier draft, for the next one. */
export const choiceOf = (earlier: OrderDraft | undefined): PayGateway =>
  earlier && earlier.eGateway !== 'Wallet' ? earlier.eGateway : 'PayPal';

export interface WalletView {
  /** Wallet money is offered only in the cart's currency and above zero (CART-07). */
  offered: boolean;
  shareMinor: bigint;
  /** The wallet pays for everything (PAY-02). */
  coversAll: boolean;
  leftMinor: bigint;
}

/** The wallet's share of an amount, by the member's toggle (CART-15). */
export function walletView(member: User, currency: Currency, payableMinor: bigint): WalletView {
  const balanceMinor = fromWire(member.nWallet);
  const offered = member.eCurrency === currency && balanceMinor > 0n;
  const used = offered && member.bUseWallet;
  const shareMinor = used ? walletShare(balanceMinor, payableMinor) : 0n;
  return {
    offered,
    shareMinor,
    coversAll: used && shareMinor === payableMinor,
    leftMinor: payableMinor - shareMinor,
  };
}

/** Random bytes in hexadecimal; `crypto.randomUUID` is missing on plain http. */
function randomHex(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

// From the cart on each call begins a trace (W3C Trace Context). Earlier ones begin at the server: the first script has no
// room for it.
connectApi({ headers: () => ({ traceparent: `00-${randomHex(16)}-${randomHex(8)}-01` }) });

/** 80 random bits. */
export const newOrderId = (): string => randomHex(10);

/** True when no card of a cart line is left. */
export const isSoldOut = ({ nLeft }: CartItem): boolean => nLeft === 0;

/** The lines to order: sold-out ones are left out, unless all are sold out. */
export function buyable(lines: readonly CartItem[]): readonly CartItem[] {
  const available = lines.filter((line) => !isSoldOut(line));
  return available.length > 0 ? available : lines;
}

/** Drafts an order of these lines; undefined when there are none. */
export function draftOrder(
  lines: readonly DraftLine[],
  member: User,
  payBy: PayGateway,
): OrderDraft | undefined {
  const eCurrency = lines[0]?.eCurrency;
  if (!eCurrency) return undefined;
  const totals = totalsOf(lines);
  const wallet = walletView(member, eCurrency, totals.payableMinor);
  return {
    sOrderId: newOrderId(),
    eCurrency,
    eGateway: wallet.coversAll ? 'Wallet' : payBy,
    aCartData: lines,
    nTotalAmount: toWire(totals.payableMinor),
    nWalletAmount: toWire(wallet.shareMinor),
    aExtraCharges: [
      { name: 'Service Charge', amount: toWire(totals.serviceChargeMinor) },
      { name: 'Discount', amount: toWire(-totals.discountMinor) },
    ],
  };
}

/** The price of an ordered line, with 0 for fields the order does not have. */
export const pricedLine = <L extends Order['aCartData'][number]>(line: L) => ({
  ...line,
  nDiscount: line.nDiscount ?? 0,
  nCashBack: line.nCashBack ?? 0,
  nServiceCharge: line.nServiceCharge ?? 0,
});

/** The draft of a placed order: it can be paid in any browser. */
export function draftOf(order: Order): OrderDraft {
  const { sOrderId, eCurrency, eGateway, nTotalAmount, nWalletAmount, aExtraCharges } = order;
  return {
    sOrderId,
    eCurrency,
    eGateway,
    aCartData: order.aCartData.map(pricedLine).map((line) => ({
      _id: line._id,
      iGiftCardId: line.iGiftCardId,
      sTitle: line.sTitle,
      sBanner: line.sBanner,
      nQuantity: line.nQuantity,
      nPrice: line.nPrice,
      nValue: line.nValue,
      nDiscount: line.nDiscount,
      nCashBack: line.nCashBack,
      nServiceCharge: line.nServiceCharge,
      eCurrency: line.eCurrency,
    })),
    nTotalAmount,
    nWalletAmount,
    aExtraCharges,
  };
}

/** The content by which the server tells whether two drafts are the same order. */
function contentOf(draft: OrderDraft): string {
  const cards = draft.aCartData.map((line) => [line.iGiftCardId, line.nQuantity]);
  return JSON.stringify([
    draft.eGateway,
    draft.eCurrency,
    cards,
    draft.nTotalAmount,
    draft.nWalletAmount,
  ]);
}

/**
 * The draft with the id of an earlier one of the same content: a repeat after a lost answer is then the same order.
 * The server refuses other content under a used id.
 */
export function reuseOrderId(draft: OrderDraft, earlier: OrderDraft | undefined): OrderDraft {
  const same = earlier !== undefined && contentOf(earlier) === contentOf(draft);
  return same ? { ...draft, sOrderId: earlier.sOrderId } : draft;
}

const isRepriced = objectOf<WirePrice & Pick<DraftLine, 'iGiftCardId'>>({
  iGiftCardId: isText,
  nPrice: isNumber,
  nDiscount: isNumber,
  nCashBack: isNumber,
  nServiceCharge: isNumber,
});

const hasLines = objectOf<{ aCartData: readonly unknown[] }>({
  aCartData: (value) => Array.isArray(value),
});

/** The lines at the prices of an `order.price_changed` refusal; undefined when it has none for one of them. */
export function repricedLines<L extends DraftLine>(
  lines: readonly L[],
  data: unknown,
): L[] | undefined {
  if (!hasLines(data)) return undefined;
  const prices = new Map(
    data.aCartData.filter(isRepriced).map((price) => [price.iGiftCardId, price]),
  );
  if (!lines.every((line) => prices.has(line.iGiftCardId))) return undefined;
  return lines.map((line) => {
    const { nPrice, nDiscount, nCashBack, nServiceCharge } = prices.get(line.iGiftCardId) ?? line;
    return { ...line, nPrice, nDiscount, nCashBack, nServiceCharge };
  });
}
