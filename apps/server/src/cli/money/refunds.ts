/** `refund list` and `refund send`. */
import { fromDecimalText, toDecimalText, toWire } from '@giftlane/contract/money/money.ts';
import { listOpenRefunds, resendRefund } from '../../features/checkout/checkout.ts';
import { type Command, CommandRefused, type Given, WrongUsage } from '../command.ts';

export const refundList: Command = {
  words: 'refund list',
  usage: 'refund list                              card refunds that are refused or waiting',
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

/** What was refunded outside the shop, in minor units; undefined if not given. */
function givenBackOf({ values }: Given): bigint | undefined {
  const typed = values.get('given-back');
  if (typed === undefined) return undefined;
  const minor = fromDecimalText(typed);
  if (minor === undefined)
    throw new WrongUsage('--given-back is an amount with at most two decimals.');
  return minor;
}

export const refundSend: Command = {
  words: 'refund send',
  deed: true,
  operand: 'ID',
  flags: { 'given-back': 'value' },
  usage:
    'refund send ID [--given-back AMOUNT]     sends a refused refund again, once, minus what you gave back',
  async run({ db, by }, given) {
    const { operand: id } = given;
    const sent = await resendRefund(db, id, { by, givenMinor: givenBackOf(given) });
    if (!sent) throw new CommandRefused(`There is no refund ${id}.`);
    if ('unexplainedMinor' in sent)
      throw new CommandRefused(
        `PayPal took back ${toDecimalText(sent.unexplainedMinor)} of this payment that no refund accounts for, as far as is known; it is asked once more now. Say by --given-back how much of that you gave back in place of this refund, 0 for nothing.`,
      );
    const { before } = sent;
    if (before === 'done') throw new CommandRefused(`Refund ${id} is done.`);
    if (before === 'pending' && given.values.has('given-back'))
      throw new CommandRefused(`Refund ${id} is on its way: nothing is taken off it.`);
    return { lines: [`Refund ${id} is sent again.`], json: { id, before } };
  },
};
