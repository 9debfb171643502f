/** `coin hold`, `resume`, `list`, `approve`, `reject`, `sweep` and `bump`: what operators stop of coins, and let go. */

import {
  approveSend,
  bumpHouse,
  holdCoin,
  listSends,
  type OwnedSend,
  rejectSend,
  resumeCoin,
  sweepHouse,
} from '../../features/coins/coins.ts';
import { unitsText } from '../../utxo/units.ts';
import { type Command, CommandRefused, WrongUsage } from '../command.ts';
import { letters } from '../people/letters.ts';
import { coinOf } from './coins.ts';

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
    'coin hold COIN --reason TEXT             stops new transfers and signing of this coin; the first reason is kept',
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
  usage:
    'coin resume COIN                         allows transfers again and signs those that wait',
  async run({ db }, { operand }) {
    const coin = coinOf(operand);
    if (!(await db.tx((tx) => resumeCoin(tx, coin))))
      throw new CommandRefused(`${coin} is not held.`);
    return { lines: [`${coin} goes on.`], json: { coin, held: false } };
  },
};

const mostListed = 200;

/** The owner of a send. */
const senderOf = ({ owner, email }: OwnedSend) => email ?? owner;

/** Why a send waits. */
function waitText({ state, goesAt }: OwnedSend): string {
  if (state !== 'pendingApproval') return state;
  return goesAt
    ? `goes by itself at ${goesAt.toISOString()}`
    : 'waits for coin approve or coin reject';
}

export const coinList: Command = {
  words: 'coin list',
  flags: { pending: 'flag' },
  usage:
    'coin list [--pending]                    the newest transfers, or all that wait for approval or for their time',
  async run({ db }, { flags }) {
    const sends = await listSends(db, flags.has('pending'), mostListed);
    return {
      json: sends.map((one) => ({
        id: one.id,
        coin: one.coin,
        units: one.value.toString(),
        fee: one.fee.toString(),
        from: senderOf(one),
        to: one.address,
        state: one.state,
        goesAt: one.goesAt?.toISOString() ?? null,
        createdAt: one.createdAt.toISOString(),
      })),
      lines: sends.map(
        (one) =>
          `${one.id}  ${one.createdAt.toISOString()}  ${senderOf(one)}: ${unitsText(one.value)} ${one.coin} to ${one.address}, ${waitText(one)}`,
      ),
    };
  },
};

export const coinApprove: Command = {
  words: 'coin approve',
  deed: true,
  operand: 'ID',
  usage:
    'coin approve ID                          approves a waiting transfer; a payout needs a second person, in the back office',
  async run({ db, coins, by }, { operand }) {
    const goes = await approveSend(db, await coins(), operand, { by });
    return goes
      ? { lines: [`${operand} goes on.`], json: { id: operand, decision: 'approved' } }
      : {
          lines: [`${operand} waits for a second person, in the back office.`],
          json: { id: operand, decision: null },
        };
  },
};

export const coinReject: Command = {
  words: 'coin reject',
  deed: true,
  operand: 'ID',
  flags: { reason: 'needed' },
  usage:
    'coin reject ID --reason TEXT             rejects a waiting transfer and returns its coins; its member gets the reason by email',
  async run({ db, by }, { operand, values }) {
    const reason = reasonOf(values);
    await rejectSend(db, operand, { by, reason });
    return { lines: [`${operand} was rejected.`], json: { id: operand, decision: 'rejected' } };
  },
};

export const coinSweep: Command = {
  words: 'coin sweep',
  deed: true,
  operand: 'COIN',
  usage:
    'coin sweep COIN                          moves what the shop holds above its cap to the cold account; needs coin approve',
  async run({ db, coins }, { operand }) {
    const coin = coinOf(operand);
    const { id, address, value } = await sweepHouse(db, await coins(), coin);
    return {
      lines: [`${id}: ${unitsText(value)} ${coin} to ${address}, waits for coin approve`],
      json: { id, coin, address, units: value.toString() },
    };
  },
};

export const coinBump: Command = {
  words: 'coin bump',
  deed: true,
  operand: 'ID',
  usage:
    'coin bump ID                             speeds up an unconfirmed transfer of the shop, at the highest fee level',
  async run({ db, coins }, { operand }) {
    const { id, coin, fee } = await bumpHouse(db, await coins(), operand);
    return {
      lines: [`${id}: ${unitsText(fee)} ${coin} more for the network`],
      json: { id, coin, fee: fee.toString() },
    };
  },
};
