/** What one card of a line would be given back for, as its code does not work. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Order, OrderLine } from '../../orders/orders.ts';
import type { Conversion } from '../../rates/rates.ts';
import { takenBackOf } from '../capture/capture-queries.ts';
import { captureOfOrder } from '../queries.ts';
import { cashbackOf, checkCoins, walletOfRefund } from './refund.ts';

export interface CardBack {
  /** In the order's currency. */
  readonly backMinor: bigint;
  /** What the wallet gets, in its currency. */
  readonly paidMinor: bigint;
  readonly paidCurrency: Currency;
  readonly conversion: Conversion | undefined;
}

/**
 * Refuses `claim.order_disputed` where the payment of an order is disputed or the provider took it back, whoever asked it
 * to, and `order.coins_gone` where the coins that paid it are missing.
 */
export async function requirePaid(tx: Tx, order: Order): Promise<void> {
  await checkCoins(tx, order);
  const capture = await captureOfOrder(tx, order);
  const taken = capture && (await takenBackOf(tx, capture));
  if (taken && (taken.disputed || taken.takenMinor > taken.restoredMinor))
    throw new Refusal('claim.order_disputed');
}

const ceilOf = (minor: bigint, parts: bigint) => (minor + parts - 1n) / parts;

/**
 * The price of one card less its cashback, also where that is yet to be credited: it will be for the whole line. Refuses
 * `claim.nothing_to_pay`, and `rates.unavailable`.
 */
export async function cardBack(tx: Tx, order: Order, line: OrderLine): Promise<CardBack> {
  const cards = BigInt(line.quantity);
  const cashbackMinor = cashbackOf(line, true);
  const backMinor = line.payableMinor / cards - ceilOf(cashbackMinor, cards);
  const byCoins = !(await captureOfOrder(tx, order)) && order.walletMinor === 0n;
  const { currency, inWallet } = await walletOfRefund(tx, order, byCoins);
  const conversion = inWallet?.(backMinor);
  const paidMinor = conversion?.amountMinor ?? backMinor;
  if (backMinor <= 0n || paidMinor <= 0n) throw new Refusal('claim.nothing_to_pay');
  return { backMinor, paidMinor, paidCurrency: currency, conversion };
}
