/** Daily payout limits of members without a verified identity (OPEN-61 to OPEN-63). */
import { type Currency, formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Member } from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';
import { type Conversion, convert } from '../rates/rates.ts';

interface Payout {
  /** Amount credited to the wallet, in minor units of its currency. */
  readonly payoutMinor: bigint;
  /** Conversion of the receivable; undefined when the currencies are equal. */
  readonly conversion: Conversion | undefined;
}

/** Converts a receivable to the wallet's currency at the current rate, rounded down; `unknown` without a rate. */
export async function payoutOf(
  db: Queryable,
  { currency, totalMinor }: { currency: Currency; totalMinor: bigint },
  member: Pick<Member, 'currency'>,
): Promise<Payout | 'unknown'> {
  if (currency === member.currency) return { payoutMinor: totalMinor, conversion: undefined };
  try {
    const conversion = await convert(db, totalMinor, { from: currency, to: member.currency });
    return { payoutMinor: conversion.amountMinor, conversion };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rates.unavailable') return 'unknown';
    throw error;
  }
}

/** Payout limit per 24 hours, in the wallet's currency; undefined for a verified member. */
export async function dayLimit(
  options: Options,
  { kycStatus }: Pick<Member, 'kycStatus'>,
): Promise<bigint | undefined> {
  return kycStatus === 'v' ? undefined : fromWire(await options.whole('sell_payout_daily_limit'));
}

/** Refuses `sell.over_limit` when the sum of 24 hours, `dayMinor`, exceeds the limit. */
export async function checkLimit(
  options: Options,
  member: Pick<Member, 'kycStatus' | 'currency'>,
  dayMinor: bigint,
): Promise<void> {
  const limitMinor = await dayLimit(options, member);
  if (limitMinor !== undefined && dayMinor > limitMinor)
    throw new Refusal('sell.over_limit', { limit: formatMoney(limitMinor, member.currency) });
}
