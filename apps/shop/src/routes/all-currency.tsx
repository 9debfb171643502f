import { text } from '@giftlane/contract/messages.ts';
import { AllRates } from '../features/rates/all-rates.tsx';
import { ratesQuery } from '../features/rates/rates.ts';
import { queryClient } from '../lib/query-client.ts';
import { Page } from '../ui/page.tsx';

export function loader() {
  void queryClient.prefetchQuery(ratesQuery);
  return null;
}

/** Rates between the five currencies and the two coins (ROUTE-26, decision 07). */
export function Component() {
  return (
    <Page title={text('rates.title')} intro={text('rates.intro')}>
      <AllRates />
    </Page>
  );
}
