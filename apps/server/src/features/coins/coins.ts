/** The coins' face: wallets, what their chains bring and take, sends, and what orders are paid with. */
export {
  type Came,
  cameTo,
  countWith,
  inTimeOf,
  lockDue,
  noteCredited,
} from './came-queries.ts';
export { findChain } from './chain-queries.ts';
export { makeFees } from './fees.ts';
export { handIn } from './hand-in.ts';
export { coinInvariants } from './invariants.ts';
export { coinChores } from './jobs.ts';
export { cameByCoinJob, paidByCoinJob } from './paid-job.ts';
export { type CoinParts, confirmationsNeeded } from './parts.ts';
export { insertQuote, type Quote, quoteOfOrder } from './quote-queries.ts';
export type { SendParts } from './send.ts';
export {
  type CoinTransfer,
  hasCoinsUnderWay,
  liveSendOf,
  transferById,
} from './transfer-queries.ts';
export { houseAddress, nameOf, showWallets } from './wallets.ts';
export { makeWatcher } from './watch.ts';
export { coinStatus, secondsUnsigned, secondsUnwatched, wishesRefused } from './watch-figures.ts';
