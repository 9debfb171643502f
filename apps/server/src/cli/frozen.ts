/** `frozen list`, `frozen keep` and `frozen release`: money of card payments that the provider took back. */
import { toDecimalText, toWire } from '@giftlane/contract/money.ts';
import { bearReversal, endDispute, listHeld } from '../features/checkout/checkout.ts';
import { endFrozen, listFrozen } from '../features/topups/topups.ts';
import { type Command, CommandRefused } from './command.ts';

export const frozenList: Command = {
  words: 'frozen list',
  usage:
    'frozen list                              what is left in wallets of card payments that were taken back, and orders that wait so',
  async run({ db }) {
    const [frozen, held] = await Promise.all([listFrozen(db), listHeld(db)]);
    const all = [
      ...frozen.map(({ everMinor: _, ...one }) => ({ ...one, what: '' })),
      ...held.map(({ id, ...one }) => ({ ...one, orderId: id, what: `, order ${id} waits` })),
    ];
    return {
      json: all.map(({ what: _, amountMinor, ...one }) => ({
        ...one,
        amount: toWire(amountMinor),
      })),
      lines: all.map(
        ({ memberId, captureId, amountMinor, currency, what }) =>
          `${captureId}  ${toDecimalText(amountMinor)} ${currency} of member ${memberId}${what}`,
      ),
    };
  },
};

/** Ends what is set aside of a capture one way or the other. */
const ending = (end: 'kept' | 'released', words: string, usage: string): Command => ({
  words,
  deed: true,
  operand: 'CAPTURE',
  usage,
  async run({ db }, { operand: captureId }) {
    const { ended, paid } = await db.tx(async (tx) => {
      const ended = await endFrozen(tx, captureId, end);
      const paid = await (end === 'released' ? endDispute : bearReversal)(tx, captureId);
      return { ended, paid };
    });
    if (paid && !ended) {
      const whose = `the payment of ${paid.id} of member ${paid.memberId}`;
      return {
        lines: [
          end === 'released'
            ? `What was taken of ${whose} counts again, but for what refunds were told of.`
            : `What is gone of ${whose} is the house's loss; it goes on.`,
        ],
        json: { ...paid, captureId, end },
      };
    }
    if (!ended) throw new CommandRefused(`Nothing is set aside of capture ${captureId}.`);
    const { memberId, amountMinor, currency } = ended;
    const amount = `${toDecimalText(amountMinor)} ${currency}`;
    const line =
      end === 'kept'
        ? `${amount} of member ${memberId} is the house's.`
        : `${amount} is back in the wallet of member ${memberId}.`;
    return {
      lines: [line],
      json: { memberId, captureId, amount: toWire(amountMinor), currency, end },
    };
  },
});

export const frozenKeep = ending(
  'kept',
  'frozen keep',
  'frozen keep CAPTURE                      the house keeps it: the provider will not pay again',
);

export const frozenRelease = ending(
  'released',
  'frozen release',
  'frozen release CAPTURE                   the member has it back: the provider has paid after all',
);
