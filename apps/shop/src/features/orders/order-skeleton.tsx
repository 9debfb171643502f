import { text } from '@giftlane/contract/messages.ts';
import { repeat, Skeleton } from '../../ui/skeleton.tsx';

/** The shape of orders while they are on their way. */
export function OrderListSkeleton() {
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">{text('orders.loading')}</span>
      {repeat(3, (index) => (
        <div key={index} className="rounded-panel border border-line bg-surface p-6">
          <div className="flex justify-between">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-5 w-24" />
          </div>
          <div className="mt-6 grid grid-cols-[5.5rem_1fr] gap-4 md:grid-cols-[7rem_1fr]">
            <Skeleton className="aspect-(--card-ratio)" />
            <Skeleton className="h-12 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}
