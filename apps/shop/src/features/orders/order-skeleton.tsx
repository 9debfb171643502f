import { text } from '@giftlane/contract/messages.ts';
import { LineSkeleton, repeat, Skeleton } from '../../ui/skeleton.tsx';

/** What stands below the head of a sold card: its three pictures, and what becomes of it. */
function SoldSkeleton() {
  return (
    <>
      <div className="grid grid-cols-[5.5rem_1fr] gap-4 border-t border-line py-5 md:grid-cols-[7rem_1fr_1.2fr] md:gap-x-6">
        <Skeleton className="aspect-(--card-ratio) self-start" />
        <div className="space-y-2 py-1">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-3 w-1/3" />
          <Skeleton className="h-4 w-1/4" />
        </div>
        <div className="grid max-w-form grid-cols-3 gap-2 max-md:col-span-2">
          {repeat(3, (index) => (
            <div key={index}>
              <Skeleton className="aspect-(--card-ratio)" />
              <LineSkeleton className="mt-1 text-13" bar="h-3 w-10" />
            </div>
          ))}
        </div>
      </div>
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line py-4 text-13">
        <LineSkeleton bar="h-3 w-20" />
        <LineSkeleton bar="h-3 w-44" />
      </div>
    </>
  );
}

/** What stands below the head of a bought one: a line, and what can be done about it. */
function BoughtSkeleton() {
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

/** The shape of orders while they are on their way; `sold` are those of the member's own cards. */
export function OrderListSkeleton({ sold = false }: { sold?: boolean }) {
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
          {sold ? <SoldSkeleton /> : <BoughtSkeleton />}
        </div>
      ))}
    </div>
  );
}
