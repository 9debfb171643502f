import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { SellSelect } from '../features/selling/sell-select.tsx';
import { sellCardsQuery } from '../rooms/catalogue/sell-cards.ts';
import { chosenCurrency } from '../session/currency.ts';

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
