/**
 * The rows from subtotal to total, the same on screen, on paper and in mails. Discounts carry a minus; parts of the total that say how it was paid carry none.
 */

import { text } from '@giftlane/texts/text.ts';
import type { Gateway } from '../shop/gateways.ts';
import type { Totals } from './money.ts';

/** A row between subtotal and total. */
export type SumKind = 'subtotal' | 'discount' | 'afterDiscount' | 'serviceCharge' | 'total';

/**
 * How totals are told, everywhere: the cards before any discount, what that takes off, what is left, what is
 * added. What is left has a row of its own where it is not the total already. The struck prices of lines add up to
 * the subtotal, the others to what is left.
 */
export function sumRows(totals: Totals): readonly { kind: SumKind; minor: bigint }[] {
  const { subtotalMinor, discountMinor, linePriceMinor, serviceChargeMinor, payableMinor } = totals;
  const saved = discountMinor !== 0n;
  const charged = serviceChargeMinor !== 0n;
  const rows: { kind: SumKind; minor: bigint; told: boolean }[] = [
    { kind: 'subtotal', minor: subtotalMinor, told: true },
    { kind: 'discount', minor: -discountMinor, told: saved },
    { kind: 'afterDiscount', minor: linePriceMinor, told: saved && charged },
    { kind: 'serviceCharge', minor: serviceChargeMinor, told: charged },
    { kind: 'total', minor: payableMinor, told: true },
  ];
  return rows.filter(({ told }) => told).map(({ kind, minor }) => ({ kind, minor }));
}

const paidBy: Record<Gateway, string> = {
  PayPal: text('orders.paid.PayPal'),
  Wallet: text('orders.paid.Wallet'),
  BitCoin: text('orders.paid.BitCoin'),
  LiteCoin: text('orders.paid.LiteCoin'),
};

interface Paid {
  gateway: Gateway;
  totalMinor: bigint;
  walletMinor: bigint;
}

/** The parts of the total by what paid them: the wallet, and the other gateway. */
export function paidRows({ gateway, totalMinor, walletMinor }: Paid) {
  const rows = [
    { label: paidBy.Wallet, minor: walletMinor },
    { label: paidBy[gateway], minor: totalMinor - walletMinor },
  ];
  return rows.filter(({ minor }) => minor > 0n);
}
