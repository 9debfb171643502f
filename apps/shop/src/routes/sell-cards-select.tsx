import { text } from '@giftlane/contract/messages.ts';
import { SellSelect } from '../features/selling/sell-select.tsx';
import { chosenCurrency } from '../lib/currency.ts';
import { queryClient } from '../lib/query-client.ts';
import { sellCardsQuery } from '../parts/sell-cards.ts';
import { Page } from '../ui/page.tsx';

export function loader() {
  void queryClient.prefetchQuery(sellCardsQuery(chosenCurrency()));
  return null;
}

/** The cards the shop buys (ROUTE-17). */
export function Component() {
  return (
    <Page title={text('sell.select.title')} intro={text('sell.select.intro')}>
      <SellSelect />
    </Page>
  );
}
