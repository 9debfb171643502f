import { Loaded } from '@giftlane/client/loaded.tsx';
import { text } from '@giftlane/texts/text.ts';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { BalancePicture } from './balance-picture.tsx';
import { walletHistoryQuery } from './history.ts';
import { MonthsPicture } from './months-picture.tsx';

function PicturesSkeleton() {
  return (
    <div role="status" className="space-y-4">
      <p className="sr-only">{text('wallet.pictures.loading')}</p>
      <Skeleton className="h-60 rounded-panel" />
      <Skeleton className="h-60 rounded-panel" />
    </div>
  );
}

/** Charts of the wallet: balance by day, credits and debits by month. */
export default function Pictures() {
  const query = useQuery(walletHistoryQuery);
  if (query.data?.aDays.length === 0) return null;
  return (
    <section aria-labelledby="wallet-pictures" className="mt-10">
      <h2 id="wallet-pictures" className="mb-4 text-21">
        {text('wallet.pictures')}
      </h2>
      <Loaded query={query} waiting={<PicturesSkeleton />}>
        {({ eCurrency, aDays, aMonths }) => (
          <div className="space-y-4">
            {/* A line needs two days. */}
            {aDays.length > 1 && <BalancePicture currency={eCurrency} days={aDays} />}
            <MonthsPicture currency={eCurrency} months={aMonths} />
          </div>
        )}
      </Loaded>
    </section>
  );
}
