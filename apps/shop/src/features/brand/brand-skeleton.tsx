import { FieldSkeleton, LineSkeleton, repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';

function HeaderSkeleton() {
  return (
    <div className="max-md:contents">
      <div>
        <LineSkeleton className="text-28 max-sm:text-21 md:text-40" bar="h-4/5 w-2/3" />
        <Skeleton className="mt-2 box-content h-lh w-full max-w-56 py-1 text-13 md:mt-4 md:text-15" />
      </div>
      <div className="max-md:col-span-2 md:mt-4 md:text-17">
        <LineSkeleton bar="h-4 w-full" />
        <LineSkeleton className="lg:hidden" bar="h-4 w-4/5" />
      </div>
      <div className="flex items-end gap-2 max-md:col-span-2 sm:gap-3 md:mt-6">
        <div className="max-w-56 grow basis-44">
          <FieldSkeleton />
        </div>
        <Skeleton className="input-height w-24 rounded-control sm:w-28" />
      </div>
    </div>
  );
}

function RowSkeleton() {
  return (
    <div className="border-b border-line px-3 py-3 last:border-b-0 sm:px-4 lg:flex lg:border-t lg:border-b-0 lg:items-center lg:justify-between lg:px-5 lg:py-2.5">
      <div className="flex justify-between text-21">
        <LineSkeleton bar="h-5 w-16" />
        <LineSkeleton className="lg:hidden" bar="h-4 w-28" />
      </div>
      <div className="flex justify-between text-13 lg:hidden">
        <LineSkeleton bar="h-3 w-20" />
        <LineSkeleton bar="h-3 w-20" />
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-1 lg:mt-0">
        <Skeleton className="input-height w-28 rounded-control sm:w-32" />
        <span className="input-height ms-auto flex w-40 items-center justify-between lg:w-56">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-4 w-14" />
        </span>
      </div>
    </div>
  );
}

/** The buy box beside the table; below it on smaller screens, where it needs no skeleton. */
function BuyBoxSkeleton() {
  return (
    <div className="space-y-4 rounded-panel border border-line bg-surface p-5 max-xl:hidden">
      <div>
        <LineSkeleton className="text-13" bar="h-3 w-12" />
        <div className="flex justify-between text-28 xl:mt-1">
          <LineSkeleton bar="h-4 w-16" />
          <LineSkeleton bar="h-6 w-24" />
        </div>
      </div>
      <Skeleton className="input-height rounded-control" />
    </div>
  );
}

export function BrandPageSkeleton() {
  return (
    <div className="space-y-8 md:space-y-10" aria-hidden="true">
      <div className="grid grid-cols-[min(8.5rem,40%)_minmax(0,1fr)] items-center gap-4 md:grid-cols-[2fr_minmax(0,3fr)] md:items-start md:gap-12">
        <Skeleton className="aspect-(--card-ratio) w-full max-w-form rounded-card" />
        <HeaderSkeleton />
      </div>
      <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start xl:gap-6">
        <div className="rounded-panel border border-line bg-surface">
          <div className="px-5 py-2.5 text-13 max-lg:hidden">
            <LineSkeleton bar="h-3 w-1/3" />
          </div>
          {repeat(4, (index) => (
            <RowSkeleton key={index} />
          ))}
        </div>
        <BuyBoxSkeleton />
      </div>
    </div>
  );
}
