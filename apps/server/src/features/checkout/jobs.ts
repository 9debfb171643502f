/** The names and payloads of checkout's jobs. checkout.ts has their handlers. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { defineJob } from '../../jobs/jobs.ts';

/** Asks the provider for the outcome of a capture without an answer. */
export const resolveJob = defineJob<{ memberId: string; orderId: string }>('checkout.resolve', {
  attempts: 20,
});

/** Verifies and handles one webhook of the provider. */
export const eventJob = defineJob<{ eventId: string }>('checkout.event', { attempts: 20 });

/** Books a reversal whose webhook came before the provider's record showed it; retries for five days. */
export const reversalJob = defineJob<{ captureId: string }>('checkout.reversal', { attempts: 30 });

/** Sends a refund to the card; if that fails, a chore repeats it. */
export const refundJob = defineJob<{ refundId: string }>('checkout.refund', { attempts: 25 });

/** Work after a delivery, outside its transaction: mail, notification, membership level, cashback, points. */
export const deliveredJob = defineJob<{ memberId: string; orderId: string }>('checkout.delivered', {
  attempts: 20,
});

/** Mails a member that a top-up was credited. */
export const addedJob = defineJob<{ memberId: string; topUpId: string }>('checkout.added', {
  attempts: 20,
});

/** Mails a member that a payment matched no order and is refunded. */
export const returnedJob = defineJob<{ memberId: string; orderId: string; captureId: string }>(
  'checkout.returned',
  { attempts: 20 },
);

/** Coins bought from a member because they did not pay the order, and the proceeds; amounts as text. */
export type CoinsBought = {
  readonly memberId: string;
  readonly orderId: string;
  readonly coin: Coin;
  /** In the coin's smallest units. */
  readonly units: string;
  readonly currency: Currency;
  readonly minor: string;
  /** All units bought for the order so far, this time included; makes the mail id unique. */
  readonly nth: string;
};

/** Mails a member that coins which did not pay an order were credited to the wallet. */
export const creditedJob = defineJob<CoinsBought>('checkout.credited', { attempts: 20 });

/** Credits cashback that waits for an exchange rate: four times a day for two months. */
export const cashbackJob = defineJob<{ memberId: string; orderId: string }>('checkout.cashback', {
  attempts: 250,
});
