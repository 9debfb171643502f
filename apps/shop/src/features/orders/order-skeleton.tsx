import { text } from '@giftlane/texts/text.ts';
import { repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';

export function OrderListSkeleton() {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">{text('orders.loading')}</span>
      {repeat(3, (index) => (
        <div
          key={index}
          className="rounded-panel border border-line bg-surface px-4 py-3 md:px-5 md:py-2.5"
        >
          <div className="flex items-center justify-between gap-x-4">
            <div className="grow space-y-2 py-1">
              <Skeleton className="h-4 w-44" />
              <Skeleton className="h-3 w-56 max-md:hidden" />
            </div>
            <Skeleton className="h-9 w-24 rounded-control max-md:hidden" />
            <Skeleton className="h-6 w-20" />
          </div>
          <div className="flex gap-3 py-3 md:items-center md:pb-1">
            <Skeleton className="aspect-(--card-ratio) w-14 shrink-0 self-start" />
            <div className="grow space-y-2">
              <Skeleton className="h-4 w-40 max-w-full" />
              <Skeleton className="h-3 w-28 max-w-full md:hidden" />
            </div>
            <Skeleton className="h-4 w-16 max-md:hidden" />
          </div>
          <div className="flex items-center justify-between md:hidden">
            <Skeleton className="h-6 w-20" />
            <Skeleton className="h-11 w-24 rounded-control" />
          </div>
        </div>
      ))}
    </div>
  );
}
