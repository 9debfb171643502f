import { LineSkeleton, repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { OrderLineSkeleton, orderPanelClass } from '../../rooms/orders/order-line-skeleton.tsx';

/** One column; on desktops the receipt beside the codes. */
export const successWidth = 'mx-auto max-w-room lg:max-w-none';
export const successColumns =
  'grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:gap-x-6';

export function SuccessSkeleton() {
  return (
    <div className={successWidth} aria-hidden="true">
      <div className="flex items-center gap-3">
        <Skeleton className="size-9 shrink-0 rounded-pill md:size-12" />
        <LineSkeleton className="text-28 md:text-40" bar="h-4/5 w-40 md:w-56" />
      </div>
      <div className="mt-2 md:text-17">
        <LineSkeleton bar="h-4 w-full md:w-4/5" />
        <LineSkeleton className="sm:hidden" bar="h-4 w-1/2" />
      </div>
      <LineSkeleton className="mt-1 mb-4 text-13" bar="h-3 w-56 max-w-full" />
      <div className={successColumns}>
        <div className={`${orderPanelClass} py-4`}>
          <OrderLineSkeleton />
        </div>
        <div className={`${orderPanelClass} py-4`}>
          <LineSkeleton className="mb-2 text-17" bar="h-5 w-24" />
          {repeat(5, (index) => (
            <div key={index} className="flex justify-between py-1">
              <LineSkeleton bar="h-4 w-28" />
              <LineSkeleton bar="h-4 w-16" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
