import { LineSkeleton, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';

/** The panel of an order page. */
export const orderPanelClass = 'rounded-panel border border-line bg-surface px-4 md:px-6';

/** Skeleton of an order line with one code. */
export function OrderLineSkeleton() {
  return (
    <>
      <div className="flex gap-3">
        <Skeleton className="aspect-(--card-ratio) w-14 shrink-0 self-start sm:hidden" />
        <div className="grow">
          <LineSkeleton className="text-17" bar="h-5 w-40 max-w-full" />
          <LineSkeleton className="text-13" bar="h-3 w-12" />
        </div>
        <LineSkeleton className="text-17 max-sm:hidden" bar="h-5 w-16" />
      </div>
      <div className="mt-3 sm:grid sm:grid-cols-[11rem_minmax(0,1fr)] sm:items-center sm:gap-4 sm:p-4">
        <Skeleton className="aspect-(--card-ratio) rounded-card max-sm:hidden" />
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_10rem] sm:items-center">
          <Skeleton className="h-14 sm:col-span-2" />
          <LineSkeleton className="text-13 max-sm:order-last" bar="h-3 w-48 max-w-full" />
          <Skeleton className="input-height rounded-control" />
        </div>
      </div>
    </>
  );
}
