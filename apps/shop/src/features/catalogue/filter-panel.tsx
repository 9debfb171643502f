import type { Currency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { RangeSlider } from '@giftlane/ui/controls/range-slider.tsx';
import { SelectField } from '@giftlane/ui/form/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownAZ, ArrowUpAZ } from 'lucide-react';
import { CurrencyChoice } from '../../rooms/money/currency-choice.tsx';
import { formatFace } from '../../rooms/money/money.tsx';
import { BrandFilter } from './brand-filter.tsx';
import {
  type CatalogueFilter,
  defaultLimits,
  fittingRange,
  priceStep,
  type Sort,
  sorts,
} from './filter.ts';
import { brandNamesQuery, limitsQuery } from './limits.ts';

const sortLabels: Record<Sort, string> = {
  best: text('catalogue.sort.best'),
  name: text('catalogue.sort.name'),
  'price-down': text('catalogue.sort.priceDown'),
  'price-up': text('catalogue.sort.priceUp'),
};

export interface FilterPanelProps {
  filter: CatalogueFilter;
  onChange: (change: Partial<CatalogueFilter>) => void;
  currency: Currency;
  onCurrency: (currency: Currency) => void;
}

function SortChoice({ filter, onChange }: FilterPanelProps) {
  const Icon = filter.backwards ? ArrowUpAZ : ArrowDownAZ;
  const direction = text(filter.backwards ? 'catalogue.sort.zToA' : 'catalogue.sort.aToZ');
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label={text('catalogue.sort')}
        value={filter.sort}
        onChange={(event) =>
          onChange({
            sort: sorts.find((sort) => sort === event.target.value) ?? 'best',
            backwards: false,
          })
        }
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {sortLabels[sort]}
          </option>
        ))}
      </SelectField>
      {filter.sort === 'name' && (
        <Button
          onClick={() => onChange({ backwards: !filter.backwards })}
          aria-label={text('ui.labelled', {
            label: text('catalogue.sort.direction'),
            value: direction,
          })}
        >
          <Icon aria-hidden="true" className="size-4" />
          {direction}
        </Button>
      )}
    </div>
  );
}

function PriceChoice({ filter, onChange, currency }: FilterPanelProps) {
  const limits = useQuery(limitsQuery(currency)).data ?? defaultLimits;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{text('catalogue.price')}</legend>
      <RangeSlider
        label={text('catalogue.price')}
        minLabel={text('catalogue.price.min')}
        maxLabel={text('catalogue.price.max')}
        limits={limits}
        value={fittingRange(filter.range, limits)}
        step={priceStep}
        format={(value) => formatFace(BigInt(value) * 100n, currency)}
        onCommit={(range) => onChange({ range })}
      />
    </fieldset>
  );
}

/** Currency, sort, price and brands (CAT-01). */
export default function FilterPanel(props: FilterPanelProps) {
  const { filter, onChange, currency } = props;
  const names = useQuery(brandNamesQuery(currency));
  return (
    <div className="flex flex-col gap-6">
      <CurrencyChoice
        label={text('catalogue.currency')}
        currency={props.currency}
        onCurrency={props.onCurrency}
      />
      <SortChoice {...props} />
      <PriceChoice {...props} />
      {/* Hidden without names; the list shows the failure. */}
      {!names.isError && names.data?.length !== 0 && (
        <BrandFilter
          names={names.data}
          chosen={filter.brands}
          onChange={(brands) => onChange({ brands })}
        />
      )}
    </div>
  );
}
