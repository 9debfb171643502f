/** What the first page of the back office shows, in the format of the contract. */
import type { Data } from '@giftlane/contract/call.ts';
import { type Coin, coins } from '@giftlane/contract/money/coins.ts';
import { currencies, toWire } from '@giftlane/contract/money/money.ts';
import type { Permission } from '@giftlane/contract/office/permissions.ts';
import type { showToday } from '@giftlane/contract/office/today.ts';
import type { Db, Queryable } from '../../platform/db/db.ts';
import { remember } from '../../platform/db/remember.ts';
import { days, minutes, seconds } from '../../platform/process/durations.ts';
import { unitsText } from '../../utxo/units.ts';
import { shopNow } from '../accounts/accounts.ts';
import { readHealth } from './health.ts';
import { dayOf, figuresOf } from './keep.ts';
import { type DayFigure, type KeptFigures, type Liability, pastDays, readKept } from './queries.ts';
import { countCoins, countQueues, together, worksOn } from './queues.ts';

type Today = Data<typeof showToday>;

export interface TodayParts {
  readonly db: Db;
  readonly replica: Queryable;
  /** The coins this shop has. */
  readonly nodes: ReadonlyMap<Coin, unknown>;
}

/** Operators who look at once share one count. */
const sharedMs = seconds(3);
const shownDays = 30;

const amountOf = (figures: readonly DayFigure[], figure: DayFigure['figure'], subject: string) =>
  figures.find((one) => one.figure === figure && one.subject === subject)?.amount ?? 0n;

interface Counted {
  readonly now: Date;
  /** Figures of today, of the same day a week before until this time, and of whole days before today. */
  readonly today: readonly DayFigure[];
  readonly before: readonly DayFigure[];
  readonly past: readonly DayFigure[];
}

function salesOf({ now, today, before, past }: Counted, currency: string): Today['aSales'][number] {
  const figure = (name: DayFigure['figure']) => ({
    nNow: toWire(amountOf(today, name, currency)),
    nBefore: toWire(amountOf(before, name, currency)),
  });
  const sold = new Map(
    [...past, ...today]
      .filter((one) => one.figure === 'sales' && one.subject === currency)
      .map(({ day, amount }) => [day, amount]),
  );
  const dayBefore = (nth: number) => dayOf(new Date(now.getTime() - nth * days(1)));
  return {
    sCurrency: currency,
    oOrders: {
      nNow: Number(amountOf(today, 'orders', currency)),
      nBefore: Number(amountOf(before, 'orders', currency)),
    },
    oSales: figure('sales'),
    oCashback: figure('cashback'),
    oRefunds: figure('refunds'),
    aDays: Array.from({ length: shownDays }, (_, nth) => {
      const sDay = dayBefore(shownDays - 1 - nth);
      return { sDay, nSales: toWire(sold.get(sDay) ?? 0n) };
    }),
  };
}

/** What members' accounts hold, by currency and by coin. */
function liabilitiesOf({
  liabilities,
  countedAt,
}: KeptFigures): NonNullable<Today['oLiabilities']> {
  const amount = (of: string, account: Liability['account']) =>
    BigInt(
      liabilities.find((one) => one.currency === of && one.account === account)?.amount ?? '0',
    );
  const owed = (of: string) => liabilities.some(({ currency }) => currency === of);
  return {
    dCounted: countedAt?.toISOString() ?? null,
    aMoney: currencies.filter(owed).map((sCurrency) => ({
      sCurrency,
      nWallet: toWire(amount(sCurrency, 'wallet')),
      nHeld: toWire(amount(sCurrency, 'held')),
      nFrozen: toWire(amount(sCurrency, 'frozen')),
      nPoints: toWire(amount(sCurrency, 'points')),
    })),
    aCoins: coins
      .filter(owed)
      .map((sCoin) => ({ sCoin, sAmount: unitsText(amount(sCoin, 'coin')) })),
  };
}

/** The same day a week before until this time, the days before today, and coins that pay nothing. */
async function countPast(db: Queryable) {
  const now = new Date(await shopNow(db));
  const weekBefore = new Date(now.getTime() - days(7));
  return Promise.all([
    figuresOf(db, { from: new Date(dayOf(weekBefore)), to: weekBefore }),
    pastDays(db, dayOf(now)),
    countCoins(db),
  ]);
}

async function countAll(
  { db, nodes }: TodayParts,
  pastOf: () => ReturnType<typeof countPast>,
): Promise<Today> {
  const now = new Date(await shopNow(db));
  const [today, [before, past, strayCoins], kept, queues, health] = await Promise.all([
    figuresOf(db, { from: new Date(dayOf(now)), to: now }),
    pastOf(),
    readKept(db),
    countQueues(db),
    readHealth(db, [...nodes.keys()], now),
  ]);
  const counted = { now, today, before, past };
  const sold = new Set([...today, ...before, ...past].map(({ subject }) => subject));
  return {
    aSales: currencies
      .filter((currency) => sold.has(currency))
      .map((currency) => salesOf(counted, currency)),
    oSignUps: {
      nNow: Number(amountOf(today, 'sign_ups', '')),
      nBefore: Number(amountOf(before, 'sign_ups', '')),
    },
    oLiabilities: kept ? liabilitiesOf(kept) : null,
    aStock: (kept?.stock ?? []).map(({ cardId, brandId, title, free, week, month, daysLeft }) => ({
      _id: cardId,
      iBrandId: brandId,
      sTitle: title,
      nFree: free,
      nWeek: week,
      nMonth: month,
      nDaysLeft: daysLeft,
    })),
    aQueues: queues.map(({ queue, ...waiting }) => {
      const { count, oldestAt } = queue === 'unmatched' ? together(waiting, strayCoins) : waiting;
      return { sQueue: queue, nCount: count, dOldest: oldestAt?.toISOString() ?? null };
    }),
    oHealth: health,
  };
}

/** Makes the reader of the page: each operator sees what their permissions allow. */
export function makeToday(parts: TodayParts) {
  const past = remember(minutes(1), () => countPast(parts.replica));
  const counted = remember(sharedMs, () => countAll(parts, past));
  return async (permissions: ReadonlySet<Permission>): Promise<Today> => {
    const whole = await counted();
    return {
      ...whole,
      oLiabilities: permissions.has('ledger.read') ? whole.oLiabilities : null,
      aQueues: whole.aQueues.filter(({ sQueue }) => worksOn(sQueue, permissions)),
    };
  };
}
