import { Loaded } from '@giftlane/client/loaded.tsx';
import { type RateSpan, rateSpans } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';
import { QuietChart } from '@giftlane/ui/charts/quiet-chart.tsx';
import { Tabs } from '@giftlane/ui/controls/tabs.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Chart } from './chart.tsx';
import { type CurrencyPair, fewest, rateHistoryQuery } from './rates.ts';
import { spansOf } from './view.ts';

const spanLabels: Record<RateSpan, string> = {
  day: text('rates.span.day'),
  week: text('rates.span.week'),
  month: text('rates.span.month'),
  year: text('rates.span.year'),
};

/** A loading chart. */
export function ChartSkeleton() {
  return (
    <div role="status">
      <p className="sr-only">{text('rates.chart.loading')}</p>
      <Skeleton className="h-8 w-40" />
      <Skeleton className="mt-2 mb-5 h-4 w-28" />
      <Skeleton className="h-56 md:h-72" />
      <Skeleton className="mt-2 h-5" />
      <Skeleton className="mt-5 mb-3 h-16" />
      <Skeleton className="h-11" />
    </div>
  );
}

function Drawn({ pair, span }: { pair: CurrencyPair; span: RateSpan }) {
  const query = useQuery(rateHistoryQuery(pair, span));
  return (
    <Loaded query={query} waiting={<ChartSkeleton />} inside>
      {(data) =>
        data.points.length < fewest ? (
          <Empty
            drawing={<QuietChart />}
            title={text('rates.chart.empty')}
            hint={text('rates.chart.empty.hint')}
          />
        ) : (
          <Chart pair={pair} span={span} {...data} />
        )
      }
    </Loaded>
  );
}

interface RateHistoryProps {
  pair: CurrencyPair;
  span: RateSpan;
  onSpan: (span: RateSpan) => void;
}

/** The rate of the chosen pair over a chosen span. */
export function RateHistory({ pair, span, onSpan }: RateHistoryProps) {
  const spans = spansOf(pair);
  const shown = spans.includes(span) ? span : (spans[0] ?? span);
  return (
    <section
      aria-labelledby="rates-history"
      className="min-w-0 rounded-panel border border-line bg-surface p-4 md:p-6"
    >
      <h2 id="rates-history" className="mb-1 text-21">
        {text('rates.pair', { from: pair.from.toUpperCase(), to: pair.to.toUpperCase() })}
      </h2>
      <Tabs
        tabs={spans.map((value) => ({ value, label: spanLabels[value] }))}
        value={shown}
        onChange={(value) => onSpan(rateSpans.find((known) => known === value) ?? shown)}
        label={text('rates.span')}
      >
        <Drawn key={`${pair.from} ${pair.to} ${shown}`} pair={pair} span={shown} />
      </Tabs>
    </section>
  );
}
