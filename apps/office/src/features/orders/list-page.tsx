import { currencies } from '@giftlane/contract/money/money.ts';
import { gateways } from '@giftlane/contract/shop/gateways.ts';
import { text } from '@giftlane/texts/text.ts';
import { DayField } from '@giftlane/ui/form/day-field.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { column, linkColumn, momentColumn, moneyColumn } from '../../list/column.tsx';
import { FilterSelect } from '../../list/filter-select.tsx';
import { type Column, List } from '../../list/list.tsx';
import { moneyText } from '../../list/money.ts';
import { useFilters } from '../../list/use-filters.ts';
import { type RowOf, useList } from '../../list/use-list.ts';
import { RowLink } from '../../parts/figures.tsx';
import { OrderState, orderStates } from './words.tsx';

type Row = RowOf<'GET /office/orders'>;

const [most, names] = [
  1_000,
  ['eState', 'eGateway', 'eCurrency', 'dFrom', 'dTo', 'sMemberId'] as const,
];

const columns: readonly Column<Row>[] = [
  linkColumn(
    text('office.orders.order'),
    ({ _id }) => `/orders/${_id}`,
    ({ _id }) => _id.slice(-8),
  ),
  momentColumn(text('office.orders.at'), 'dCreatedAt'),
  column(text('office.orders.state'), ({ eState }) => <OrderState state={eState} />),
  column(text('office.orders.what'), ({ sTitle, nLines }) =>
    nLines > 1 ? text('office.orders.andMore', { title: sTitle, count: nLines - 1 }) : sTitle,
  ),
  column(text('office.orders.method'), 'eGateway', 'wide'),
  column(
    text('office.orders.refunded'),
    ({ nRefunded, eCurrency }) => (nRefunded > 0 ? moneyText(nRefunded, eCurrency) : ''),
    'figure',
    'wide',
  ),
  moneyColumn(text('office.orders.total'), 'nTotal', 'eCurrency'),
];

/** Orders of all members, by filters. */
export function Orders() {
  const [filters, change] = useFilters(names);
  const list = useList('GET /office/orders', filters as object);
  const count = list.first?.nCount;
  return (
    <Page
      title={text('office.nav.orders')}
      intro={
        count !== undefined &&
        (count > most
          ? text('office.orders.countMore', { count: most })
          : text('office.orders.count', { count }))
      }
    >
      <div className="mb-5 grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
        <FilterSelect
          label={text('office.orders.state')}
          value={filters.eState}
          options={Object.entries(orderStates)}
          onChange={(eState) => change({ eState })}
        />
        <FilterSelect
          label={text('office.orders.method')}
          value={filters.eGateway}
          options={gateways}
          onChange={(eGateway) => change({ eGateway })}
        />
        <FilterSelect
          label={text('office.orders.currency')}
          value={filters.eCurrency}
          options={currencies.map((name) => [name, name.toUpperCase()])}
          onChange={(eCurrency) => change({ eCurrency })}
        />
        <DayField
          label={text('office.list.from')}
          day={filters.dFrom ?? ''}
          onDay={(dFrom) => change({ dFrom })}
        />
        <DayField
          label={text('office.list.to')}
          day={filters.dTo ?? ''}
          onDay={(dTo) => change({ dTo })}
        />
      </div>
      {filters.sMemberId && (
        <p className="mb-4 text-15">
          <RowLink to={`/members/${filters.sMemberId}`}>{text('office.orders.ofMember')}</RowLink>
        </p>
      )}
      <List
        list={list}
        columns={columns}
        label={text('office.nav.orders')}
        empty={text('office.orders.none')}
      />
    </Page>
  );
}
