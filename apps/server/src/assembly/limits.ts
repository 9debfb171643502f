/** Limits that features are given, as the options have them. */
import type { UnpaidLimits } from '../features/checkout/checkout.ts';
import type { Options } from '../features/content/content.ts';
import { minutes } from '../platform/durations.ts';

/** What unpaid orders may hold now. */
export async function unpaidLimits({ whole }: Options): Promise<UnpaidLimits> {
  return {
    maxCodes: await whole('max_unpaid_codes_per_member'),
    maxCodesUnverified: await whole('max_unpaid_codes_unverified'),
    maxCodesOfNetwork: await whole('max_unpaid_codes_per_address'),
    sharePercent: await whole('unpaid_share_of_card'),
    sharePercentUnverified: await whole('unpaid_share_of_card_unverified'),
    returnsOfCard: await whole('unpaid_returns_per_card'),
    lapseMs: minutes(await whole('order_lapse_minutes')),
    shortLapseMs: minutes(await whole('short_order_lapse_minutes')),
  };
}
