/** What an operator sees first: how the day goes, what waits, what runs out. */
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { longDay } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMay, useOperator } from '../../session.ts';
import type { TodayFigures } from './figures.ts';
import { Health } from './health.tsx';
import { Liabilities } from './liabilities.tsx';
import { Sales } from './sales.tsx';
import { StockLeft } from './stock.tsx';
import { Waiting } from './waiting.tsx';

/** Ages and days go on without any change. */
const refreshMs = 60_000;

function Board({ today }: { today: TodayFigures }) {
  return (
    <div className="grid items-start gap-x-8 gap-y-7 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-7">
        <Sales today={today} />
        <StockLeft stock={today.aStock} />
        {today.oLiabilities && <Liabilities owed={today.oLiabilities} />}
      </div>
      <div className="min-w-0 gap-7 max-lg:contents lg:grid">
        <Waiting queues={today.aQueues} />
        <Health health={today.oHealth} />
      </div>
    </div>
  );
}

function Figures() {
  const query = useQuery({ ...apiQuery('GET /office/today', {}), refetchInterval: refreshMs });
  return (
    <Loaded query={query} waiting={<Skeleton className="h-96" />}>
      {(today) => <Board today={today} />}
    </Loaded>
  );
}

export function Today() {
  const { sName } = useOperator();
  const seesFigures = useMay('today.read');
  return (
    <Page title={text('office.nav.today')} intro={seesFigures ? longDay(new Date()) : sName}>
      {seesFigures && <Figures />}
    </Page>
  );
}
