import { text } from '@giftlane/texts/text.ts';
import { LineSkeleton, repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';

/** Payment beside the order; on phones above it. */
export const checkoutColumns = 'grid grid-cols-1 items-start gap-6 lg:grid-cols-2 lg:gap-12';

function StepSkeleton() {
  return (
    <div className="rounded-panel border border-line bg-surface p-5 lg:p-6">
      <div className="mb-4 flex items-center gap-3 border-b border-line pb-4 lg:hidden">
        <Skeleton className="aspect-(--card-ratio) w-14" />
        <LineSkeleton bar="h-4 w-16" />
      </div>
      <div className="mb-4 flex items-center justify-between gap-x-4 text-40">
        <LineSkeleton bar="h-4 w-16" />
        <LineSkeleton bar="h-9 w-36" />
      </div>
      <Skeleton className="h-12 rounded-control" />
      <div className="mt-5 border-t border-line pt-4 text-15">
        {repeat(4, (index) => (
          <div key={index} className="py-1.5">
            <LineSkeleton bar="h-4 w-4/5" />
            <LineSkeleton className="sm:hidden" bar="h-4 w-1/2" />
          </div>
        ))}
      </div>
    </div>
  );
}

function SummarySkeleton() {
  return (
    <div className="rounded-panel border border-line bg-surface p-5 lg:p-6">
      <LineSkeleton className="mb-4 text-21" bar="h-5 w-28" />
      <div className="mb-3 border-b border-line pb-3">
        {repeat(2, (index) => (
          <div key={index} className="flex items-center gap-3 py-2">
            <Skeleton className="aspect-(--card-ratio) w-14 shrink-0" />
            <div className="grow">
              <LineSkeleton bar="h-4 w-32 max-w-full" />
              <LineSkeleton className="text-13" bar="h-3 w-12" />
            </div>
            <Skeleton className="h-4 w-16" />
          </div>
        ))}
      </div>
      {repeat(4, (index) => (
        <div key={index} className="flex justify-between py-1">
          <LineSkeleton bar="h-4 w-24" />
          <LineSkeleton bar="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}

export function CheckoutSkeleton() {
  return (
    <div role="status" className={checkoutColumns}>
      <span className="sr-only">{text('ui.loading')}</span>
      <StepSkeleton />
      <SummarySkeleton />
    </div>
  );
}
