/** The pictures' figures: a wallet's balance by day, and what came and went by month. */

import type { Data } from '@giftlane/contract/call.ts';
import { type Currency, toWire } from '@giftlane/contract/money/money.ts';
import type { showWalletHistory } from '@giftlane/contract/money/statements.ts';
import { type MovementGroup, movementGroups } from '@giftlane/contract/money/wallet.ts';
import { walletOf } from '../../ledger/ledger.ts';
import { balancesAt, lifeOf, sortsOf, spanOf, sumsBetween } from '../../ledger/movements.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { days } from '../../platform/process/durations.ts';
import { groupOf } from './statement/groups.ts';

/** A picture is of so many days, or of so many months, at most; both end with the one that is now. */
const [mostDays, mostMonths] = [365, 12];

type History = Data<typeof showWalletHistory>;
type Month = History['aMonths'][number];

const dayText = (at: Date) => at.toISOString().slice(0, 10);
const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / days(1)) * days(1));
const startOfMonth = (at: Date, later = 0) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));

/** The ends of the days that are drawn. */
function dayEnds({ first, now }: { first: Date; now: Date }): Date[] {
  const today = startOfDay(now).getTime();
  const since = Math.max(startOfDay(first).getTime(), today - days(mostDays - 1));
  const count = Math.max(0, (today - since) / days(1)) + 1;
  return Array.from({ length: count }, (_, i) => new Date(since + days(i + 1)));
}

/** The beginnings of the months that are drawn, and the end of the last. */
function monthBounds({ first, now }: { first: Date; now: Date }): Date[] {
  const all = Array.from({ length: mostMonths + 1 }, (_, i) =>
    startOfMonth(now, i + 1 - mostMonths),
  );
  return all.filter((_, i) => i >= mostMonths - 1 || (all[i + 1] ?? now) > first);
}

/** What groups of movements come to in a month, those that came to something. */
function monthOf(start: Date, sums: ReadonlyMap<MovementGroup, bigint>): Month {
  const side = (sign: bigint) =>
    movementGroups.flatMap((eKind) => {
      const minor = (sums.get(eKind) ?? 0n) * sign;
      return minor > 0n ? [{ eKind, nAmount: toWire(minor) }] : [];
    });
  return { dMonth: dayText(start), aIn: side(1n), aOut: side(-1n) };
}

/**
 * What the pictures of a member's wallet show: the balance at the end of each of 365 days at most, and what
 * twelve months at most moved by kind. It costs the same however many movements there are.
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
