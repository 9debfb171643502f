/**
 * How totals are told, wherever an order is added up: on screen, on paper and in mails. What is taken off a total
 * carries a minus; what says how it was paid is a part of it, and carries none.
 */

import { text } from '../messages.ts';
import type { Gateway } from '../shop/gateways.ts';
import type { Totals } from './money.ts';

/** A step from what the cards cost to what is paid. */
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

/** What paid for an order, each with its part of the total: the wallet, and what the rest was paid by. */
export function paidRows({ gateway, totalMinor, walletMinor }: Paid) {
  const rows = [
    { label: paidBy.Wallet, minor: walletMinor },
    { label: paidBy[gateway], minor: totalMinor - walletMinor },
  ];
  return rows.filter(({ minor }) => minor > 0n);
}
