/** The public interface of coins: wallets, deposits, sends, custody, and the coin side of orders. */

export { findChain } from './chain/chain-queries.ts';
export { type Compared, compareWithNode, rescan } from './chain/check.ts';
export {
  areCoinsGone,
  areCoinsThere,
  type Came,
  countWith,
  giveUpCoins,
  inTimeOf,
  lockOwedToBuyer,
  noteCredited,
  paymentsToOrder,
} from './chain/order-payment-queries.ts';
export { type UnmatchedCoins, unmatchedCoins } from './chain/unmatched-queries.ts';
export { makeWatcher } from './chain/watch.ts';
export {
  chainsSeen,
  coinStatus,
  houseUnits,
  secondsUnsigned,
  secondsUnwatched,
  wishesRefused,
} from './chain/watch-figures.ts';
export { heldSends, listSends, type OwnedSend } from './custody/approval-queries.ts';
export { approveSend, rejectSend, releaseDue } from './custody/approvals.ts';
export { type ColdSeen, findCold, seeCold } from './custody/cold-found.ts';
export { coinsHeld, holdCoin, resumeCoin } from './custody/holds.ts';
export { type SweepParts, sweepHouse } from './custody/sweep.ts';
export { coinInvariants } from './invariants.ts';
export { coinChores } from './jobs.ts';
export { type CoinParts, confirmationsNeeded } from './parts.ts';
export { broadcastSigned } from './sends/broadcast.ts';
export { bumpHouse } from './sends/bump.ts';
export { makeFees } from './sends/fees.ts';
export {
  type HouseSendParts,
  houseFee,
  sendFromHouse,
} from './sends/house-send.ts';
export { coinJobs } from './sends/mails.ts';
export type { CoinSendParts } from './sends/send.ts';
export {
  type CoinTransfer,
  hasCoinsUnderWay,
  liveSendOf,
  sendsOfSales,
  transferById,
} from './sends/transfer-queries.ts';
export { requirePayable } from './sends/write-send.ts';
export { type OnChain, onChain } from './wallets/find-coins.ts';
export { cameByCoinJob, paidByCoinJob, payoutUndoneJob, tellOwed } from './wallets/paid-job.ts';
export { canLeave } from './wallets/quote-fee.ts';
export { asLocked, findQuote, insertQuote, type Quote } from './wallets/quote-queries.ts';
export {
  assignAccount,
  hasWallet,
  houseAddress,
  nameOf,
  ownReceiveAddress,
  showWallets,
} from './wallets/wallets.ts';
