/** The coins' face: wallets, what their chains bring and take, sends, and what orders are paid with. */
export { makeFees } from './fees.ts';
export { handIn } from './hand-in.ts';
export {
  type HouseSendParts,
  sendFromHouse,
} from './house-send.ts';
export { coinInvariants } from './invariants.ts';
export { coinChores } from './jobs.ts';
export { paidByCoinJob, unpaidByCoinJob } from './paid-job.ts';
export type { CoinParts } from './parts.ts';
export { insertQuote, type Quote, quoteOfOrder } from './quote-queries.ts';
export type { SendParts } from './send.ts';
export {
  type CoinTransfer,
  hasCoinsUnderWay,
  liveSendOf,
  transferById,
} from './transfer-queries.ts';
export { houseAddress } from './wallets.ts';
export { makeWatcher } from './watch.ts';
export {
  coinStatus,
  houseUnits,
  secondsUnsigned,
  secondsUnwatched,
  wishesRefused,
} from './watch-figures.ts';
