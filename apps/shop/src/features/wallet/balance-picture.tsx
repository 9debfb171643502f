import { text } from '@giftlane/contract/messages.ts';
import type { Currency } from '@giftlane/contract/money.ts';
import { useMemo, useState } from 'react';
import { formatDay } from '../../lib/dates.ts';
import { FigureTable } from '../../parts/figure-table.tsx';
import { Plot } from '../../parts/plot.tsx';
import { QuietChart } from '../../parts/quiet-chart.tsx';
import { scaleOf } from '../../parts/scale.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { amountText, axisText, type Day } from './history.ts';

interface BalancePictureProps {
  currency: Currency;
  /** Oldest first, at least one. */
  days: readonly Day[];
}

/** One day is a point and no line. */
export function BalancePicture({ currency, days }: BalancePictureProps) {
  return days.length > 1 ? (
    <Line currency={currency} days={days} />
  ) : (
    <div className="flex flex-col rounded-panel border border-line bg-surface p-4 md:p-6">
      <h3 className="text-17 font-semibold">{text('wallet.pictures.balance')}</h3>
      <div className="my-auto flex items-center gap-4 pt-4 text-13 text-soft">
        <div className="w-20 shrink-0 text-edge">
          <QuietChart />
        </div>
        <p className="max-w-72">{text('wallet.pictures.balance.oneDay')}</p>
      </div>
    </div>
  );
}

/** The balance at the end of each day: read out, drawn, and as a table. */
function Line({ currency, days }: BalancePictureProps) {
  const [chosen, choose] = useState<number>();
  const [tabled, table] = useState(false);
  const scale = useMemo(
    () =>
      scaleOf(
        days.map(({ dDay, nBalance }) => ({ at: dDay, value: nBalance })),
        0,
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
    <figure className="min-w-0 rounded-panel border border-line bg-surface p-4 md:p-6">
      <figcaption>
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
      </figcaption>
      {/* The balance of now stands above; here are those of the days that are pointed at. */}
      <p
        aria-hidden="true"
        className="mt-1 mb-5 flex flex-wrap items-baseline justify-between gap-x-4 text-13 text-soft"
      >
        {shown
          ? formatDay(shown.dDay)
          : text('wallet.pictures.balance.span', {
              first: formatDay(first.dDay),
              last: formatDay(last.dDay),
            })}
        <span className="font-display text-21 font-semibold text-ink tabular-nums">
          {shown ? amount(shown) : '\u00a0'}
        </span>
      </p>
      <Plot
        stepped
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
      <div className="mt-5">
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
