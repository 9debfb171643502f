/** `refund list` and `refund send`. */
import { toDecimalText, toWire } from '@giftlane/contract/money.ts';
import { listOpenRefunds, resendRefund } from '../features/checkout/checkout.ts';
import { type Command, CommandRefused } from './command.ts';

export const refundList: Command = {
  words: 'refund list',
  usage:
    'refund list                              refunds the card has not got: refused or waiting',
  async run({ db }) {
    const refunds = await listOpenRefunds(db);
    return {
      json: refunds.map((refund) => ({
        id: refund.id,
        orderId: refund.orderId,
        memberId: refund.memberId,
        captureId: refund.captureId,
        state: refund.state,
        problem: refund.problem,
        amount: toWire(refund.amountMinor - refund.reversedMinor),
        currency: refund.currency,
        createdAt: refund.createdAt.toISOString(),
      })),
      lines: refunds.map((refund) => {
        const amount = toDecimalText(refund.amountMinor - refund.reversedMinor);
        return `${refund.id}  ${refund.createdAt.toISOString()}  ${amount} ${refund.currency} of order ${refund.orderId}: ${refund.state}${refund.problem ? `, ${refund.problem}` : ''}`;
      }),
    };
  },
};

export const refundSend: Command = {
  words: 'refund send',
  deed: true,
  operand: 'ID',
  usage:
    'refund send ID                           a refused refund again; the worker sends it once',
  async run({ db }, { operand: id }) {
    const before = await resendRefund(db, id);
    if (!before) throw new CommandRefused(`There is no refund ${id}.`);
    if (before === 'done') throw new CommandRefused(`Refund ${id} is done.`);
    if (before === 'unexplained')
      throw new CommandRefused(
        'PayPal took money of this payment back, and it is not known yet whether a dispute did. Try again in some minutes.',
      );
    return { lines: [`Refund ${id} is sent again.`], json: { id, before } };
  },
};
