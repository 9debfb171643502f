import { apiQuery } from '@giftlane/client/queries.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { queryOptions } from '@tanstack/react-query';
import { type Range, wholeSteps } from './filter.ts';

const readLimits = ({ priceRange }: { priceRange: Range }) => wholeSteps(priceRange);

/** The lowest and highest price of a currency, in whole steps (CAT-17). */
export const limitsQuery = (currency: Currency) =>
  queryOptions({
    ...apiQuery('GET /minmax-price/{currency}', { params: { currency }, anonymous: true }),
    select: readLimits,
    meta: { quiet: true },
  });

/** The brands in the brand filter (CAT-18). */
export const brandNamesQuery = (currency: Currency) =>
  queryOptions({
    ...apiQuery('GET /brands/{currency}', { params: { currency }, anonymous: true }),
    meta: { quiet: true },
  });
