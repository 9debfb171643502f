/** Limits from the site options. */
import type { UnpaidLimits } from '../features/checkout/checkout.ts';
import type { Options } from '../features/content/content.ts';
import { minutes } from '../platform/process/durations.ts';

/** The current limits of unpaid orders. */
export async function unpaidLimits({ whole }: Options): Promise<UnpaidLimits> {
  return {
    sharePercent: await whole('unpaid_share_of_card'),
    sharePercentNew: await whole('unpaid_share_of_card_new'),
    lapseMs: minutes(await whole('order_lapse_minutes')),
    minutesADay: await whole('unpaid_minutes_a_day'),
  };
}
