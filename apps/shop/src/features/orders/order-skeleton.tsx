import { text } from '@giftlane/contract/messages.ts';
import { repeat, Skeleton } from '../../ui/skeleton.tsx';

/** What stands below the head: a line, its state, and what can be done about it. */
function RowSkeleton() {
  return (
    <>
      <div className="flex gap-3 border-line pb-4 sm:items-center sm:gap-4 sm:border-t sm:pt-4">
        <Skeleton className="aspect-(--card-ratio) w-14 shrink-0 self-start sm:w-16" />
        <div className="grow space-y-2">
          <Skeleton className="h-4 w-40 max-w-full" />
          <Skeleton className="h-3 w-32 max-w-full" />
          <Skeleton className="h-3 w-28 max-w-full" />
        </div>
        <Skeleton className="h-4 w-16 max-sm:hidden" />
      </div>
      <div className="flex items-center justify-between pb-3 sm:pb-4">
        <Skeleton className="h-6 w-20" />
        <Skeleton className="h-9 w-24 rounded-control max-md:h-11" />
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
          <div className="flex justify-between gap-x-4 pt-3 pb-2 sm:py-4">
            <div className="space-y-2 py-1">
              <Skeleton className="h-4 w-44" />
              <Skeleton className="h-3 w-56 max-sm:hidden" />
            </div>
            <Skeleton className="h-6 w-20" />
          </div>
          <RowSkeleton />
        </div>
      ))}
    </div>
  );
}
