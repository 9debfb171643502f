import type { RatedCode } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { SelectField } from '@giftlane/ui/form/field.tsx';
import { currencyNames } from '../../rooms/money/currency-names.ts';
import { CurrencyOptions } from '../../rooms/money/currency-options.tsx';
import { formatRate } from './figures.ts';
import { Moment } from './moment.tsx';
import { type CurrencyPair, type Rate, rateOf } from './rates.ts';
import { isCoin, readCode } from './view.ts';

const cell = 'px-2 py-3 first:ps-4 last:pe-4 md:px-4 md:first:ps-6 md:last:pe-6';
/** The last visible column on phones. */
const edge = 'max-md:pe-4';
const wide = 'max-md:hidden';

interface RowProps {
  rate: Rate;
  rates: readonly Rate[];
  pair: CurrencyPair;
  onPick: (code: RatedCode) => void;
}

/** A currency or coin against the base; its button makes the pair the one of converter and chart. */
function Row({ rate, rates, pair, onPick }: RowProps) {
  const { code, asOf } = rate;
  const buys = rateOf(rates, { from: pair.from, to: code }) ?? 0;
  const chosen = code === pair.to;
  return (
    <tr className={cx('border-t border-line', chosen && 'bg-leaf-tint')}>
      <th scope="row" className={`${cell} text-start font-normal`}>
        <button
          type="button"
          aria-pressed={chosen}
          onClick={() => onPick(code)}
          className="min-h-9 text-start underline-offset-4 hover:underline"
        >
          <span className="font-semibold">{code.toUpperCase()}</span>{' '}
          <span className="block text-13 text-soft md:inline">{currencyNames[code]}</span>
        </button>
      </th>
      <td className={`${cell} text-end font-medium`}>{formatRate(buys, code)}</td>
      <td className={`${cell} ${edge} text-end`}>{formatRate(1 / buys, pair.from)}</td>
      <td className={`${cell} ${wide} text-end text-13 text-soft`}>
        <Moment at={asOf} daily={!isCoin(code)} />
      </td>
    </tr>
  );
}

interface RateTableProps {
  rates: readonly Rate[];
  codes: readonly RatedCode[];
  pair: CurrencyPair;
  onBase: (code: RatedCode) => void;
  onPick: (code: RatedCode) => void;
}

/** The value of one unit of the base in all others, and of one unit of each in the base. */
export function RateTable({ rates, codes, pair, onBase, onPick }: RateTableProps) {
  const base = pair.from.toUpperCase();
  return (
    <section aria-labelledby="rates-table">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 id="rates-table" className="text-21">
          {text('rates.table')}
        </h2>
        <div className="w-full sm:max-w-64">
          <SelectField
            label={text('rates.table.base')}
            value={pair.from}
            onChange={(event) => {
              const code = readCode(event.target.value);
              if (code) onBase(code);
            }}
          >
            <CurrencyOptions codes={codes} />
          </SelectField>
        </div>
      </div>
      <div className="overflow-x-auto rounded-panel border border-line bg-surface">
        <table aria-labelledby="rates-table" className="w-full tabular-nums">
          <thead className="text-13 text-soft">
            <tr>
              <th scope="col" className={`${cell} text-start font-medium`}>
                {text('rates.table.code')}
              </th>
              <th scope="col" className={`${cell} text-end font-medium`}>
                {text('rates.table.buys', { base })}
              </th>
              <th scope="col" className={`${cell} ${edge} text-end font-medium`}>
                {text('rates.table.costs', { base })}
              </th>
              <th scope="col" className={`${cell} ${wide} text-end font-medium`}>
                {text('rates.table.asOf')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rates
              .filter(({ code }) => code !== pair.from)
              .map((rate) => (
                <Row key={rate.code} rate={rate} rates={rates} pair={pair} onPick={onPick} />
              ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
