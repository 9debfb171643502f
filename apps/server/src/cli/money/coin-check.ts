/** `coin check`, `coin rescan` and `coin assign`: the books of coins beside those of their nodes, and filling lost ones again. */

import {
  assignAccount,
  type ColdSeen,
  type Compared,
  compareWithNode,
  findCold,
  rescan,
  seeCold,
} from '../../features/coins/coins.ts';
import { unitsText } from '../../utxo/units.ts';
import { type Command, WrongUsage } from '../command.ts';
import { theMember } from '../people/members.ts';
import { coinOf } from './coins.ts';

/** Addresses beyond the known ones that are looked at, where nobody says how many. */
const usualGap = 50;

const shown = ({ txid, vout, value }: Compared['onlyNode'][number]) =>
  `${txid}:${vout} ${unitsText(value)}`;

const jsonOf = (all: Compared['onlyNode']) =>
  all.map(({ txid, vout, value }) => ({ txid, vout, value: value.toString() }));

type Checked = Compared & { readonly cold: ColdSeen | undefined };

const isSame = ({ onlyNode, onlyBooks }: Compared) => onlyNode.length + onlyBooks.length === 0;

/** Moves by the cold wallet itself are listed, not counted as faults. */
const isGood = (one: Checked) => isSame(one) && (one.cold?.forgotten ?? []).length === 0;

const sum = (all: Compared['onlyNode']) => all.reduce((units, { value }) => units + value, 0n);

const strangeLine = (one: Compared['onlyNode'][number]) =>
  `  in the cold account, by no send of the house that the books know: ${shown(one)}. What it is has to be found out.`;

const coldSeenLines = ({ lying, forgotten, strange }: ColdSeen) => [
  `  ${unitsText(sum(lying))} in the cold account, in ${lying.length} outputs`,
  ...forgotten.map(
    (one) => `  sent to the cold account, and not in the books: ${shown(one)}. Run coin rescan.`,
  ),
  ...strange.map(strangeLine),
];

export const coinCheck: Command = {
  words: 'coin check',
  usage:
    'coin check                               each coin: compares the ledger with the node; exits with 1 if they differ',
  async run({ db, coins }) {
    const { nodes, cold } = await coins();
    const all: Checked[] = [];
    // One after the other: each keeps its node busy for a while.
    for (const coin of nodes.keys())
      all.push({
        ...(await compareWithNode({ db, nodes }, coin)),
        cold: await seeCold({ db, nodes, cold }, coin, usualGap),
      });
    return {
      failed: !all.every(isGood),
      lines: all.flatMap((one) => [
        `${one.coin} at block ${one.height}: ${one.same} outputs lie there by both, ${isSame(one) ? 'and none by one alone' : 'BUT'}`,
        ...one.onlyNode.map((output) => `  by the node alone: ${shown(output)}`),
        ...one.onlyBooks.map((output) => `  by the books alone: ${shown(output)}`),
        ...(one.cold ? coldSeenLines(one.cold) : []),
      ]),
      json: all.map(({ coin, height, same, onlyNode, onlyBooks, cold: seen }) => ({
        coin,
        height,
        same,
        onlyNode: jsonOf(onlyNode),
        onlyBooks: jsonOf(onlyBooks),
        cold: seen && {
          lying: jsonOf(seen.lying),
          forgotten: jsonOf(seen.forgotten),
          strange: jsonOf(seen.strange),
        },
      })),
    };
  },
};

const mostGap = 10_000;

function gapOf(typed: string | undefined): number {
  if (typed === undefined) return usualGap;
  const gap = Number(typed);
  if (!Number.isInteger(gap) || gap < 1 || gap > mostGap)
    throw new WrongUsage(`--gap is a number of addresses, 1 to ${mostGap}.`);
  return gap;
}

/** Coins in the cold account that no booked send explains. */
const coldLines = ({ booked, young, strange }: Awaited<ReturnType<typeof findCold>>) => [
  ...booked.map((one) => `  sent to the cold account, and in the books now: ${shown(one)}`),
  ...young.map(
    (one) =>
      `  sent to the cold account, and not in the books: ${shown(one)}. Rescan again when a hundred more blocks are there.`,
  ),
  ...strange.map(strangeLine),
];

export const coinRescan: Command = {
  words: 'coin rescan',
  deed: true,
  operand: 'COIN',
  flags: { gap: 'value' },
  usage:
    'coin rescan COIN [--gap=50]              after restoring a backup: books coins on addresses it did not know, that many beyond each account',
  async run({ db, options, coins }, { operand, values }) {
    const coin = coinOf(operand);
    const { nodes, wishKey, cold } = await coins();
    const gap = gapOf(values.get('gap'));
    const found = await rescan({ db, nodes, wishKey, options }, coin, gap);
    const away = await findCold({ db, nodes, cold }, coin, gap);
    const ownerless = [...found.ownerless].map(([account, units]) => ({
      account,
      units: units.toString(),
    }));
    return {
      failed: ownerless.length + away.young.length + away.strange.length > 0,
      lines: [
        `${found.outputs} outputs with ${unitsText(found.units)} were not in the books and are now, ${found.addresses} addresses count as handed out`,
        ...[...found.ownerless].map(
          ([account, units]) =>
            `  account ${account}, which no wallet has: ${unitsText(units)}. Whose it is has to be found out.`,
        ),
        ...coldLines(away),
      ],
      json: {
        coin,
        outputs: found.outputs,
        units: found.units.toString(),
        addresses: found.addresses,
        ownerless,
        cold: {
          booked: jsonOf(away.booked),
          young: jsonOf(away.young),
          strange: jsonOf(away.strange),
        },
      },
    };
  },
};

const mostAccount = 2 ** 31 - 1;

export const coinAssign: Command = {
  words: 'coin assign',
  deed: true,
  operand: 'COIN',
  flags: { account: 'needed', to: 'needed' },
  usage:
    'coin assign COIN --account N --to EMAIL  after losing the database: gives an account that coin rescan found to a member or the shop; then rescan again',
  async run({ db, coins }, { operand, values }) {
    const coin = coinOf(operand);
    const typed = values.get('account') ?? '';
    const account = Number(typed);
    if (!/^\d{1,10}$/.test(typed) || account > mostAccount)
      throw new WrongUsage('--account is the number of an account, as coin rescan says it.');
    const to = values.get('to') ?? '';
    const owner = to === 'house' ? to : await theMember(db, to);
    await assignAccount(db, await coins(), { coin, owner, account });
    return {
      lines: [`Account ${account} of ${coin} is of ${to}.`],
      json: { coin, account, owner },
    };
  },
};
