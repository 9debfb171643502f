import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { PointsBalance } from '../features/points/balance.tsx';
import { Friends } from '../features/points/friends.tsx';
import { PointHistory } from '../features/points/history.tsx';
import { HowPoints } from '../features/points/how.tsx';
import { pointHistoryQuery, pointsQuery } from '../features/points/queries.ts';
import { requireMember } from '../session/guards.ts';

export const loader = requireMember(() => {
  void queryClient.prefetchQuery(pointsQuery);
  void queryClient.prefetchQuery(pointHistoryQuery(1));
  return null;
});

function Rest({ height }: { height: string }) {
  return (
    <div role="status">
      <Skeleton className={`${height} w-full rounded-panel`} />
      <p className="sr-only">{text('points.loading')}</p>
    </div>
  );
}

/** Points: what there is, how it came and went, friends, and how it comes (HOME-07). */
export function Component() {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1);
  const { data: points, error, refetch } = useQuery(pointsQuery);
  if (error && !points)
    return (
      <Page title={text('points.title')}>
        <LoadFailed error={error} onRetry={refetch} />
      </Page>
    );
  return (
    <Page title={text('points.title')}>
      {/* At a desk what friends bring stands beside the rest, which is as long as the points' history. */}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr] lg:gap-x-12">
        {points ? <PointsBalance points={points} /> : <Rest height="h-56" />}
        <section aria-labelledby="points-history" className="pt-2">
          <h2 id="points-history" className="mb-3 text-21">
            {text('points.history')}
          </h2>
          <PointHistory
            page={page}
            onPage={(next) => setParams(next > 1 ? { page: String(next) } : {})}
          />
        </section>
        <div className="lg:col-start-2 lg:row-span-3 lg:row-start-1">
          {points ? <Friends points={points} /> : <Rest height="h-96" />}
        </div>
        {points && <HowPoints points={points} />}
      </div>
    </Page>
  );
}
