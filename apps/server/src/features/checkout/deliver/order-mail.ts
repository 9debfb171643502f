/** The delivery mail: an order's codes are ready. */

import { coinOfGateway } from '@giftlane/contract/money/coins.ts';
import { formatMoney, lineAmounts, sumLines } from '@giftlane/contract/money/money.ts';
import { paidRows, type SumKind, sumRows } from '@giftlane/contract/money/sums.ts';
import { brandsText } from '@giftlane/contract/shop/brands.ts';
import { text } from '@giftlane/texts/text.ts';
import { unitsText } from '../../../utxo/units.ts';
import { type Member, plainName } from '../../accounts/accounts.ts';
import { nameOf } from '../../coins/coins.ts';
import { type Amount, compose, type Letter } from '../../mails/mails.ts';
import type { Order } from '../../orders/orders.ts';

const labels: Record<SumKind, string> = {
  subtotal: text('cart.subtotal'),
  discount: text('cart.discount'),
  afterDiscount: text('cart.afterDiscount'),
  serviceCharge: text('cart.serviceCharge'),
  total: text('orders.total'),
};

/** The mail's payment rows; empty when wallet and card paid an order with refunded lines, whose split is unknown. */
function paid(order: Order, totalMinor: bigint): Amount[] {
  const { gateway, currency, coinAmount } = order;
  const whole = totalMinor === order.totalMinor;
  const byTwo = order.walletMinor > 0n && gateway !== 'Wallet';
  if (byTwo && !whole) return [];
  const walletMinor = gateway === 'Wallet' ? totalMinor : order.walletMinor;
  const coin = coinOfGateway(gateway);
  return [
    ...paidRows({ gateway, totalMinor, walletMinor }).map(
      ({ label, minor }): Amount => ({ label, amount: formatMoney(minor, currency) }),
    ),
    ...(whole && coin && coinAmount !== null
      ? [
          {
            label: text('orders.receipt.coins', { coin: nameOf[coin] }),
            amount: `${unitsText(coinAmount)}\u00a0${nameOf[coin]}`,
          },
        ]
      : []),
  ];
}

/** Writes the mail: cards with codes, their prices and payment, in the terms of the order page. */
export function orderMail(order: Order, member: Member, publicUrl: string): Letter {
  // Lines refunded while the order waited for codes are left out.
  const kept = order.lines.filter((line) => !line.refundedAt);
  const money = (minor: bigint) => formatMoney(minor, order.currency);
  const lines = kept.map((line): Amount => {
    const { linePriceMinor, subtotalMinor } = lineAmounts(line);
    return {
      label: `${line.quantity} × ${line.title}`,
      amount: money(linePriceMinor),
      ...(subtotalMinor > linePriceMinor && { before: money(subtotalMinor) }),
    };
  });
  const totals = sumLines(kept.map(lineAmounts));
  const sums = sumRows(totals).map(
    ({ kind, minor }): Amount => ({
      label: labels[kind],
      amount: money(minor),
      sum: kind === 'subtotal' || kind === 'total',
    }),
  );
  return compose({
    heading: text('mail.order.heading', { brands: brandsText(kept.map(({ title }) => title)) }),
    name: plainName(member.firstName),
    paragraphs: [text('mail.order.ready', { order: order.clientId })],
    amounts: [...lines, ...sums, ...paid(order, totals.payableMinor)],
    action: {
      label: text('mail.order.action'),
      url: `${publicUrl}/account/orders/${encodeURIComponent(order.clientId)}`,
    },
    remark: text('mail.order.noTax'),
  });
}
