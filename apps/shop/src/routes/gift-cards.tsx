import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import type { LoaderFunctionArgs } from 'react-router';
import { Catalogue } from '../features/catalogue/catalogue.tsx';
import { readCatalogueFilter, readPage } from '../features/catalogue/filter.ts';
import { limitsQuery } from '../features/catalogue/limits.ts';
import { preloadSideFilters } from '../features/catalogue/side-filters.tsx';
import { prefetchList } from '../features/catalogue/use-brand-list.ts';
import { chosenCurrency } from '../session/currency.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const currency = chosenCurrency();
  const { searchParams } = new URL(request.url);
  preloadSideFilters();
  prefetchList(readCatalogueFilter(searchParams), currency, readPage(searchParams));
  void queryClient.prefetchQuery(limitsQuery(currency));
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
