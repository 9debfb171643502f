/** Chart data of a wallet: balance by day, and sums in and out by month (UTC). */

import type { Data } from '@giftlane/contract/call.ts';
import { type Currency, toWire } from '@giftlane/contract/money/money.ts';
import type { showWalletHistory } from '@giftlane/contract/money/statements.ts';
import { type MovementGroup, movementGroups } from '@giftlane/contract/money/wallet.ts';
import { walletOf } from '../../ledger/ledger.ts';
import { balancesAt, lifeOf, sortsOf, spanOf, sumsBetween } from '../../ledger/movements.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { days } from '../../platform/process/durations.ts';
import { groupOf } from './statement/groups.ts';

/** The most days and months of a chart; the last is the current one. */
const [mostDays, mostMonths] = [365, 12];

type History = Data<typeof showWalletHistory>;
type Month = History['aMonths'][number];

const dayText = (at: Date) => at.toISOString().slice(0, 10);
const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / days(1)) * days(1));
const startOfMonth = (at: Date, later = 0) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));

/** The end of each day of the chart, today's included. */
function dayEnds({ first, now }: { first: Date; now: Date }): Date[] {
  const today = startOfDay(now).getTime();
  const since = Math.max(startOfDay(first).getTime(), today - days(mostDays - 1));
  const count = Math.max(0, (today - since) / days(1)) + 1;
  return Array.from({ length: count }, (_, i) => new Date(since + days(i + 1)));
}

/** The start of each month of the chart, and the end of the last. */
function monthBounds({ first, now }: { first: Date; now: Date }): Date[] {
  const all = Array.from({ length: mostMonths + 1 }, (_, i) =>
    startOfMonth(now, i + 1 - mostMonths),
  );
  return all.filter((_, i) => i >= mostMonths - 1 || (all[i + 1] ?? now) > first);
}

/** The non-zero sums of a month by group, incoming and outgoing. */
function monthOf(start: Date, sums: ReadonlyMap<MovementGroup, bigint>): Month {
  const side = (sign: bigint) =>
    movementGroups.flatMap((eKind) => {
      const minor = (sums.get(eKind) ?? 0n) * sign;
      return minor > 0n ? [{ eKind, nAmount: toWire(minor) }] : [];
    });
  return { dMonth: dayText(start), aIn: side(1n), aOut: side(-1n) };
}

/**
 * Chart data of a member's wallet: closing balance of up to 365 days, and sums by group of up to twelve months. Its
 * cost does not grow with the number of movements.
 */
export async function walletHistory(
  db: Queryable,
  { id, currency }: { id: string; currency: Currency },
): Promise<History> {
  const span = await spanOf(db, walletOf(id, currency), {});
  const life = span && (await lifeOf(db, span));
  if (!span || !life) return { eCurrency: currency, aDays: [], aMonths: [] };
  const bounds = monthBounds(life);
  const sorts = await sortsOf(db, span);
  const [balances, sums] = await Promise.all([
    balancesAt(db, span, dayEnds(life)),
    sumsBetween(db, span, { sorts, moments: bounds }),
  ]);
  const byMonth = Map.groupBy(sums, ({ at }) => at.getTime());
  return {
    eCurrency: currency,
    aDays: balances.map(({ at, balanceMinor }) => ({
      dDay: dayText(new Date(at.getTime() - days(1))),
      nBalance: toWire(balanceMinor),
    })),
    aMonths: bounds.slice(0, -1).map((start) => {
      const groups = new Map<MovementGroup, bigint>();
      for (const { amountMinor, ...sort } of byMonth.get(start.getTime()) ?? []) {
        const group = groupOf(sort);
        groups.set(group, (groups.get(group) ?? 0n) + amountMinor);
      }
      return monthOf(start, groups);
    }),
  };
}
