/** An order before it is placed: what the cart holds, what it costs, what the wallet gives to it. */
import type { User } from '@giftlane/contract/members/accounts.ts';
import {
  type Currency,
  fromWire,
  type Totals,
  toWire,
  walletShare,
} from '@giftlane/contract/money/money.ts';
import type { CartItem } from '@giftlane/contract/shop/cart.ts';
import type { Gateway } from '@giftlane/contract/shop/gateways.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { totalsOf } from '../money/prices.ts';

/** A line of a cart or of an order, as far as an order is made from it. */
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
  /** Made here: the idempotency key of the order (OPEN-45). */
  sOrderId: string;
  eCurrency: Currency;
  eGateway: Gateway;
  aCartData: readonly DraftLine[];
  nTotalAmount: number;
  nWalletAmount: number;
  aExtraCharges: { name: string; amount: number }[];
}

/** What pays for the part the wallet does not cover. */
export type PayGateway = Exclude<Gateway, 'Wallet'>;

/** The choice of an earlier draft, for the next one. */
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

/** What the wallet gives, as the member's toggle has it (CART-15). */
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

/** 80 random bits, short enough to be read out. `crypto.randomUUID` is missing on plain http. */
export function newOrderId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function extraCharges(totals: Totals) {
  return [
    { name: 'Service Charge', amount: toWire(totals.serviceChargeMinor) },
    { name: 'Discount', amount: toWire(-totals.discountMinor) },
  ];
}

/** Whether no card of a line of the cart is left. */
export const isGone = ({ nLeft }: CartItem): boolean => nLeft === 0;

/** The lines of a cart that an order is made of: what is sold out stays in it, unless there is nothing else to try. */
export function buyable(lines: readonly CartItem[]): readonly CartItem[] {
  const there = lines.filter((line) => !isGone(line));
  return there.length > 0 ? there : lines;
}

/** Draws up an order of these lines; undefined when there are none. */
export function drawOrder(
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
    aExtraCharges: extraCharges(totals),
  };
}

/** A bought line's price as it was ordered. */
export const pricedLine = <L extends Order['aCartData'][number]>(line: L) => ({
  ...line,
  nDiscount: line.nDiscount ?? 0,
  nCashBack: line.nCashBack ?? 0,
  nServiceCharge: line.nServiceCharge ?? 0,
});

/** The draft an unpaid order was placed from, so that it can be paid where it was not drawn. */
export function draftOf(order: Order): OrderDraft {
  const { sOrderId, eCurrency, eGateway, nTotalAmount, nWalletAmount, aExtraCharges } = order;
  const lines = order.aCartData.map(pricedLine);
  return {
    sOrderId,
    eCurrency,
    eGateway,
    aCartData: lines.map((line) => ({
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

/** What makes two drafts the same order for the server. */
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
 * The draft under the id of an earlier one with the same content: a repeat after a lost answer is
 * then the same order. Another content under an old id would be refused.
 */
export function withKnownId(draft: OrderDraft, earlier: OrderDraft | undefined): OrderDraft {
  const same = earlier !== undefined && contentOf(earlier) === contentOf(draft);
  return same ? { ...draft, sOrderId: earlier.sOrderId } : draft;
}

interface Repriced {
  iGiftCardId: string;
  nPrice: number;
  nDiscount: number;
  nCashBack: number;
  nServiceCharge: number;
}

const isRepriced = (value: unknown): value is Repriced =>
  typeof value === 'object' &&
  value !== null &&
  'iGiftCardId' in value &&
  typeof value.iGiftCardId === 'string' &&
  ['nPrice', 'nDiscount', 'nCashBack', 'nServiceCharge'].every(
    (field) => typeof Reflect.get(value, field) === 'number',
  );

/** The lines at the prices a "price changed" refusal carries; undefined when it carries none. */
export function repricedLines<L extends DraftLine>(
  lines: readonly L[],
  data: unknown,
): L[] | undefined {
  if (typeof data !== 'object' || data === null || !('aCartData' in data)) return undefined;
  if (!Array.isArray(data.aCartData)) return undefined;
  const prices = new Map(
    data.aCartData.filter(isRepriced).map((price) => [price.iGiftCardId, price]),
  );
  if (!lines.every((line) => prices.has(line.iGiftCardId))) return undefined;
  return lines.map((line) => {
    const { nPrice, nDiscount, nCashBack, nServiceCharge } = prices.get(line.iGiftCardId) ?? line;
    return { ...line, nPrice, nDiscount, nCashBack, nServiceCharge };
  });
}
