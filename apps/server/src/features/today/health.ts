/** How the shop's own checks, its jobs and the providers are, as far as the database knows. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import type { Health } from '@giftlane/contract/office/today.ts';
import { oldestDueSeconds } from '../../jobs/queries.ts';
import { failingTasks } from '../../jobs/watch-queries.ts';
import { lastCheck } from '../../ledger/check.ts';
import type { Db } from '../../platform/db/db.ts';
import { days, hours, minutes } from '../../platform/process/durations.ts';
import { lastEventAt } from '../checkout/checkout.ts';
import { chainsSeen, secondsUnsigned, wishesRefused } from '../coins/coins.ts';
import { lastMailAt } from '../orders/orders.ts';
import { ratesSeen } from '../rates/rates.ts';

type State = Health['aParts'][number]['eState'];

/** After how long something is late, and bad. */
const patience = {
  jobs: [minutes(1), minutes(10)],
  check: [hours(2), days(1)],
  rates: [days(2), days(4)],
  prices: [minutes(10), hours(1)],
  chain: [minutes(10), hours(1)],
  signer: [minutes(10), hours(1)],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

const stateOf = (ageMs: number, [late, bad]: readonly [number, number]): State =>
  ageMs > bad ? 'bad' : ageMs > late ? 'late' : 'good';

/** Reads all of it. */
export async function readHealth(db: Db, coins: readonly Coin[], now: Date): Promise<Health> {
  const since = (at: Date) => now.getTime() - at.getTime();
  return db.tx(async (tx) => {
    const [due, failing, check, event, mail, rates, chains, unsigned, refused] = await Promise.all([
      oldestDueSeconds(tx),
      failingTasks(tx),
      lastCheck(tx),
      lastEventAt(tx),
      lastMailAt(tx),
      ratesSeen(tx),
      chainsSeen(tx, coins),
      secondsUnsigned(tx),
      wishesRefused(tx),
    ]);
    const part = (ePart: Health['aParts'][number]['ePart'], eState: State, at?: Date | null) => ({
      ePart,
      eState,
      dLast: at?.toISOString() ?? null,
    });
    return {
      oLedger: check
        ? {
            dChecked: check.at.toISOString(),
            eState: check.ok ? stateOf(since(check.at), patience.check) : 'bad',
            nProblems: check.problems,
          }
        : null,
      aChains: chains.map(({ coin, height, lookedAt, held }) => ({
        sCoin: coin,
        nHeight: Number(height),
        dLooked: lookedAt.toISOString(),
        bHeld: held,
        eState: held ? 'late' : stateOf(since(lookedAt), patience.chain),
      })),
      aParts: [
        part('jobs', stateOf(due * 1_000, patience.jobs), new Date(now.getTime() - due * 1_000)),
        part('payments', 'good', event),
        part('mail', 'good', mail),
        ...(rates.dayAt
          ? [part('rates', stateOf(since(rates.dayAt), patience.rates), rates.dayAt)]
          : []),
        ...(rates.pricesAt && coins.length > 0
          ? [part('prices', stateOf(since(rates.pricesAt), patience.prices), rates.pricesAt)]
          : []),
        ...(coins.length > 0
          ? [
              part(
                'signer',
                refused > 0 ? 'bad' : stateOf(unsigned * 1_000, patience.signer),
                new Date(now.getTime() - unsigned * 1_000),
              ),
            ]
          : []),
      ],
      aFailing: failing.map(({ task, count }) => ({ sTask: task, nCount: count })),
    };
  });
}
