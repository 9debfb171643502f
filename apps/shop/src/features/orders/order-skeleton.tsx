import { text } from '@giftlane/contract/messages.ts';
import { repeat, Skeleton } from '../../ui/skeleton.tsx';

/** What stands below the head: a line, and what can be done about it. */
function RowSkeleton() {
  return (
    <>
      <div className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 border-t border-line py-4 sm:grid-cols-[4rem_minmax(0,1fr)_auto]">
        <Skeleton className="aspect-(--card-ratio)" />
        <div className="space-y-2">
          <Skeleton className="h-4 w-40 max-w-full" />
          <Skeleton className="h-3 w-32 max-w-full" />
        </div>
        <Skeleton className="h-4 w-16 max-sm:hidden" />
      </div>
      <div className="flex justify-end pb-4">
        <Skeleton className="h-9 w-24 rounded-control" />
      </div>
    </>
  );
}

/** The shape of orders while they are on their way. */
export function OrderListSkeleton() {
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">{text('orders.loading')}</span>
      {repeat(3, (index) => (
        <div key={index} className="rounded-panel border border-line bg-surface px-4 md:px-6">
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 py-4">
            <div className="space-y-2 py-1">
              <Skeleton className="h-4 w-48" />
              <Skeleton className="h-3 w-56" />
            </div>
            <div className="flex items-center gap-4 max-sm:w-full max-sm:justify-between">
              <Skeleton className="h-6 w-24" />
              <Skeleton className="h-6 w-20" />
            </div>
          </div>
          <RowSkeleton />
        </div>
      ))}
    </div>
  );
}
