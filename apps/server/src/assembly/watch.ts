/** Metrics and invariants of all features. */
import { statfs } from 'node:fs/promises';
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { accountInvariants } from '../features/accounts/accounts.ts';
import { auditInvariants } from '../features/audit/audit.ts';
import { bookInvariants } from '../features/books/books.ts';
import { checkoutInvariants, countRefundsOpen } from '../features/checkout/checkout.ts';
import { claimInvariants } from '../features/claims/claims.ts';
import {
  coinInvariants,
  coinsHeld,
  secondsUnsigned,
  secondsUnwatched,
  wishesRefused,
} from '../features/coins/coins.ts';
import type { Crashes } from '../features/crashes/crashes.ts';
import { countWaiting, kycInvariants } from '../features/kyc/kyc.ts';
import { myDataInvariants } from '../features/mydata/mydata.ts';
import { orderInvariants } from '../features/orders/orders.ts';
import { pointInvariants } from '../features/points/points.ts';
import { daysSinceRates } from '../features/rates/rates.ts';
import { sellingInvariants } from '../features/selling/selling.ts';
import { countAllFree, stockInvariants } from '../features/stock/stock.ts';
import { topUpInvariants } from '../features/topups/topups.ts';
import { walletInvariants } from '../features/wallet/wallet.ts';
import { countGivenUp, countJobs, oldestDueSeconds } from '../jobs/queries.ts';
import { lastCheck, secondsSinceCheck } from '../ledger/check.ts';
import { dayInvariant } from '../ledger/days.ts';
import { guardInvariant } from '../ledger/guards.ts';
import { kindInvariants } from '../ledger/kinds.ts';
import { passAge } from '../ledger/passes.ts';
import type { Invariant } from '../ledger/rules.ts';
import { secondsUnsealed } from '../ledger/seal.ts';
import type { Queryable } from '../platform/db/db.ts';
import type { Figure } from '../platform/process/metrics.ts';
import type { Parts } from './parts.ts';

const coinFigures = (db: Queryable, coins: readonly Coin[]): Figure[] => [
  {
    name: 'giftlane_coin_chain_age_seconds',
    help: 'Seconds since a node last answered all that the watcher asked, of the coin where that is longest ago. Absent before the first look.',
    read: () => secondsUnwatched(db, coins),
  },
  {
    name: 'giftlane_coin_unsigned_seconds',
    help: 'For how long the oldest wish waits for the signer, those of held coins aside; 0 when none does.',
    read: () => secondsUnsigned(db),
  },
  {
    name: 'giftlane_coin_wishes_refused',
    help: 'Wishes the signer has refused within a day.',
    read: () => wishesRefused(db),
  },
  {
    name: 'giftlane_coins_held',
    help: 'Coins that an operator holds: nothing of them is sent or signed.',
    read: () => coinsHeld(db),
  },
];

/** Metrics: waiting jobs, stock, and coins. */
export function figures(db: Queryable, crashes: Crashes, coins: readonly Coin[]): Figure[] {
  return [
    { name: 'giftlane_jobs_waiting', help: 'Jobs not done yet.', read: () => countJobs(db) },
    {
      name: 'giftlane_jobs_failed',
      help: 'Jobs that failed at their last attempt.',
      read: () => countGivenUp(db),
    },
    {
      name: 'giftlane_jobs_oldest_seconds',
      help: 'For how long the oldest job is due that nobody works on yet; 0 when there is none.',
      read: () => oldestDueSeconds(db),
    },
    {
      name: 'giftlane_codes_free',
      help: 'Codes that can be sold now.',
      read: () => countAllFree(db),
    },
    {
      name: 'giftlane_refunds_open',
      help: 'Refunds the provider refused, and refunds not done for an hour.',
      read: () => countRefundsOpen(db),
    },
    {
      name: 'giftlane_kyc_waiting',
      help: 'Members whose documents wait for a decision.',
      read: () => countWaiting(db),
    },
    {
      name: 'giftlane_rates_age_days',
      help: 'Days since the day of the newest exchange rates. Absent before the first.',
      read: () => daysSinceRates(db),
    },
    ...coinFigures(db, coins),
    {
      name: 'giftlane_pages_crashed',
      help: 'Pages that crashed in browsers since the process started.',
      read: async () => crashes.count,
    },
    {
      name: 'giftlane_ledger_ok',
      help: 'Whether the last check of the ledger found nothing: 1, else 0. Absent before the first.',
      read: async () => {
        const check = await lastCheck(db);
        return check && Number(check.ok);
      },
    },
    {
      name: 'giftlane_ledger_whole_age_seconds',
      help: 'Seconds since the last finished check of the whole ledger began. Absent before the first.',
      read: () => passAge(db),
    },
    {
      name: 'giftlane_ledger_check_age_seconds',
      help: 'Seconds since the last finished check of the ledger began. Absent before the first.',
      read: () => secondsSinceCheck(db),
    },
    {
      name: 'giftlane_ledger_unsealed_seconds',
      help: 'For how long the oldest journal waits for its seal; 0 when none does.',
      read: () => secondsUnsealed(db),
    },
  ];
}

/** Of this process: its connections to the database, and the room for its files. */
export function processFigures({
  db,
  config,
  files,
}: Pick<Parts, 'db' | 'config' | 'files'>): Figure[] {
  const { pool } = db;
  const now = (name: string, help: string, read: () => number): Figure => ({
    name,
    help,
    keptMs: 0,
    read: async () => read(),
  });
  return [
    now(
      'giftlane_database_connections_max',
      'Connections the process may hold.',
      () => config.dbConnections,
    ),
    now(
      'giftlane_database_connections_used',
      'Connections in use.',
      () => pool.totalCount - pool.idleCount,
    ),
    now(
      'giftlane_database_connections_waiting',
      'Who waits for a connection.',
      () => pool.waitingCount,
    ),
    {
      name: 'giftlane_data_free_bytes',
      help: 'Room on the disk of DATA_DIR. Absent when it can not be reached, or has not the files of this shop.',
      read: async () => {
        if (files.place.name === 'disk') await files.place.check();
        const { bavail, bsize } = await statfs(config.dataDir);
        return bavail * bsize;
      },
    },
  ];
}

/** Invariants of the database and the features. */
export const invariants: readonly Invariant[] = [
  guardInvariant,
  ...kindInvariants,
  dayInvariant,
  ...auditInvariants,
  ...bookInvariants,
  ...accountInvariants,
  ...stockInvariants,
  ...orderInvariants,
  ...checkoutInvariants,
  ...sellingInvariants,
  ...claimInvariants,
  ...topUpInvariants,
  ...walletInvariants,
  ...coinInvariants,
  ...kycInvariants,
  ...pointInvariants,
  ...myDataInvariants,
];
