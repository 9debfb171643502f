import { text } from '@giftlane/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { QuietChart } from '../../parts/quiet-chart.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, Failed } from '../../ui/state.tsx';
import { BalancePicture } from './balance-picture.tsx';
import { historyQuery } from './history.ts';
import { MonthsPicture } from './months-picture.tsx';

function Drawn() {
  const { data, error, refetch } = useQuery(historyQuery);
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <PicturesSkeleton />;
  if (data.aDays.length === 0) {
    return (
      <div className="rounded-panel border border-line bg-surface">
        <Empty
          drawing={<QuietChart />}
          title={text('wallet.pictures.empty')}
          hint={text('wallet.pictures.empty.hint')}
        />
      </div>
    );
  }
  return (
    <Pair>
      <BalancePicture currency={data.eCurrency} days={data.aDays} />
      <MonthsPicture currency={data.eCurrency} months={data.aMonths} />
    </Pair>
  );
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">{children}</div>
);

function PicturesSkeleton() {
  return (
    <div role="status">
      <p className="sr-only">{text('wallet.pictures.loading')}</p>
      <Pair>
        <Skeleton className="h-96 rounded-panel" />
        <Skeleton className="h-96 rounded-panel" />
      </Pair>
    </div>
  );
}

/** The wallet over time: its balance, and what came and went by month. */
export default function Pictures() {
  return (
    <section aria-labelledby="wallet-pictures" className="mt-12">
      <h2 id="wallet-pictures" className="mb-4 text-21">
        {text('wallet.pictures')}
      </h2>
      <Drawn />
    </section>
  );
}
