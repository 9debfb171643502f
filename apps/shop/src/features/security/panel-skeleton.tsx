import { repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';

/** The skeleton of a panel of rows, each with two lines and a button. */
export function PanelSkeleton({ rows }: { rows: number }) {
  return (
    <div
      aria-hidden="true"
      className="animate-pulse rounded-panel border border-line bg-surface px-5"
    >
      {repeat(rows, (index) => (
        <div
          key={index}
          className="flex items-center justify-between gap-4 border-line py-4 not-first:border-t"
        >
          <span className="grow space-y-2">
            <Skeleton still className="h-4 w-2/5" />
            <Skeleton still className="h-3 w-3/5" />
          </span>
          <Skeleton still className="h-9 w-20 rounded-control max-md:h-11" />
        </div>
      ))}
    </div>
  );
}
