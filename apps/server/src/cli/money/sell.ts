/** `sell list`, `pictures`, `accept` and `decline`: what members offer, and what becomes of it. */
import { join } from 'node:path';
import { type Coin, coinOfGateway } from '@giftlane/contract/money/coins.ts';
import { toDecimalText, toWire } from '@giftlane/contract/money/money.ts';
import { type CoinTransfer, houseUnits, sendsOfSales } from '../../features/coins/coins.ts';
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
} from '../../features/selling/selling.ts';
import { openPicture } from '../../features/uploads/uploads.ts';
import { unitsText } from '../../utxo/units.ts';
import { type Command, type Given, WrongUsage } from '../command.ts';
import { openFolder, writePrivate } from '../files.ts';

/** So many are listed at a time; the oldest come first, so those behind them come up. */
const mostListed = 500;

const saleToJson = (sale: Sale, sent?: CoinTransfer) => ({
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
  coins: sent ? { coin: sent.coin, units: sent.value.toString(), txid: sent.txid } : null,
  intoWalletAt: sale.intoWalletAt?.toISOString() ?? null,
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

/** What the house can send of each coin. */
type OfHouse = ReadonlyMap<Coin, bigint>;

/** How an offer is paid; of coins also whether the house has them. */
function methodOf({ gateway, payee, state }: Sale, ofHouse: OfHouse): string {
  const coin = coinOfGateway(gateway);
  if (!coin) return 'into the wallet';
  const has =
    state === 'pending' ? `; the house can send ${unitsText(ofHouse.get(coin) ?? 0n)}` : '';
  return `in ${coin} to ${payee}${has}`;
}

const tell = (sale: SaleOfMember, seenIn: readonly string[], ofHouse: OfHouse): string[] => [
  `${sale.id}  ${sale.createdAt.toISOString()}  ${sale.email}: ${sale.state}, ${toDecimalText(sale.totalMinor)} ${sale.currency} after fees of ${toDecimalText(sale.feeMinor)}`,
  ...sale.lines.map(
    (line) =>
      `  ${line.quantity} x ${line.title} for ${toDecimalText(line.priceMinor)} ${sale.currency}`,
  ),
  `  to be paid ${methodOf(sale, ofHouse)}`,
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
    'sell list [--state STATE]                offered cards that wait for a decision (or: paid, declined, all)',
  async run({ db }, given) {
    const sales = await salesIn(db, statesOf(given), mostListed);
    const ids = sales.map(({ id }) => id);
    const [sends, ofHouse] = await Promise.all([sendsOfSales(db, ids), houseUnits(db)]);
    const sent = new Map(sends.map((send) => [send.saleId, send]));
    const copies = Map.groupBy(await copiedIn(db, ids), ({ orderId }) => orderId);
    const seenIn = ({ id }: Sale) =>
      (copies.get(id) ?? []).map(({ otherId, otherState }) => `${otherId} (${otherState})`);
    return {
      json: sales.map((sale) => ({
        ...saleToJson(sale, sent.get(sale.id)),
        email: sale.email,
        seenIn: seenIn(sale),
      })),
      lines: sales.flatMap((sale) => tell(sale, seenIn(sale), ofHouse)),
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
  usage: 'sell pictures ID FOLDER                  saves its pictures there; each view is logged',
  async run({ db, files, keys, by }, { operand, file: folder }) {
    const sale = await needSale(db, operand);
    await openFolder(folder);
    const written: string[] = [];
    for (const { path, file } of picturesOf(sale)) {
      const look = { path, operator: by, reason: `sell ${sale.id}` };
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
    'sell accept ID [--even-seen]             buys an offered card whose pictures you viewed and pays its member, once',
  async run({ db, options, coins: open, by }, { operand, flags }) {
    const evenSeen = flags.has('even-seen');
    const coins = await open();
    const sale = await acceptSale({ db, options, coins }, operand, { operator: by, evenSeen });
    const [sent] = await sendsOfSales(db, [sale.id]);
    const worth = `${toDecimalText(sale.payoutMinor ?? 0n)} ${sale.payoutCurrency}`;
    const amount = sent
      ? `${unitsText(sent.value)} ${sent.coin} to ${sent.address}, worth ${worth}`
      : worth;
    return { lines: [`${sale.id} is paid: ${amount}.`], json: saleToJson(sale, sent) };
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
    'sell decline ID --notice TEXT            declines an offered card whose pictures you viewed; its member gets the reason',
  async run({ db, by }, given) {
    const sale = await declineSale({ db }, given.operand, {
      operator: by,
      notice: noticeOf(given),
    });
    return { lines: [`${sale.id} is declined.`], json: saleToJson(sale) };
  },
};
