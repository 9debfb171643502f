/** Points for delivered orders: per line and rounded down, so that a refunded line loses exactly its own. */
import { type Currency, lineAmounts } from '@giftlane/contract/money/money.ts';
import { enqueueAll } from '../../jobs/jobs.ts';
import { openPoints, postAll } from '../../ledger/ledger.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { crashPoint } from '../../platform/process/crash.ts';
import { findMember, type Member } from '../accounts/accounts.ts';
import { lockOrder, type Order, type OrderKey } from '../orders/orders.ts';
import { type Conversion, convert } from '../rates/rates.ts';
import { earnJob } from './jobs.ts';
import { type Earning, earnJournal } from './postings.ts';
import { insertEarnings, isPaymentGone, unearned } from './queries.ts';
import type { PointTerms } from './terms.ts';

/** The points value of each unrefunded line, in minor units of the order's currency. */
function worth(order: Order, { percent }: Pick<PointTerms, 'percent'>) {
  return order.lines
    .filter((line) => !line.refundedAt)
    .map((line) => ({
      lineId: line.id,
      houseMinor: (lineAmounts(line).linePriceMinor * BigInt(percent)) / 100n,
    }))
    .filter(({ houseMinor }) => houseMinor > 0n);
}

type Worth = ReturnType<typeof worth>;
const sumOf = (lines: Worth) => lines.reduce((sum, { houseMinor }) => sum + houseMinor, 0n);

/** Converts line values to points: each line's share of the total in the member's currency. */
function inPoints(order: Order, lines: Worth, into: Pick<Conversion, 'currency' | 'amountMinor'>) {
  const total = sumOf(lines);
  const earnings = lines.map(({ lineId, houseMinor }): Earning => {
    const points = (houseMinor * into.amountMinor) / total;
    const { memberId, id: orderId, currency: houseCurrency } = order;
    return {
      memberId,
      orderId,
      lineId,
      houseCurrency,
      houseMinor,
      currency: into.currency,
      points,
    };
  });
  return earnings.filter(({ points }) => points > 0n);
}

interface Earned {
  readonly lines: readonly Earning[];
  readonly facts?: Conversion['facts'];
}

async function credit(tx: Tx, orders: readonly Earned[]): Promise<void> {
  const earnings = orders.flatMap(({ lines }) => lines);
  if (earnings.length === 0) return;
  const owners = new Map<string, { memberId: string; currency: Currency }>(
    earnings.map(({ memberId, currency }) => [memberId, { memberId, currency }]),
  );
  const journals = orders.flatMap(({ lines: [first, ...rest], facts }) =>
    first ? [earnJournal([first, ...rest], facts)] : [],
  );
  await openPoints(tx, [...owners.values()]);
  await insertEarnings(tx, earnings);
  await postAll(tx, journals);
  crashPoint('points.before_earned_commit');
}

interface Delivered {
  readonly orders: readonly Order[];
  readonly members: ReadonlyMap<string, Member>;
  readonly terms: PointTerms;
}

/**
 * Credits the points of delivered orders that the caller has locked, once each; refunded lines and orders with
 * a reversed payment earn none. Orders in a currency other than the member's are credited by a job once there
 * is a rate.
 */
export async function earnPoints(tx: Tx, { orders, members, terms }: Delivered): Promise<void> {
  const worthy = orders
    .map((order) => ({ order, lines: worth(order, terms) }))
    .filter(({ order, lines }) => lines.length > 0 && members.has(order.memberId));
  if (worthy.length === 0) return;
  const wanted = await unearned(
    tx,
    worthy.map(({ order }) => order),
  );
  const fresh = worthy.filter(({ order }) => wanted.has(order.id));
  const isOwn = ({ memberId, currency }: Order) => members.get(memberId)?.currency === currency;
  const late = fresh.filter(({ order }) => !isOwn(order));
  await credit(
    tx,
    fresh
      .filter(({ order }) => isOwn(order))
      .map(({ order, lines }) => {
        const { currency } = order;
        return { lines: inPoints(order, lines, { currency, amountMinor: sumOf(lines) }) };
      }),
  );
  const payloads = late.map(({ order }) => ({ memberId: order.memberId, orderId: order.id }));
  if (payloads.length > 0) await enqueueAll(tx, earnJob, payloads);
}

/** Credits the points of one order in a currency other than the member's; throws while there is no rate for it. */
export async function earnLate(
  { db, terms }: { db: Db; terms: PointTerms },
  key: OrderKey,
): Promise<void> {
  await db.tx(async (tx) => {
    const order = await lockOrder(tx, key);
    const lines = order.state === 'delivered' ? worth(order, terms) : [];
    const member = await findMember(tx, key.memberId);
    if (!member || lines.length === 0 || !(await unearned(tx, [key])).has(key.id)) return;
    if (await isPaymentGone(tx, key)) return;
    const { currency: to } = member;
    const conversion = await convert(tx, sumOf(lines), { from: order.currency, to });
    await credit(tx, [{ lines: inPoints(order, lines, conversion), facts: conversion.facts }]);
  });
}
