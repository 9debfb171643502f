import { repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';

/** As many as one can overlook; the rest is found by typing. */
export const shownAtOnce = 8;

/** The list while it is on its way: what stands below it, and a sheet's upper edge, keep their place. */
export function BrandListSkeleton() {
  return (
    <div aria-hidden="true" className="mt-2">
      {repeat(shownAtOnce, (index) => (
        <div key={index} className="flex h-9 items-center gap-3 px-1">
          <Skeleton className="size-4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      ))}
    </div>
  );
}
