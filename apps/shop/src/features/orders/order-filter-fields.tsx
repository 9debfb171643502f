import { orderStates } from '@giftlane/contract/shop/order-states.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { DayField } from '@giftlane/ui/form/day-field.tsx';
import { SelectField } from '@giftlane/ui/form/field.tsx';
import { SearchBox } from '@giftlane/ui/form/search-box.tsx';
import { useId, useState } from 'react';
import { FiltersButton } from '../../rooms/catalogue/filters-button.tsx';
import { orderStateText } from '../../rooms/orders/order-status.tsx';
import { hasOrderFilter, noOrderFilter, type OrderFilter } from './order-filter.ts';

interface OrderFilterFieldsProps {
  filter: OrderFilter;
  onChange: (change: Partial<OrderFilter>) => void;
}

function CollapsibleFields({ filter, onChange }: OrderFilterFieldsProps) {
  return (
    <>
      <div className="max-sm:col-span-2">
        <SelectField
          label={text('orders.filter.status')}
          value={filter.status ?? ''}
          onChange={(event) =>
            onChange({ status: orderStates.find((word) => word === event.target.value) })
          }
        >
          <option value="">{text('orders.filter.anyStatus')}</option>
          {orderStates.map((state) => (
            <option key={state} value={state}>
              {orderStateText(state)}
            </option>
          ))}
        </SelectField>
      </div>
      <DayField
        label={text('orders.filter.from')}
        day={filter.from}
        max={filter.to || undefined}
        onDay={(from) => onChange({ from })}
      />
      <DayField
        label={text('orders.filter.to')}
        day={filter.to}
        min={filter.from || undefined}
        onDay={(to) => onChange({ to })}
      />
    </>
  );
}

/** Search by card and number, and filters by state and day behind a button. */
export function OrderFilterFields({ filter, onChange }: OrderFilterFieldsProps) {
  const fields = useId();
  const reset = () => {
    onChange(noOrderFilter);
    document.querySelector('main')?.focus({ preventScroll: true }); // The focused button is removed.
  };
  const count = [filter.status, filter.from, filter.to].filter(Boolean).length;
  const [open, setOpen] = useState(count > 0);
  return (
    <div className="mb-6" data-screen-only>
      <div className="flex gap-2">
        <div className="min-w-0 grow">
          <SearchBox
            label={text('orders.search')}
            search={filter.search}
            onSearch={(search) => onChange({ search })}
          />
        </div>
        <FiltersButton
          count={count}
          aria-expanded={open}
          aria-controls={fields}
          onClick={() => setOpen(!open)}
        />
        {hasOrderFilter(filter) && (
          <Button look="quiet" className="max-sm:hidden" onClick={reset}>
            {text('catalogue.reset')}
          </Button>
        )}
      </div>
      <div
        id={fields}
        className={cx('mt-3 grid-cols-2 items-end gap-3 sm:grid-cols-3', open ? 'grid' : 'hidden')}
      >
        <CollapsibleFields filter={filter} onChange={onChange} />
        <Button className="col-span-2 sm:hidden" disabled={!hasOrderFilter(filter)} onClick={reset}>
          {text('catalogue.reset')}
        </Button>
      </div>
    </div>
  );
}
