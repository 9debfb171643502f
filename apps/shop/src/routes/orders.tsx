import { text } from '@giftlane/contract/messages.ts';
import { useSearchParams } from 'react-router';
import { OrderList } from '../features/orders/order-list.tsx';
import { requireReader } from '../lib/guards.ts';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';

export const loader = requireReader;

const tabs = [
  { value: 'buy', label: text('orders.tab.buy') },
  { value: 'sell', label: text('orders.tab.sell') },
];

const pageOf = (text: string | null) => Math.max(1, Math.floor(Number(text)) || 1);

/** My Orders, bought and sold (ROUTE-30, ORD-01, ORD-02). */
export function Component() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'sell' ? 'sell' : 'buy';
  const show = (next: { tab: string; page: number }) =>
    setParams({
      ...(next.tab === 'sell' && { tab: 'sell' }),
      ...(next.page > 1 && { page: String(next.page) }),
    });
  return (
    <Page title={text('orders.title')}>
      <Tabs
        tabs={tabs}
        value={tab}
        onChange={(next) => show({ tab: next, page: 1 })}
        label={text('orders.tabs')}
      >
        <OrderList
          kind={tab === 'sell' ? 'Sell' : 'Buy'}
          page={pageOf(params.get('page'))}
          onPage={(page) => show({ tab, page })}
        />
      </Tabs>
    </Page>
  );
}
