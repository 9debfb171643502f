import { repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';

/** Names in the list; others are found by typing. */
export const shownAtOnce = 8;

/** Placeholder of the list, as high as the list. */
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
