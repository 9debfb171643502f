import type { RatedCode } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';
import { IconButton } from '@giftlane/ui/controls/icon-button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { SelectField, TextField } from '@giftlane/ui/form/field.tsx';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { ArrowDownUp } from 'lucide-react';
import { CurrencyOptions } from '../../rooms/money/currency-options.tsx';
import { formatAmount, formatRate, formatTyped, readAmount } from './figures.ts';
import { type Rate, rateOf } from './rates.ts';
import { choose, longestAmount, type RatesView, readCode } from './view.ts';

interface ConverterProps {
  rates: readonly Rate[];
  codes: readonly RatedCode[];
  view: RatesView;
  onChange: (change: Partial<RatesView>) => void;
}

/** Results of more characters are set smaller. */
const large = 12;

function Result({ rates, view }: Pick<ConverterProps, 'rates' | 'view'>) {
  const { from, to } = view;
  const amount = readAmount(view.amount);
  const rate = rateOf(rates, view);
  return (
    <output aria-live="polite" className="block rounded-panel bg-band p-5 text-on-band md:p-6">
      {amount === undefined || rate === undefined ? (
        <span className="flex min-h-24 items-center">{text('rates.result.none')}</span>
      ) : (
        <span className="flex min-h-24 flex-col justify-center tabular-nums">
          <span className="wrap-anywhere">
            {textParts('rates.result', {
              amount: formatTyped(amount, from),
              result: (
                <span
                  className={cx(
                    'block font-display text-28 font-bold tracking-tight',
                    formatAmount(amount * rate, to).length < large && 'md:text-40',
                  )}
                >
                  {formatAmount(amount * rate, to)}
                </span>
              ),
            })}
          </span>
          <span className="mt-1 text-13">
            {text('rates.result.rate', {
              from: from.toUpperCase(),
              rate: formatRate(rate, to),
              to: to.toUpperCase(),
            })}
          </span>
        </span>
      )}
    </output>
  );
}

/** Converts an amount between two currencies or coins. */
export function Converter({ rates, codes, view, onChange }: ConverterProps) {
  const { amount, from, to } = view;
  const wrong = amount.trim() !== '' && readAmount(amount) === undefined;
  const pick = (side: 'from' | 'to') => (event: { target: { value: string } }) => {
    const code = readCode(event.target.value);
    if (code) onChange(choose(view, side, code));
  };
  return (
    <section
      aria-labelledby="rates-converter"
      className="flex flex-col gap-5 rounded-panel border border-line bg-surface p-4 md:p-6"
    >
      <h2 id="rates-converter" className="text-21">
        {text('rates.converter')}
      </h2>
      <TextField
        label={text('rates.amount')}
        value={amount}
        onChange={(event) => onChange({ amount: event.target.value })}
        error={wrong ? text('rates.amount.wrong') : undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={longestAmount}
        className="tabular-nums"
      />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-3">
        <SelectField label={text('rates.from')} value={from} onChange={pick('from')}>
          <CurrencyOptions codes={codes} />
        </SelectField>
        <IconButton
          label={text('rates.swap')}
          onClick={() => onChange({ from: to, to: from })}
          className="row-span-2 border border-edge bg-surface hover:border-ink"
        >
          <ArrowDownUp aria-hidden="true" className="size-5" />
        </IconButton>
        <SelectField label={text('rates.to')} value={to} onChange={pick('to')}>
          <CurrencyOptions codes={codes} />
        </SelectField>
      </div>
      <Result rates={rates} view={view} />
    </section>
  );
}
