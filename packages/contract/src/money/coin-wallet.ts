/** The wallet of a coin, as its own calls and its member's profile have it. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { coinNames, mostUnits } from './coins.ts';

/** A coin as its wallets name it (CONST-02). */
export const coinSchema = z.enum(coinNames).meta({ description: 'Coin, upper case' });

/** An amount of a coin in its smallest unit, a hundred-millionth (COIN-12). */
export const unitsSchema = z
  .number()
  .int(text('coin.amount.whole'))
  .min(0)
  .max(mostUnits)
  .meta({ description: 'Smallest units, 100,000,000 to a coin' });

/** A wallet (COIN-16). Empty `walletId` and `receiveAddress` mean that there is none yet (COIN-17). */
export const coinWalletSchema = z.strictObject({
  name: z.string(),
  coin: coinSchema,
  icon: z.string(),
  walletId: z.string(),
  label: z.string(),
  receiveAddress: z.string(),
  /** What can be spent. */
  confirmedBalance: unitsSchema,
  /** Incoming, without enough confirmations yet. */
  nPending: unitsSchema,
});
export type CoinWallet = z.output<typeof coinWalletSchema>;
