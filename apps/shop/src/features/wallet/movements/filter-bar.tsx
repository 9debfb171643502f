import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { DayField } from '@giftlane/ui/form/day-field.tsx';
import { SelectField } from '@giftlane/ui/form/field.tsx';
import { groupLabels } from './groups.ts';
import { groups, isFiltered, noWalletFilter, type WalletFilter } from './wallet-filter.ts';

interface FilterBarProps {
  id: string;
  /** Opened by its button; with `many` movements it is always open on wide screens. */
  open: boolean;
  many: boolean;
  filter: WalletFilter;
  onChange: (change: Partial<WalletFilter>) => void;
}

/** Filters movements by kind and day. */
export function FilterBar({ id, open, many, filter, onChange }: FilterBarProps) {
  const { kind, from, to } = filter;
  return (
    <search
      id={id}
      aria-label={text('wallet.filter')}
      className={cx(
        'mb-4 grid-cols-2 items-end gap-3',
        open ? 'grid' : 'hidden',
        many && 'sm:grid',
        isFiltered(filter) ? 'md:grid-cols-[1fr_1.1fr_1.1fr_auto]' : 'md:grid-cols-[1.3fr_1fr_1fr]',
      )}
    >
      <div className={isFiltered(filter) ? 'min-w-0' : 'max-md:col-span-2'}>
        <SelectField
          label={text('wallet.filter.kind')}
          value={kind ?? ''}
          onChange={({ target }) =>
            onChange({ kind: groups.find((group) => group === target.value) })
          }
        >
          <option value="">{text('wallet.filter.anyKind')}</option>
          {groups.map((group) => (
            <option key={group} value={group}>
              {groupLabels[group]}
            </option>
          ))}
        </SelectField>
      </div>
      <DayField
        label={text('orders.filter.from')}
        day={from}
        max={to || undefined}
        onDay={(day) => onChange({ from: day })}
      />
      <DayField
        label={text('orders.filter.to')}
        day={to}
        min={from || undefined}
        onDay={(day) => onChange({ to: day })}
      />
      {isFiltered(filter) && (
        // On a phone beside the kind, above the days.
        <Button
          className="max-md:col-start-2 max-md:row-start-1"
          onClick={() => onChange(noWalletFilter)}
        >
          {text('wallet.filter.clear')}
        </Button>
      )}
    </search>
  );
}
