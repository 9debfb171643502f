/** `order show` and `order refund`. */

import { toDecimalText, toWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { paidIn, paymentsGone, refundOrder } from '../../features/checkout/checkout.ts';
import { areCoinsThere } from '../../features/coins/coins.ts';
import { needOrder, type Order, ownersOf } from '../../features/orders/orders.ts';
import { countByLine } from '../../features/stock/stock.ts';
import { journalsOf } from '../../ledger/browse.ts';
import { isCoin } from '../../ledger/ledger.ts';
import type { Db } from '../../platform/db/db.ts';
import { unitsText } from '../../utxo/units.ts';
import { type Command, CommandRefused, type Given, type Said, WrongUsage } from '../command.ts';

/** The order of an id, ours or the client's; refuses ids that several members have used. */
async function theOrder(db: Db, anyId: string): Promise<Order> {
  const owners = await ownersOf(db, anyId);
  const ours = owners.filter(({ id }) => id === anyId);
  const [found, ...more] = ours.length > 0 ? ours : owners;
  if (!found) throw new CommandRefused(`There is no order ${anyId}.`);
  if (more.length > 0) {
    const ids = [found, ...more].map(({ id }) => id).join(', ');
    throw new CommandRefused(`Several orders are called ${anyId}; say which one: ${ids}.`);
  }
  return needOrder(db, found.memberId, found.id);
}

function linesToJson(order: Order, counts: Awaited<ReturnType<typeof countByLine>>) {
  return order.lines.map((line) => {
    const count = counts.find(({ lineId }) => lineId === line.id);
    return {
      id: line.id,
      cardId: line.cardId,
      title: line.title,
      quantity: line.quantity,
      price: toWire(line.priceMinor),
      total: toWire(line.payableMinor),
      refunded: toWire(line.refundedMinor),
      sold: count?.codes ?? 0,
      viewed: count?.viewed ?? 0,
    };
  });
}

type ShownLine = ReturnType<typeof linesToJson>[number];

async function show(db: Db, order: Order): Promise<Said> {
  const [counts, journals, paid, coinsThere, gone] = await Promise.all([
    countByLine(
      db,
      order.lines.map((line) => line.id),
    ),
    journalsOf(db, order.memberId, order.id),
    paidIn(db, order),
    areCoinsThere(db, { memberId: order.memberId, orderId: order.id }),
    paymentsGone(db, [order]),
  ]);
  const lines = linesToJson(order, counts);
  const json = {
    id: order.id,
    orderId: order.clientId,
    memberId: order.memberId,
    state: order.state,
    failReason: order.failReason,
    gateway: order.gateway,
    currency: order.currency,
    total: toWire(order.totalMinor),
    wallet: toWire(order.walletMinor),
    refunded: toWire(order.refundedMinor),
    paymentId: order.paymentId,
    notice: order.notice,
    createdAt: order.createdAt.toISOString(),
    lines,
    ...(!coinsThere && { coinsThere }),
    ...(gone.has(order.id) && { paymentGone: true }),
    payments: paid.received.map((payment) => ({
      captureId: payment.captureId,
      amount: toWire(payment.amountMinor),
      currency: payment.currency,
      use: payment.use,
      reversed: toWire(payment.reversedMinor),
      createdAt: payment.createdAt.toISOString(),
    })),
    refunds: paid.givenBack.map(({ amountMinor, createdAt, ...refund }) => ({
      ...refund,
      amount: toWire(amountMinor),
      createdAt: createdAt.toISOString(),
    })),
    journals: journals.map(({ kind, account, currency, amountMinor, createdAt }) => ({
      kind,
      account,
      currency,
      amount: isCoin(currency) ? Number(unitsText(amountMinor)) : toWire(amountMinor),
      createdAt: createdAt.toISOString(),
    })),
  };
  const missing = [
    ...(coinsThere
      ? []
      : ['  the chain does not have the coins that paid it: nothing is given back']),
    ...(gone.has(order.id)
      ? [
          '  its payment is gone: what waits for codes gets none, and a refund takes back those nobody has looked at',
        ]
      : []),
  ];
  return {
    json,
    lines: [...tell(order, lines), ...missing, ...tellPaid(paid), ...tellJournals(journals)],
  };
}

function tell(order: Order, lines: readonly ShownLine[]): string[] {
  const { currency } = order;
  return [
    `${order.id} (${order.clientId}) of ${order.memberId}: ${order.state}${order.failReason ? `, ${order.failReason}` : ''}${order.notice ? `: ${order.notice}` : ''}`,
    `${toDecimalText(order.totalMinor)} ${currency} by ${order.gateway}, ${toDecimalText(order.walletMinor)} of it from the wallet, ${toDecimalText(order.refundedMinor)} refunded`,
    ...lines.map(
      (line) =>
        `  ${line.id}  ${line.quantity} x ${line.title}: ${line.total.toFixed(2)} ${currency}, ${line.sold} codes sold, ${line.viewed} viewed`,
    ),
  ];
}

/** The card payment: captured and refunded amounts. */
function tellPaid({ received, givenBack }: Awaited<ReturnType<typeof paidIn>>): string[] {
  return [
    ...received.map(({ captureId, amountMinor, currency, use, reversedMinor, createdAt }) => {
      const taken = `${toDecimalText(reversedMinor)} ${currency} of it taken back by the provider`;
      return `  ${createdAt.toISOString()}  payment ${captureId}: ${toDecimalText(amountMinor)} ${currency}${use === 'order' ? '' : ', fits no order and goes back'}${reversedMinor > 0n ? `, ${taken}` : ''}`;
    }),
    ...givenBack.map(
      ({ id, captureId, amountMinor, currency, state, reason, problem, createdAt }) =>
        `  ${createdAt.toISOString()}  refund ${id} of ${captureId}: ${toDecimalText(amountMinor)} ${currency}, ${state}${problem ? ` (${problem})` : ''}: ${reason}`,
    ),
  ];
}

const tellJournals = (journals: Awaited<ReturnType<typeof journalsOf>>): string[] =>
  journals.map(
    ({ kind, account, currency, amountMinor, createdAt }) =>
      `  ${createdAt.toISOString()}  ${kind}  ${account}  ${isCoin(currency) ? unitsText(amountMinor) : toDecimalText(amountMinor)} ${currency}`,
  );

export const orderShow: Command = {
  words: 'order show',
  operand: 'ID',
  usage:
    "order show ID                            an order with its payments, refunds and journals, by our id or the client's",
  run: async ({ db }, { operand }) => show(db, await theOrder(db, operand)),
};

/** The lines to give back, or undefined for all; each has to be one of the order's. */
function linesOf(order: Order, { many }: Given): readonly string[] | undefined {
  const lineIds = many.get('line');
  const unknown = lineIds?.find((id) => !order.lines.some((line) => line.id === id));
  if (unknown !== undefined) throw new CommandRefused(`Order ${order.id} has no line ${unknown}.`);
  return lineIds;
}

const longestReason = 200;

/** The reason, which the member reads too. */
function reasonOf({ values }: Given): string {
  const reason = values.get('reason')?.trim() || text('notice.refundedByShop');
  if (reason.length > longestReason)
    throw new WrongUsage(`--reason has at most ${longestReason} characters.`);
  return reason;
}

export const orderRefund: Command = {
  words: 'order refund',
  deed: true,
  operand: 'ID',
  flags: { line: 'many', 'even-viewed': 'flag', 'even-coins-gone': 'flag', reason: 'value' },
  usage:
    'order refund ID [--line ID] [--even-viewed] [--even-coins-gone] [--reason TEXT]\n                                           refunds to card and wallet; the worker sends it',
  async run({ db }, given) {
    const order = await theOrder(db, given.operand);
    const lineIds = linesOf(order, given);
    const { lines, toCardMinor, toWalletMinor, goneMinor } = await refundOrder({ db }, order, {
      reason: reasonOf(given),
      evenViewed: given.flags.has('even-viewed'),
      evenCoinsGone: given.flags.has('even-coins-gone'),
      ...(lineIds && { lineIds }),
    });
    const { currency } = order;
    const gone = `${toDecimalText(goneMinor)} ${currency} for coins that are gone: nobody is given them.`;
    return {
      lines: [
        `${lines} lines: ${toDecimalText(toCardMinor)} ${currency} to the card, ${toDecimalText(toWalletMinor)} ${currency} to the wallet.`,
        ...(goneMinor > 0n ? [gone] : []),
      ],
      json: {
        id: order.id,
        orderId: order.clientId,
        lines,
        toCard: toWire(toCardMinor),
        toWallet: toWire(toWalletMinor),
        ...(goneMinor > 0n && { coinsGone: toWire(goneMinor) }),
        currency,
      },
    };
  },
};
