/** Paying for cards in coins, from the house's wallet to the member's. */
import { type Coin, coinOfGateway } from '@giftlane/contract/money/coins.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { openAccounts, post } from '../../ledger/ledger.ts';
import type { Db, Queryable, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { crashPoint } from '../../platform/process/crash.ts';
import {
  type CoinParts,
  type HouseSendParts,
  houseFee,
  ownReceiveAddress,
  requirePayable,
  sendFromHouse,
  sendsOfSales,
} from '../coins/coins.ts';
import { coinRate, unitsWithin } from '../rates/rates.ts';
import { mailJob } from './mail-job.ts';
import { coinPayoutJournal, insteadJournal } from './payout.ts';
import { lockSale, type Sale, sellerOf, setIntoWallet } from './queries.ts';

/** Coin and fee rate of a payout; asked of the node before the transaction. */
export interface CoinPayout {
  readonly coin: Coin;
  readonly feeRate: number;
}

/**
 * Prepares a payout in coins; undefined for a payout into the wallet. Refuses `coins.unavailable` and
 * `coins.no_fee`.
 */
export async function prepareCoins(
  parts: HouseSendParts,
  { gateway }: Pick<Sale, 'gateway'>,
): Promise<CoinPayout | undefined> {
  const coin = coinOfGateway(gateway);
  return coin && { coin, feeRate: await houseFee(parts, coin) };
}

/** Sends an offer's amount in coins at the current rate, rounded down; refuses like `sendFromHouse`. */
export async function payInCoins(
  tx: Tx,
  parts: HouseSendParts,
  sale: Sale,
  { coin, feeRate }: CoinPayout,
): Promise<void> {
  const own = { coin, owner: sale.memberId, typed: sale.payee };
  const address = await ownReceiveAddress(tx, parts, own);
  if (address === undefined) throw new Error(`${sale.id} is to be paid to a foreign address`);
  const rate = await coinRate(tx, coin, sale.currency);
  const value = unitsWithin(sale.totalMinor, rate);
  await post(tx, coinPayoutJournal(sale, rate, value));
  await sendFromHouse(tx, parts, {
    coin,
    address,
    value,
    for: { saleId: sale.id },
    rate: feeRate,
  });
}

/** Refuses an offer that is dust in its coin at the current rate; without a rate it is allowed. */
export async function refuseDust(
  db: Queryable,
  parts: Pick<CoinParts, 'nodes'>,
  {
    gateway,
    payee,
    currency,
    totalMinor,
  }: Pick<Sale, 'gateway' | 'payee' | 'currency' | 'totalMinor'>,
): Promise<void> {
  const coin = coinOfGateway(gateway);
  if (!coin) return;
  try {
    const rate = await coinRate(db, coin, currency);
    requirePayable(parts, { coin, address: payee, value: unitsWithin(totalMinor, rate) });
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'coins.no_rate')) throw error;
  }
}

/** Final states of a send that did not take place. */
const failedStates = ['failed', 'rejected'] as const;

/** Credits the wallet of a sell order whose coin transfer failed, once; a repeat changes nothing. */
export async function payIntoWallet(db: Db, saleId: string): Promise<void> {
  const memberId = await sellerOf(db, saleId);
  if (memberId === undefined) return;
  const key = { memberId, id: saleId };
  await db.tx(async (tx) => {
    const sale = await lockSale(tx, key);
    const [send] = await sendsOfSales(tx, [saleId]);
    if (!sale || sale.payoutMinor === null || sale.intoWalletAt || !send) return;
    if (!failedStates.some((state) => state === send.state)) return;
    await setIntoWallet(tx, key);
    await openAccounts(tx, memberId, sale.payoutCurrency);
    await post(tx, insteadJournal(sale, sale.payoutMinor));
    await enqueue(tx, { job: mailJob, payload: { memberId, saleId, about: 'instead' } });
    crashPoint('selling.before_instead_commit');
  });
  crashPoint('selling.paid_instead');
}
