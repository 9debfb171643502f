import type { Currency } from '@giftlane/contract/money/money.ts';
import { formatDay } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { FigureTable } from '@giftlane/ui/charts/figure-table.tsx';
import { Plot } from '@giftlane/ui/charts/plot.tsx';
import { scaleOf } from '@giftlane/ui/charts/scale.ts';
import { Disclosure } from '@giftlane/ui/controls/disclosure.tsx';
import { useMemo, useState } from 'react';
import { amountText, axisText, type Day } from './history.ts';

interface BalancePictureProps {
  currency: Currency;
  /** Oldest first, at least two. */
  days: readonly Day[];
}

/** The balance at the end of each day: chart, table and a summary for screen readers. */
export function BalancePicture({ currency, days }: BalancePictureProps) {
  const [chosen, choose] = useState<number>();
  const [tabled, table] = useState(false);
  const scale = useMemo(
    () =>
      scaleOf(
        days.map(({ dDay, nBalance }) => ({ at: dDay, value: nBalance })),
        0,
        2,
      ),
    [days],
  );
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const amount = ({ nBalance }: Pick<Day, 'nBalance'>) => amountText(nBalance, currency);
  const balances = days.map(({ nBalance }) => nBalance);
  const shown = chosen === undefined ? undefined : days[chosen];
  const title = text('wallet.pictures.balance');
  return (
    <figure className="min-w-0 rounded-panel border border-line bg-surface px-4 pt-4 md:px-6">
      <figcaption className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-17 font-semibold">{title}</h3>
        <p className="sr-only">
          {text('wallet.pictures.balance.summary', {
            first: formatDay(first.dDay),
            last: formatDay(last.dDay),
            latest: amount(last),
            lowest: amount({ nBalance: Math.min(...balances) }),
            highest: amount({ nBalance: Math.max(...balances) }),
          })}
        </p>
        {/* The balance of the day under the pointer; the current one is shown above. */}
        <p aria-hidden="true" className="text-13 text-soft tabular-nums max-sm:basis-full">
          {shown ? (
            <>
              {formatDay(shown.dDay)}
              <span className="ms-3 font-semibold text-ink">{amount(shown)}</span>
            </>
          ) : (
            text('wallet.pictures.balance.span', {
              first: formatDay(first.dDay),
              last: formatDay(last.dDay),
            })
          )}
        </p>
      </figcaption>
      <Plot
        stepped
        low
        scale={scale}
        currency={currency}
        axis={(atMs) => axisText(atMs, days.length)}
        label={text('wallet.pictures.balance.point')}
        chosen={chosen}
        onChoose={choose}
        say={(index) => {
          const day = days[index] ?? last;
          return text('wallet.pictures.balance.valueAt', {
            day: formatDay(day.dDay),
            amount: amount(day),
          });
        }}
      />
      <div className="mt-3">
        <Disclosure summary={text('wallet.pictures.table')} onOpen={() => table(true)}>
          {tabled && (
            <FigureTable
              caption={title}
              heads={[text('wallet.pictures.day'), text('wallet.balance')]}
              figures={1}
              rows={days
                .map((day) => ({ key: day.dDay, cells: [formatDay(day.dDay), amount(day)] }))
                .reverse()}
            />
          )}
        </Disclosure>
      </div>
    </figure>
  );
}
