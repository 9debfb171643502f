import type { RateSpan } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';
import { FigureTable } from '@giftlane/ui/charts/figure-table.tsx';
import { Plot } from '@giftlane/ui/charts/plot.tsx';
import { scaleOf } from '@giftlane/ui/charts/scale.ts';
import { Disclosure } from '@giftlane/ui/controls/disclosure.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { axisLabel, formatChange, formatRate, pointMoment } from './figures.ts';
import { Moment } from './moment.tsx';
import type { CurrencyPair, Point } from './rates.ts';

interface ChartProps {
  pair: CurrencyPair;
  span: RateSpan;
  daily: boolean;
  /** Oldest first, at least one. */
  points: readonly Point[];
}

function PointTable({ pair, daily, points }: Omit<ChartProps, 'span'>) {
  const words = { from: pair.from.toUpperCase(), to: pair.to.toUpperCase() };
  return (
    <FigureTable
      caption={text('rates.pair', words)}
      heads={[text('rates.chart.when'), text('rates.chart.rate', words)]}
      figures={1}
      rows={points.toReversed().map(({ at, rate }) => ({
        key: at,
        cells: [pointMoment(at, daily), formatRate(rate, pair.to)],
      }))}
    />
  );
}

function Figure({ label, value, hint }: { label: string; value: ReactNode; hint?: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-soft">{label}</dt>
      <dd className="font-medium tabular-nums">{value}</dd>
      {hint && <dd className="text-13 text-soft tabular-nums">{hint}</dd>}
    </div>
  );
}

/** The rate of a pair over time: chart, key figures, table and a summary for screen readers. */
export function Chart({ pair, span, daily, points }: ChartProps) {
  const [chosen, choose] = useState<number>();
  const [tabled, table] = useState(false);
  const scale = useMemo(
    () => scaleOf(points.map(({ at, rate }) => ({ at, value: rate }))),
    [points],
  );
  const byRate = points.toSorted((a, b) => a.rate - b.rate);
  const [first, last] = [points[0], points.at(-1)];
  const [lowest, highest] = [byRate[0], byRate.at(-1)];
  if (!first || !last || !lowest || !highest) return null;
  const [from, to] = [pair.from.toUpperCase(), pair.to.toUpperCase()];
  const moment = ({ at }: Point) => pointMoment(at, daily);
  const rate = (point: Point) => formatRate(point.rate, pair.to);
  const shown = points[chosen ?? points.length - 1] ?? last;
  const say = (index: number) =>
    text('rates.chart.valueAt', {
      time: moment(points[index] ?? last),
      rate: rate(points[index] ?? last),
      to,
    });
  const risen = last.rate > first.rate;
  return (
    <figure>
      <figcaption className="sr-only">
        {text('rates.chart.summary', {
          from,
          to,
          first: moment(first),
          last: moment(last),
          lowest: rate(lowest),
          highest: rate(highest),
          latest: rate(last),
        })}
      </figcaption>
      <p aria-hidden="true" className="mb-5 tabular-nums">
        <span className="font-display text-28 font-bold tracking-tight">{rate(shown)}</span>
        <span className="ms-2 font-medium">{to}</span>
        <span className="block text-13 text-soft">{moment(shown)}</span>
      </p>
      <Plot
        scale={scale}
        axis={(atMs) => axisLabel(atMs, span, daily)}
        label={text('rates.chart.point')}
        chosen={chosen}
        onChoose={choose}
        say={say}
      />
      <dl className="mt-5 mb-3 grid grid-cols-3 gap-x-4 gap-y-3">
        <Figure
          label={text('rates.chart.lowest')}
          value={rate(lowest)}
          hint={<Moment at={lowest.at} daily={daily} />}
        />
        <Figure
          label={text('rates.chart.highest')}
          value={rate(highest)}
          hint={<Moment at={highest.at} daily={daily} />}
        />
        <Figure
          label={text('rates.chart.change')}
          value={
            <span className={cx(risen && 'text-leaf')}>{formatChange(first.rate, last.rate)}</span>
          }
        />
      </dl>
      <Disclosure summary={text('rates.chart.table')} onOpen={() => table(true)}>
        {tabled && <PointTable pair={pair} daily={daily} points={points} />}
      </Disclosure>
    </figure>
  );
}
