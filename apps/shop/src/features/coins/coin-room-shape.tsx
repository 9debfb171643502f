import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';

/** What there is, and where more is received: beside each other at a desk. */
export const coinRoomTop = 'grid grid-cols-1 gap-4 xl:grid-cols-[2fr_3fr]';

/** A coin's wallet while it is on its way. */
export const CoinRoomShape = () => (
  <div className="space-y-4">
    <div className={coinRoomTop}>
      <Skeleton className="h-64 rounded-panel xl:h-auto" />
      <Skeleton className="h-112 rounded-panel md:h-72" />
    </div>
    <Skeleton className="h-64 rounded-panel" />
  </div>
);
