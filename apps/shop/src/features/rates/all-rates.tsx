import { useAddressState } from '@giftlane/client/address-state.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { text } from '@giftlane/texts/text.ts';
import { QuietChart } from '@giftlane/ui/charts/quiet-chart.tsx';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { useCurrency } from '../../session/currency.ts';
import { About } from './about.tsx';
import { Converter } from './converter.tsx';
import { ChartSkeleton, RateHistory } from './history.tsx';
import { RateTable } from './rate-table.tsx';
import { fewest, type Rate, ratesQuery } from './rates.ts';
import { choose, knownView, readView, writeView } from './view.ts';

const sideBySide = 'grid grid-cols-1 items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-8';

function Waiting() {
  return (
    <div role="status" className="space-y-10">
      <p className="sr-only">{text('rates.loading')}</p>
      <div className={sideBySide}>
        <div className="space-y-5 rounded-panel border border-line p-4 md:p-6">
          <Skeleton className="h-7 w-32" />
          {repeat(3, (index) => (
            <Skeleton key={index} className="h-18" />
          ))}
          <Skeleton className="h-32 rounded-panel" />
        </div>
        <div className="rounded-panel border border-line p-4 md:p-6">
          <Skeleton className="mb-6 h-18" />
          <ChartSkeleton />
        </div>
      </div>
      <div className="space-y-2 rounded-panel border border-line p-4">
        {repeat(6, (index) => (
          <Skeleton key={index} className="h-12" />
        ))}
      </div>
    </div>
  );
}

function Known({ rates }: { rates: readonly Rate[] }) {
  const [home] = useCurrency();
  const [written, change] = useAddressState((params) => readView(params, home), writeView);
  const codes = rates.map(({ code }) => code);
  const view = knownView(written, codes);
  return (
    <div className="space-y-10">
      <div className={sideBySide}>
        <Converter rates={rates} codes={codes} view={view} onChange={change} />
        <RateHistory pair={view} span={view.span} onSpan={(span) => change({ span })} />
      </div>
      <RateTable
        rates={rates}
        codes={codes}
        pair={view}
        onBase={(code) => change(choose(view, 'from', code))}
        onPick={(code) => change(choose(view, 'to', code))}
      />
      <About rates={rates} />
    </div>
  );
}

/** Rates between all currencies and coins: a converter, a chart, a table. */
export function AllRates() {
  const query = useQuery(ratesQuery);
  const { refetch, isFetching } = query;
  return (
    <Loaded query={query} waiting={<Waiting />}>
      {(rates) =>
        rates.length < fewest ? (
          <Empty
            drawing={<QuietChart />}
            title={text('rates.empty')}
            hint={text('rates.empty.hint')}
            action={
              <Button busy={isFetching} onClick={() => void refetch()}>
                {text('rates.empty.action')}
              </Button>
            }
          />
        ) : (
          <Known rates={rates} />
        )
      }
    </Loaded>
  );
}
