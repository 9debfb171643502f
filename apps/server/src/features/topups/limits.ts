/** Limits of top-ups (OPEN-61 to OPEN-63). */
import { type Currency, formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Member } from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';

/** In minor units of the wallet's currency. */
export interface TopUpTerms {
  readonly leastMinor: bigint;
  /** The member's limit within 24 hours. */
  readonly limitMinor: bigint;
  /** The limit for a verified identity. */
  readonly verifiedMinor: bigint;
  /** What is left of `limitMinor`. */
  readonly leftMinor: bigint;
}

/**
 * The limits for a member's next top-up, given the sums of the last 24 hours. A pending top-up does not count: the
 * next one replaces it.
 */
export async function topUpTerms(
  options: Options,
  { currency, kycStatus }: Pick<Member, 'currency' | 'kycStatus'>,
  addedInADay: ReadonlyMap<Currency, bigint>,
): Promise<TopUpTerms> {
  const leastMinor = fromWire(await options.whole('top_up_least'));
  const verifiedMinor = fromWire(await options.whole('top_up_daily_limit_verified'));
  const limitMinor =
    kycStatus === 'v' ? verifiedMinor : fromWire(await options.whole('top_up_daily_limit'));
  const added = addedInADay.get(currency) ?? 0n;
  const leftMinor = added < limitMinor ? limitMinor - added : 0n;
  return { leastMinor, limitMinor, verifiedMinor, leftMinor };
}

/** Refuses `wallet.add_too_little` and `wallet.add_limit`. */
export function checkTerms(
  { leastMinor, limitMinor, leftMinor }: TopUpTerms,
  amountMinor: bigint,
  currency: Currency,
): void {
  if (amountMinor < leastMinor)
    throw new Refusal('wallet.add_too_little', { least: formatMoney(leastMinor, currency) });
  if (amountMinor > leftMinor)
    throw new Refusal('wallet.add_limit', {
      left: formatMoney(leftMinor, currency),
      limit: formatMoney(limitMinor, currency),
    });
}
