/** The coins' face: wallets, what their chains bring and take, sends, and what orders are paid with. */
export { listSends, type OwnedSend } from './approval-queries.ts';
export { approveSend, rejectSend, releaseDue } from './approvals.ts';
export { bumpHouse } from './bump.ts';
export {
  areCoinsGone,
  areCoinsThere,
  type Came,
  cameTo,
  countWith,
  giveUpCoins,
  inTimeOf,
  lockDue,
  noteCredited,
} from './came-queries.ts';
export { findChain } from './chain-queries.ts';
export { type Compared, compareWithNode, rescan } from './check.ts';
export { type ColdSeen, findCold, seeCold } from './cold-found.ts';
export { makeFees } from './fees.ts';
export { handIn } from './hand-in.ts';
export { coinsHeld, holdCoin, resumeCoin } from './holds.ts';
export {
  type HouseSendParts,
  houseFee,
  sendFromHouse,
} from './house-send.ts';
export { coinInvariants } from './invariants.ts';
export { coinChores } from './jobs.ts';
export { coinJobs } from './mails.ts';
export { cameByCoinJob, paidByCoinJob, payoutUndoneJob, tellOwed } from './paid-job.ts';
export { type CoinParts, confirmationsNeeded } from './parts.ts';
export { canLeave } from './quote-fee.ts';
export { asLocked, findQuote, insertQuote, type Quote } from './quote-queries.ts';
export type { CoinSendParts } from './send.ts';
export { type SweepParts, sweepHouse } from './sweep.ts';
export {
  type CoinTransfer,
  hasCoinsUnderWay,
  liveSendOf,
  sendsOfSales,
  transferById,
} from './transfer-queries.ts';
export {
  assignAccount,
  hasWallet,
  houseAddress,
  nameOf,
  ownReceiveAddress,
  showWallets,
} from './wallets.ts';
export { makeWatcher } from './watch.ts';
export {
  coinStatus,
  houseUnits,
  secondsUnsigned,
  secondsUnwatched,
  wishesRefused,
} from './watch-figures.ts';
export { requirePayable } from './write-send.ts';
