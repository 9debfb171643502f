import { LineSkeleton, repeat, Skeleton } from '../../ui/skeleton.tsx';

const panel = 'rounded-panel border border-line bg-surface px-4 md:px-6';

/** A line and its code, which is a card where it is not a phone. */
function LineShape() {
  return (
    <div className={`${panel} py-4`}>
      <div className="flex gap-3">
        <Skeleton className="aspect-(--card-ratio) w-14 shrink-0 self-start sm:hidden" />
        <div className="grow">
          <LineSkeleton className="text-17" bar="h-5 w-40 max-w-full" />
          <LineSkeleton className="text-13" bar="h-3 w-12" />
        </div>
        <LineSkeleton className="text-17 max-sm:hidden" bar="h-5 w-16" />
      </div>
      <div className="mt-3 sm:w-1/2 sm:pr-2">
        <Skeleton className="aspect-(--card-ratio) rounded-card max-sm:hidden" />
        <Skeleton className="h-14 sm:mt-4" />
        <LineSkeleton className="mt-2 text-13" bar="h-3 w-48 max-w-full" />
        <Skeleton className="input-height mt-3 rounded-control" />
      </div>
    </div>
  );
}

/** The shape of the page that thanks, while its order is on its way. */
export function SuccessSkeleton() {
  return (
    <div className="mx-auto max-w-room" aria-hidden="true">
      <div className="flex items-center gap-3">
        <Skeleton className="size-9 shrink-0 rounded-pill md:size-12" />
        <LineSkeleton className="text-28 md:text-40" bar="h-4/5 w-40 md:w-56" />
      </div>
      <div className="mt-2 md:text-17">
        <LineSkeleton bar="h-4 w-full md:w-4/5" />
        <LineSkeleton className="sm:hidden" bar="h-4 w-1/2" />
      </div>
      <LineSkeleton className="mt-1 mb-4 text-13" bar="h-3 w-56 max-w-full" />
      <LineShape />
      <div className={`${panel} mt-4 py-4`}>
        <LineSkeleton className="mb-2 text-17" bar="h-5 w-24" />
        {repeat(5, (index) => (
          <div key={index} className="flex justify-between py-1">
            <LineSkeleton bar="h-4 w-28" />
            <LineSkeleton bar="h-4 w-16" />
          </div>
        ))}
      </div>
    </div>
  );
}
