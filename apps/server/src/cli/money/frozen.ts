/** `frozen list`, `frozen keep` and `frozen release`: money of card payments that the provider took back. */
import { fromDecimalText, toDecimalText, toWire } from '@giftlane/contract/money/money.ts';
import {
  bearLoss,
  listHeld,
  type ReversalDecision,
  restorePaid,
} from '../../features/checkout/checkout.ts';
import { isTopUp, listFrozen } from '../../features/topups/topups.ts';
import { type Command, CommandRefused, type Given, WrongUsage } from '../command.ts';

export const frozenList: Command = {
  words: 'frozen list',
  usage:
    'frozen list                              reversed card payments: what is left in wallets, and what you need to decide',
  async run({ db }) {
    const [frozen, held] = await Promise.all([listFrozen(db), listHeld(db)]);
    const all = [
      ...frozen.map(({ everMinor: _, ...one }) => ({ ...one, what: '' })),
      ...held
        .filter(({ captureId }) => !frozen.some((one) => one.captureId === captureId))
        .map(({ id, ...one }) =>
          isTopUp({ id })
            ? { ...one, topUpId: id, what: ', taken of what was added: nothing of it is set aside' }
            : { ...one, orderId: id, what: `, order ${id} waits` },
        ),
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

type Done = Extract<ReversalDecision, { kind: 'done' }>;

/** The decision, or why there is none. */
function requireDone(decision: ReversalDecision, captureId: string): Done {
  switch (decision.kind) {
    case 'done':
      return decision;
    case 'nothing_open':
      throw new CommandRefused(`Nothing is open of capture ${captureId}.`);
    case 'unasked':
      throw new CommandRefused(
        `Whether a dispute took the money of capture ${captureId} is not known yet; PayPal is asked now. Try again in a minute.`,
      );
    case 'waits':
      throw new CommandRefused(
        `Some of it may still come back into the wallet, out of ${decision.orderIds.join(', ')}: end that by order refund, or wait until it is delivered or over.`,
      );
    default:
      throw new CommandRefused(
        `${toDecimalText(decision.openMinor)} ${decision.currency} of capture ${captureId} are open, perhaps of several disputes: say by --amount how much of that PayPal has paid, a part with --of ${toDecimalText(decision.openMinor)}.`,
      );
  }
}

const jsonOf = (done: Done, captureId: string, end: 'kept' | 'released') => ({
  memberId: done.paid.memberId,
  id: done.paid.id,
  captureId,
  amount: toWire(done.minor),
  setAside: toWire(done.asideMinor),
  sentToCard: toWire(done.owedAgainMinor),
  currency: done.currency,
  end,
});

export const frozenKeep: Command = {
  words: 'frozen keep',
  deed: true,
  operand: 'CAPTURE',
  usage:
    'frozen keep CAPTURE                      the shop keeps it: the provider will not pay again',
  async run({ db, by }, { operand: captureId }) {
    const done = requireDone(await bearLoss(db, captureId, { by }), captureId);
    const { paid, currency, minor, asideMinor } = done;
    const whole = `${toDecimalText(minor)} ${currency} of the payment of ${paid.id} of member ${paid.memberId} is the house's loss; it goes on.`;
    const aside = `${toDecimalText(asideMinor)} ${currency} of member ${paid.memberId} is the house's.`;
    return {
      lines: asideMinor > 0n ? [whole, aside] : [whole],
      json: jsonOf(done, captureId, 'kept'),
    };
  },
};

/** An amount that was typed, in minor units; undefined when none was. */
function amountOf({ values }: Given, name: 'amount' | 'of'): bigint | undefined {
  const typed = values.get(name);
  if (typed === undefined) return undefined;
  const minor = fromDecimalText(typed) ?? 0n;
  if (minor <= 0n)
    throw new WrongUsage(`--${name} is an amount above 0 with at most two decimals.`);
  return minor;
}

export const frozenRelease: Command = {
  words: 'frozen release',
  deed: true,
  operand: 'CAPTURE',
  flags: { amount: 'value', of: 'value' },
  usage:
    'frozen release CAPTURE [--amount AMOUNT --of OPEN]\n                                           the provider paid it after all, or part of what is open: it counts again',
  async run({ db, by }, given) {
    const { operand: captureId } = given;
    const amountMinor = amountOf(given, 'amount');
    const ofMinor = amountOf(given, 'of');
    if (amountMinor === undefined && ofMinor !== undefined)
      throw new WrongUsage('--of says of how much --amount is a part.');
    const said = amountMinor === undefined ? undefined : { amountMinor, ofMinor };
    const done = requireDone(await restorePaid(db, captureId, { by, said }), captureId);
    const { paid, currency, minor, asideMinor, owedAgainMinor } = done;
    const lines = [
      `${toDecimalText(minor)} ${currency} of the payment of ${paid.id} of member ${paid.memberId} counts again.`,
    ];
    if (asideMinor > 0n)
      lines.push(
        `${toDecimalText(asideMinor)} ${currency} is back in the wallet of member ${paid.memberId}.`,
      );
    if (owedAgainMinor > 0n)
      lines.push(
        `${toDecimalText(owedAgainMinor)} ${currency} that refunds had been told of is sent to the card.`,
      );
    return { lines, json: jsonOf(done, captureId, 'released') };
  },
};
