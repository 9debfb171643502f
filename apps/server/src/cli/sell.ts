/** `sell list`, `pictures`, `accept` and `decline`: what members offer, and what becomes of it. */
import { join } from 'node:path';
import { toDecimalText, toWire } from '@giftlane/contract/money.ts';
import {
  acceptSale,
  copiedIn,
  declineSale,
  needSale,
  type Sale,
  type SaleOfMember,
  type SaleState,
  saleStates,
  salesIn,
} from '../features/selling/selling.ts';
import { openPicture } from '../features/uploads/uploads.ts';
import { actor } from './audit.ts';
import { type Command, type Given, WrongUsage } from './command.ts';
import { openFolder, writePrivate } from './files.ts';

/** So many are listed at a time; the oldest come first, so those behind them come up. */
const mostListed = 500;

const saleToJson = (sale: Sale) => ({
  orderId: sale.id,
  memberId: sale.memberId,
  state: sale.state,
  gateway: sale.gateway,
  payee: sale.payee,
  currency: sale.currency,
  subtotal: toWire(sale.subtotalMinor),
  fee: toWire(sale.feeMinor),
  total: toWire(sale.totalMinor),
  payout:
    sale.payoutMinor === null
      ? null
      : { amount: toWire(sale.payoutMinor), currency: sale.payoutCurrency },
  notice: sale.notice,
  createdAt: sale.createdAt.toISOString(),
  decidedAt: sale.decidedAt?.toISOString() ?? null,
  lines: sale.lines.map((line) => ({
    cardId: line.cardId,
    title: line.title,
    quantity: line.quantity,
    price: toWire(line.priceMinor),
    value: toWire(line.valueMinor),
    fee: toWire(line.feeMinor),
    images: { front: line.front, back: line.back, receipt: line.receipt },
  })),
});

const tell = (sale: SaleOfMember, seenIn: readonly string[]): string[] => [
  `${sale.id}  ${sale.createdAt.toISOString()}  ${sale.email}: ${sale.state}, ${toDecimalText(sale.totalMinor)} ${sale.currency} after fees of ${toDecimalText(sale.feeMinor)}`,
  ...sale.lines.map(
    (line) =>
      `  ${line.quantity} x ${line.title} for ${toDecimalText(line.priceMinor)} ${sale.currency}`,
  ),
  ...seenIn.map((seen) => `  the same picture as in ${seen}`),
];

/** The states asked for: those that wait when nothing is said. */
function statesOf({ values }: Given): readonly SaleState[] {
  const wanted = values.get('state') ?? 'pending';
  if (wanted === 'all') return saleStates;
  const state = saleStates.find((known) => known === wanted);
  if (!state) throw new WrongUsage(`--state is one of ${saleStates.join(', ')}, all.`);
  return [state];
}

export const sellList: Command = {
  words: 'sell list',
  flags: { state: 'value' },
  usage:
    'sell list [--state STATE]                offered cards that wait (or: paid, declined, all)',
  async run({ db }, given) {
    const sales = await salesIn(db, statesOf(given), mostListed);
    const ids = sales.map(({ id }) => id);
    const copies = Map.groupBy(await copiedIn(db, ids), ({ orderId }) => orderId);
    const seenIn = ({ id }: Sale) =>
      (copies.get(id) ?? []).map(({ otherId, otherState }) => `${otherId} (${otherState})`);
    return {
      json: sales.map((sale) => ({
        ...saleToJson(sale),
        email: sale.email,
        seenIn: seenIn(sale),
      })),
      lines: sales.flatMap((sale) => tell(sale, seenIn(sale))),
    };
  },
};

/** The pictures of an offer, by the names of the files they are written to. */
const picturesOf = (sale: Sale) =>
  sale.lines.flatMap(({ front, back, receipt }, i) =>
    Object.entries({ front, back, receipt }).map(([name, path]) => ({
      path,
      file: `${sale.id}-${i + 1}-${name}.jpg`,
    })),
  );

export const sellPictures: Command = {
  words: 'sell pictures',
  deed: true,
  operand: 'ID',
  file: 'FOLDER',
  usage: 'sell pictures ID FOLDER                  writes its pictures there; each look is kept',
  async run({ db, files, keys }, { operand, file: folder }) {
    const sale = await needSale(db, operand);
    await openFolder(folder);
    const written: string[] = [];
    for (const { path, file } of picturesOf(sale)) {
      const look = { path, operator: actor(), reason: `sell ${sale.id}` };
      const bytes = await openPicture({ db, files, keys }, look);
      const target = join(folder, file);
      await writePrivate(target, bytes);
      written.push(target);
    }
    return { lines: written, json: { orderId: sale.id, files: written } };
  },
};

export const sellAccept: Command = {
  words: 'sell accept',
  deed: true,
  operand: 'ID',
  flags: { 'even-seen': 'flag' },
  usage:
    'sell accept ID [--even-seen]             buys an offered card whose pictures you saw: pays its member, once',
  async run({ db, options }, { operand, flags }) {
    const evenSeen = flags.has('even-seen');
    const sale = await acceptSale({ db, options }, operand, { operator: actor(), evenSeen });
    const amount = `${toDecimalText(sale.payoutMinor ?? 0n)} ${sale.payoutCurrency}`;
    return { lines: [`${sale.id} is paid: ${amount}.`], json: saleToJson(sale) };
  },
};

const longestNotice = 500;

function noticeOf({ values }: Given): string {
  const notice = values.get('notice')?.trim() ?? '';
  if (notice === '') throw new WrongUsage('--notice is missing.');
  if (notice.length > longestNotice)
    throw new WrongUsage(`--notice has at most ${longestNotice} characters.`);
  return notice;
}

export const sellDecline: Command = {
  words: 'sell decline',
  deed: true,
  operand: 'ID',
  flags: { notice: 'needed' },
  usage:
    'sell decline ID --notice TEXT            turns an offered card down whose pictures you saw; its member reads why',
  async run({ db }, given) {
    const sale = await declineSale({ db }, given.operand, {
      operator: actor(),
      notice: noticeOf(given),
    });
    return { lines: [`${sale.id} is declined.`], json: saleToJson(sale) };
  },
};
