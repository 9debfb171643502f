/** The jobs of checkout: their names and payloads. Handlers are put together in checkout.ts. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { defineJob } from '../../jobs/jobs.ts';

/** Finds out what became of a capture, an approval or a browser that is gone. */
export const resolveJob = defineJob<{ memberId: string; orderId: string }>('checkout.resolve', {
  attempts: 20,
});

/** Verifies and handles one event of the provider. */
export const eventJob = defineJob<{ eventId: string }>('checkout.event', { attempts: 20 });

/** Books a reversal that was told before it was in the provider's record: for five days. */
export const reversalJob = defineJob<{ captureId: string }>('checkout.reversal', { attempts: 30 });

/** Sends a refund to the card for the first time; a chore goes on where it was not made. */
export const refundJob = defineJob<{ refundId: string }>('checkout.refund', { attempts: 25 });

/** What follows a delivery but need not hold it up: mails, notifications, membership level, cashback, points. */
export const deliveredJob = defineJob<{ memberId: string; orderId: string }>('checkout.delivered', {
  attempts: 20,
});

/** Tells a member by mail that money was added to their wallet. */
export const addedJob = defineJob<{ memberId: string; topUpId: string }>('checkout.added', {
  attempts: 20,
});

/** Tells a member by mail that money came which fits no order, and goes back. */
export const returnedJob = defineJob<{ memberId: string; orderId: string; captureId: string }>(
  'checkout.returned',
  { attempts: 20 },
);

/** Coins that were bought from a member whose order they did not pay, and what they brought; amounts as text. */
export type CoinsBought = {
  readonly memberId: string;
  readonly orderId: string;
  readonly coin: Coin;
  /** Smallest units. */
  readonly units: string;
  readonly currency: Currency;
  readonly minor: string;
  /** Which time it is of the order. */
  readonly nth: string;
};

/** Tells a member by mail that coins which did not pay their order went into their wallet. */
export const creditedJob = defineJob<CoinsBought>('checkout.credited', { attempts: 20 });

/** Credits the cashback of a delivered order that waits for an exchange rate: two months, four times a day. */
export const cashbackJob = defineJob<{ memberId: string; orderId: string }>('checkout.cashback', {
  attempts: 250,
});
