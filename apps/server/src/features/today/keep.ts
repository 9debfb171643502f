/** Counts ahead what takes more than a moment: past days, liabilities, and the stock that runs out. */
import type { Chore } from '../../jobs/jobs.ts';
import { memberTotals } from '../../ledger/ledger.ts';
import type { Db, Queryable } from '../../platform/db/db.ts';
import { days, minutes } from '../../platform/process/durations.ts';
import { shopNow, signUpsByDay } from '../accounts/accounts.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { cardsByDay, refundsByDay, type Span, salesByDay } from '../orders/orders.ts';
import { stockReader } from '../stock/stock.ts';
import {
  type DayFigure,
  firstUncounted,
  type Pace,
  paces,
  putDays,
  putKept,
  takeTurn,
} from './queries.ts';

export interface KeepParts {
  readonly db: Db;
  readonly catalog: Catalog;
}

/** Orders placed before midnight are paid, delivered or given up within days. */
const changingMs = days(3);
const worst = 20;

/** The day of a moment (UTC). */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The days of a span that begins and ends at midnight. */
function daysOf({ from, to }: Span): string[] {
  const count = Math.round((to.getTime() - from.getTime()) / days(1));
  return Array.from({ length: count }, (_, nth) => dayOf(new Date(from.getTime() + nth * days(1))));
}

/** The figures of a span, by day; without those of cards. */
export async function figuresOf(db: Queryable, span: Span): Promise<DayFigure[]> {
  const [sales, refunds, signUps] = await Promise.all([
    salesByDay(db, span),
    refundsByDay(db, span),
    signUpsByDay(db, span),
  ]);
  return [
    ...sales.flatMap(({ day, currency: subject, orders, salesMinor, cashbackMinor }) => [
      { day, figure: 'orders' as const, subject, amount: orders },
      { day, figure: 'sales' as const, subject, amount: salesMinor },
      { day, figure: 'cashback' as const, subject, amount: cashbackMinor },
    ]),
    ...refunds.map(({ day, currency, refundsMinor }) => ({
      day,
      figure: 'refunds' as const,
      subject: currency,
      amount: refundsMinor,
    })),
    ...signUps.map(({ day, members }) => ({
      day,
      figure: 'sign_ups' as const,
      subject: '',
      amount: members,
    })),
  ];
}

/** Past days whole; of today the cards that were sold so far. */
async function keepDays(db: Db, now: Date): Promise<void> {
  const today = dayOf(now);
  const to = new Date(today);
  const recent = dayOf(new Date(to.getTime() - changingMs));
  const first = await firstUncounted(db, today);
  const from = new Date(first !== undefined && first < recent ? first : recent);
  const span = { from, to };
  const figures = await figuresOf(db, span);
  const cards = await cardsByDay(db, { from, to: now });
  // A day counts as counted by its sign-ups.
  const quiet = new Set(daysOf(span));
  for (const { day, figure } of figures) if (figure === 'sign_ups') quiet.delete(day);
  await db.tx((tx) =>
    putDays(
      tx,
      [
        ...figures,
        ...cards.map(({ day, cardId, sold }) => ({
          day,
          figure: 'sold' as const,
          subject: cardId,
          amount: sold,
        })),
        ...[...quiet].map((day) => ({ day, figure: 'sign_ups' as const, subject: '', amount: 0n })),
      ],
      today,
    ),
  );
}

/** The cards whose codes last for the fewest days, at the faster pace of the last 7 and 30 days. */
async function runningOut({ db, catalog }: KeepParts, today: string): Promise<Pace[]> {
  const [free, sold] = await Promise.all([stockReader()(db), paces(db, today)]);
  return sold
    .map(({ cardId, week, month }) => {
      const left = free.get(cardId) ?? 0;
      const daysLeft = Math.floor(left / Math.max(week / 7, month / 30));
      return { cardId, free: left, week, month, daysLeft };
    })
    .filter(({ cardId }) => catalog.card(cardId)?.retired === false)
    .sort((a, b) => a.daysLeft - b.daysLeft || b.month - a.month)
    .slice(0, worst)
    .map((pace) => ({
      ...pace,
      brandId: catalog.card(pace.cardId)?.brandId ?? '',
      title: catalog.titleOf(pace.cardId) ?? '',
    }));
}

/** Counts all of it, if no process has within some minutes. */
export async function keepFigures(parts: KeepParts): Promise<void> {
  const { db } = parts;
  if (!(await takeTurn(db))) return;
  const now = new Date(await shopNow(db));
  await keepDays(db, now);
  const [totals, stock] = await Promise.all([memberTotals(db), runningOut(parts, dayOf(now))]);
  const liabilities = totals.map(({ account, currency, amountMinor }) => ({
    account,
    currency,
    amount: amountMinor.toString(),
  }));
  await putKept(db, { liabilities, stock });
}

export const todayChores = (parts: KeepParts): Chore[] => [
  { name: 'today.keep', everyMs: minutes(5), run: () => keepFigures(parts) },
];
