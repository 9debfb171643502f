/** The mail that says that an order's codes are ready. */
import { coinOfGateway } from '@giftlane/contract/coins.ts';
import type { Gateway } from '@giftlane/contract/gateways.ts';
import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, lineAmounts, sumLines } from '@giftlane/contract/money.ts';
import { type SumKind, sumRows } from '@giftlane/contract/sums.ts';
import { unitsText } from '../../coins/units.ts';
import { nameOf } from '../coins/coins.ts';
import { type Amount, compose, type Letter } from '../mails/mails.ts';
import type { Order } from '../orders/orders.ts';

const labels: Record<SumKind, string> = {
  subtotal: text('cart.subtotal'),
  discount: text('cart.discount'),
  afterDiscount: text('cart.afterDiscount'),
  serviceCharge: text('cart.serviceCharge'),
  total: text('orders.total'),
};

const gateways: Record<Gateway, string> = {
  PayPal: text('gateway.PayPal'),
  Wallet: text('gateway.Wallet'),
  BitCoin: text('gateway.BitCoin'),
  LiteCoin: text('gateway.LiteCoin'),
};

/** What paid, as the receipt says it. The amounts are of the whole order: beside a part of it they are left out. */
function paidRows(order: Order, whole: boolean): Amount[] {
  const { gateway, walletMinor, currency, coinAmount } = order;
  const coin = coinOfGateway(gateway);
  return [
    ...(whole && gateway !== 'Wallet' && walletMinor > 0n
      ? [{ label: text('orders.receipt.wallet'), amount: formatMoney(walletMinor, currency) }]
      : []),
    { label: text('orders.receipt.gateway'), amount: gateways[gateway] },
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

/** Writes the mail: the cards whose codes are there, what they cost and what paid, told as the order's page tells it. */
export function orderMail(order: Order, publicUrl: string): Letter {
  // What was given back while the order waited for codes is not among them.
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
  const sums = sumRows(sumLines(kept.map(lineAmounts))).map(
    ({ kind, minor }): Amount => ({
      label: labels[kind],
      amount: money(minor),
      sum: kind === 'subtotal' || kind === 'total',
    }),
  );
  return compose({
    heading: text('mail.order.heading', { order: order.clientId }),
    paragraphs: [text('mail.order.ready')],
    amounts: [...lines, ...sums, ...paidRows(order, kept.length === order.lines.length)],
    action: {
      label: text('mail.order.action'),
      url: `${publicUrl}/account/orders/${encodeURIComponent(order.clientId)}`,
    },
    remark: text('mail.order.noTax'),
  });
}
