import { text } from '@giftlane/texts/text.ts';
import { Tabs } from '@giftlane/ui/controls/tabs.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { OrderList } from '../features/orders/order-list.tsx';
import { SellOrders } from '../features/orders/sales/sell-orders.tsx';
import { useOrderFilter } from '../features/orders/use-order-filter.ts';
import { requireReader } from '../session/guards.ts';

export const loader = requireReader;

const tabs = [
  { value: 'buy', label: text('orders.tab.buy') },
  { value: 'sell', label: text('orders.tab.sell') },
];

/** My Orders, bought and sold (ROUTE-30, ORD-01, ORD-02). */
export function Component() {
  const { tab, page, filter, showTab, showPage, changeFilter } = useOrderFilter();
  return (
    <Page title={text('orders.title')}>
      <Tabs
        tabs={tabs}
        value={tab}
        onChange={(next) => showTab(next === 'sell' ? 'sell' : 'buy')}
        label={text('orders.tabs')}
      >
        {tab === 'sell' ? (
          <SellOrders page={page} onPage={showPage} />
        ) : (
          <OrderList filter={filter} onFilter={changeFilter} page={page} onPage={showPage} />
        )}
      </Tabs>
    </Page>
  );
}
