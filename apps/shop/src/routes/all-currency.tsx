import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import type { LoaderFunctionArgs } from 'react-router';
import { AllRates } from '../features/rates/all-rates.tsx';
import { rateHistoryQuery, ratesQuery } from '../features/rates/rates.ts';
import { readView } from '../features/rates/view.ts';
import { chosenCurrency } from '../session/currency.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const view = readView(new URL(request.url).searchParams, chosenCurrency());
  void queryClient.prefetchQuery(ratesQuery);
  void queryClient.prefetchQuery(rateHistoryQuery(view, view.span));
  return null;
}

/** Rates between the five currencies and the two coins (ROUTE-26, OPEN-07). */
export function Component() {
  return (
    <Page title={text('rates.title')} intro={text('rates.intro')}>
      <AllRates />
    </Page>
  );
}
