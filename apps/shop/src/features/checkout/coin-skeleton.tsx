import { text } from '@giftlane/texts/text.ts';
import { FieldSkeleton, LineSkeleton, repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';

export function CoinStepSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{text('checkout.coin.opening')}</span>
      {repeat(4, (index) => (
        <LineSkeleton key={index} className="py-1" bar="h-4 w-full" />
      ))}
      <Skeleton className="my-4 h-10" />
      <FieldSkeleton />
      <Skeleton className="input-height mt-5 rounded-control" />
    </div>
  );
}
