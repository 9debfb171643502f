import { send, sendForData } from '@giftlane/client/api.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { queryOptions } from '@tanstack/react-query';
import { type Range, wholeSteps } from './filter.ts';

/** The lowest and highest price of a currency, in whole steps (CAT-17). */
export const limitsQuery = (currency: Currency) =>
  queryOptions({
    queryKey: ['price-limits', currency],
    queryFn: async ({ signal }): Promise<Range> => {
      const { data } = await send('GET /minmax-price/{currency}', { params: { currency }, signal });
      return wholeSteps(data.priceRange);
    },
    meta: { quiet: true },
  });

/** The brands one can filter by (CAT-18). */
export const brandNamesQuery = (currency: Currency) =>
  queryOptions({
    queryKey: ['brand-names', currency],
    queryFn: ({ signal }) =>
      sendForData('GET /brands/{currency}', { params: { currency }, signal }),
    meta: { quiet: true },
  });
