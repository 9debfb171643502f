/** `coin hold` and `coin resume`: what operators stop of coins, and let go. */
import { holdCoin, resumeCoin } from '../features/coins/coins.ts';
import { coinOf } from './coins.ts';
import { type Command, CommandRefused, WrongUsage } from './command.ts';
import { letters } from './letters.ts';

const longestReason = 500;

/** The reason that was typed. */
function reasonOf(values: ReadonlyMap<string, string>): string {
  const reason = letters(values.get('reason') ?? '').trim();
  if (reason === '' || reason.length > longestReason)
    throw new WrongUsage(`--reason has 1 to ${longestReason} characters.`);
  return reason;
}

export const coinHold: Command = {
  words: 'coin hold',
  deed: true,
  operand: 'COIN',
  flags: { reason: 'needed' },
  usage:
    'coin hold COIN --reason TEXT             no new send of it is taken, and none is signed; the first reason stays',
  async run({ db }, { operand, values }) {
    const coin = coinOf(operand);
    const reason = reasonOf(values);
    await db.tx((tx) => holdCoin(tx, coin, reason));
    return { lines: [`${coin} is held.`], json: { coin, held: true } };
  },
};

export const coinResume: Command = {
  words: 'coin resume',
  deed: true,
  operand: 'COIN',
  usage: 'coin resume COIN                         it is sent again, and what waits is signed',
  async run({ db }, { operand }) {
    const coin = coinOf(operand);
    if (!(await db.tx((tx) => resumeCoin(tx, coin))))
      throw new CommandRefused(`${coin} is not held.`);
    return { lines: [`${coin} goes on.`], json: { coin, held: false } };
  },
};
