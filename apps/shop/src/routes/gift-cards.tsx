import { text } from '@giftlane/contract/messages.ts';
import { Catalogue } from '../features/catalogue/catalogue.tsx';
import { limitsQuery } from '../features/catalogue/limits.ts';
import { fetchSideFilters } from '../features/catalogue/side-filters.tsx';
import { chosenCurrency } from '../lib/currency.ts';
import { queryClient } from '../lib/query-client.ts';
import { Page } from '../ui/page.tsx';

export function loader() {
  fetchSideFilters();
  void queryClient.prefetchQuery(limitsQuery(chosenCurrency()));
  return null;
}

/** The gift card list (ROUTE-14). */
export function Component() {
  return (
    <Page title={text('catalogue.title')}>
      <Catalogue />
    </Page>
  );
}
