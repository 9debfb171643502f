/** Jobs and periodic work of the shop. */

import { accountJobs } from '../features/accounts/jobs.ts';
import { sweepAccounts } from '../features/accounts/sessions/session-queries.ts';
import { auditChores } from '../features/audit/audit.ts';
import { bookChores } from '../features/books/books.ts';
import { dropOldCases } from '../features/cases/cases.ts';
import { priceChore } from '../features/catalog/catalog.ts';
import { checkoutChores, checkoutJobs } from '../features/checkout/checkout.ts';
import { claimChores, claimJobs } from '../features/claims/claims.ts';
import { coinChores, coinJobs } from '../features/coins/coins.ts';
import { contactJobs, sweepMessages } from '../features/contact/contact.ts';
import { importChore, importJobs } from '../features/imports/imports.ts';
import { kycJobs, sweepKept } from '../features/kyc/kyc.ts';
import { headChore, headJobs } from '../features/ledger-proofs/ledger-proofs.ts';
import { myDataChores, myDataJobs } from '../features/mydata/mydata.ts';
import { newsletterJobs, sweepSubscribers } from '../features/newsletter/newsletter.ts';
import { operatorJobs } from '../features/operators/operators.ts';
import { pointChores, pointJobs } from '../features/points/points.ts';
import { pushJobs, sweepPush } from '../features/push/push.ts';
import { rateChores } from '../features/rates/rates.ts';
import { sellingJobs } from '../features/selling/selling.ts';
import { countMoves, fillTails, sweepExpired } from '../features/stock/stock.ts';
import { todayChores } from '../features/today/today.ts';
import { uploadChores, uploadJobs } from '../features/uploads/uploads.ts';
import { walletJobs } from '../features/wallet/wallet.ts';
import type { Chore, Handlers } from '../jobs/jobs.ts';
import { ledgerCheck } from '../ledger/check.ts';
import { sealAll } from '../ledger/seal.ts';
import { sweepThrottle } from '../platform/limits/throttle.ts';
import { minutes, seconds } from '../platform/process/durations.ts';
import { resealAll } from '../platform/secrets/reseal.ts';
import type { Checkout, Features } from './parts.ts';
import { placesToReseal } from './sealed.ts';
import { invariants } from './watch.ts';

/** The handler of each kind of job. */
export function handlersOf(parts: Features, checkout: Checkout): Handlers {
  return {
    ...accountJobs(parts),
    ...checkoutJobs(checkout),
    ...sellingJobs(parts),
    ...claimJobs(parts),
    ...contactJobs(parts),
    ...newsletterJobs(parts),
    ...pushJobs(parts),
    ...kycJobs(parts),
    ...uploadJobs(parts),
    ...walletJobs(parts),
    ...coinJobs(parts),
    ...pointJobs(parts),
    ...myDataJobs(parts),
    ...headJobs(parts),
    ...operatorJobs(parts),
    ...importJobs(parts),
  };
}

/** Sweeps begin some time after the start. */
const sweep = (name: string, run: Chore['run']): Chore => ({
  name,
  everyMs: minutes(60),
  firstAfterMs: minutes(1),
  run,
});

/** Periodic work. */
export function choresOf(parts: Features, checkout: Checkout): Chore[] {
  const { db, log } = parts;
  return [
    ...checkoutChores(checkout),
    ...rateChores(parts),
    ...claimChores(parts),
    ...coinChores(parts),
    ...uploadChores(parts),
    ...pointChores(parts),
    ...myDataChores(parts),
    ...auditChores(parts),
    ...bookChores(parts),
    ...todayChores(checkout),
    ledgerCheck({ db, reader: parts.replica, log, invariants, keys: parts.keys }),
    headChore(parts),
    { name: 'ledger.seal', everyMs: seconds(5), run: () => sealAll(db) },
    { name: 'stock.count', everyMs: seconds(5), run: (stopping) => countMoves(db, stopping) },
    { name: 'stock.expire', everyMs: minutes(10), run: (stopping) => sweepExpired(db, stopping) },
    { name: 'stock.tails', everyMs: minutes(60), run: (stopping) => fillTails(parts, stopping) },
    priceChore(db),
    importChore(parts),
    {
      name: 'keys.reseal',
      everyMs: minutes(1),
      run: (stopping) => resealAll({ ...parts, places: placesToReseal(parts.files) }, stopping),
    },
    sweep('throttle.sweep', (stopping) => sweepThrottle(db, stopping)),
    sweep('accounts.sweep', (stopping) => sweepAccounts(db, stopping)),
    sweep('contact.sweep', (stopping) => sweepMessages(db, stopping)),
    sweep('kyc.sweep', (stopping) => sweepKept(db, stopping)),
    sweep('push.sweep', (stopping) => sweepPush(db, stopping)),
    sweep('cases.sweep', () => dropOldCases(db)),
    sweep('newsletter.sweep', (stopping) => sweepSubscribers(db, stopping)),
  ];
}
