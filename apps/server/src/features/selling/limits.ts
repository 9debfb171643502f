/** What a day may bring to a member nobody has verified (OPEN-61 to OPEN-63). */
import { type Currency, formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Member } from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';
import { type Conversion, convert } from '../rates/rates.ts';

interface Payout {
  /** What the wallet gets. */
  readonly payoutMinor: bigint;
  /** How it came of the receivable; undefined in one currency. */
  readonly conversion: Conversion | undefined;
}

/** What a wallet gets for a receivable at today's rate, rounded down; unknown without one. */
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

/** What a day may bring to a member, in the wallet's currency; undefined once their identity is verified. */
export async function dayLimit(
  options: Options,
  { kycStatus }: Pick<Member, 'kycStatus'>,
): Promise<bigint | undefined> {
  return kycStatus === 'v' ? undefined : fromWire(await options.whole('sell_payout_daily_limit'));
}

/** Refuses more than a day may bring. */
export async function checkLimit(
  options: Options,
  member: Pick<Member, 'kycStatus' | 'currency'>,
  dayMinor: bigint,
): Promise<void> {
  const limitMinor = await dayLimit(options, member);
  if (limitMinor !== undefined && dayMinor > limitMinor)
    throw new Refusal('sell.over_limit', { limit: formatMoney(limitMinor, member.currency) });
}
