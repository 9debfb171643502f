import { FieldSkeleton, LineSkeleton, repeat, Skeleton } from '../../ui/skeleton.tsx';

/** What is said of the brand: a line on a desk, three on a phone. */
function HeaderShape() {
  return (
    <div>
      <LineSkeleton className="text-28 md:text-40" bar="h-4/5 w-2/3" />
      <div className="mt-3 text-17">
        <LineSkeleton bar="h-4 w-full" />
        <LineSkeleton className="lg:hidden" bar="h-4 w-4/5" />
        <LineSkeleton className="md:hidden" bar="h-4 w-1/3" />
      </div>
      <Skeleton className="mt-4 box-content h-lh w-56 py-1" />
      <div className="mt-6 flex items-end gap-3">
        <div className="max-w-56 grow basis-44">
          <FieldSkeleton />
        </div>
        <Skeleton className="input-height w-28 rounded-control" />
      </div>
    </div>
  );
}

/** A row of the table; on a phone a small card, as the row itself. */
function RowShape() {
  return (
    <div className="border-b border-line p-4 last:border-b-0 lg:flex lg:border-t lg:border-b-0 lg:items-center lg:justify-between lg:px-5 lg:py-3">
      <div className="flex justify-between text-21">
        <LineSkeleton bar="h-5 w-16" />
        <LineSkeleton className="lg:hidden" bar="h-4 w-28" />
      </div>
      <div className="mt-1 flex justify-between text-13 lg:hidden">
        <LineSkeleton bar="h-3 w-20" />
        <LineSkeleton bar="h-3 w-20" />
      </div>
      <div className="mt-4 flex flex-wrap gap-2 lg:mt-0">
        <Skeleton className="input-height w-32 rounded-control" />
        <Skeleton className="input-height min-w-32 grow rounded-control" />
        <Skeleton className="input-height min-w-28 grow rounded-control" />
      </div>
    </div>
  );
}

/** The shape of a brand's page while it is on its way. */
export function BrandPageSkeleton() {
  return (
    <div className="space-y-10" aria-hidden="true">
      <div className="grid grid-cols-1 items-center gap-6 md:grid-cols-[2fr_minmax(0,3fr)] md:gap-12">
        <Skeleton className="mx-auto aspect-(--card-ratio) w-full max-w-form rounded-card md:mx-0" />
        <HeaderShape />
      </div>
      <div className="rounded-panel border border-line bg-surface">
        <div className="px-5 py-3 text-13 max-lg:hidden">
          <LineSkeleton bar="h-3 w-1/3" />
        </div>
        {repeat(4, (index) => (
          <RowShape key={index} />
        ))}
      </div>
    </div>
  );
}
