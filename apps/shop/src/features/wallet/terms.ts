/** The limits of adding and sending money. */

import type { Answer } from '@giftlane/client/api.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { queryOptions } from '@tanstack/react-query';

export type Terms = Answer<'GET /wallet/terms'>['data'];

export const termsQuery = queryOptions({
  ...apiQuery('GET /wallet/terms', {}),
  // Without the limits, the server still refuses with a reason.
  meta: { quiet: true },
});

/** The limits of adding money today, in words. */
export function addWords({ eCurrency, oAdd }: Terms): string {
  const amount = (value: number) => formatMoney(fromWire(value), eCurrency);
  if (oAdd.nLeft < oAdd.nLeast)
    return text('wallet.addMoney.noneToday', { limit: amount(oAdd.nPerDay) });
  const words = { least: amount(oAdd.nLeast), left: amount(oAdd.nLeft) };
  if (oAdd.nPerDayVerified <= oAdd.nPerDay) return text('wallet.addMoney.terms', words);
  const verified = amount(oAdd.nPerDayVerified);
  return text('wallet.addMoney.termsNow', { ...words, verified });
}

/** The higher limit after identity verification, in words; undefined when it is not higher. */
export function gainWords({ eCurrency, oAdd }: Terms): string | undefined {
  const amount = (value: number) => formatMoney(fromWire(value), eCurrency);
  const { nPerDay, nPerDayVerified } = oAdd;
  if (nPerDayVerified <= nPerDay) return undefined;
  return text('kyc.text.gain', { verified: amount(nPerDayVerified), now: amount(nPerDay) });
}

/** Why an amount can not be added today, in words; undefined when it can. */
export function addRefusal(terms: Terms, minor: bigint): string | undefined {
  const { nLeast, nLeft } = terms.oAdd;
  return minor < fromWire(nLeast) || minor > fromWire(nLeft) ? addWords(terms) : undefined;
}
