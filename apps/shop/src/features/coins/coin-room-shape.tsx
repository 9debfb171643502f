import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';

/** Balance and receiving address, side by side on wide screens. */
export const coinRoomTop = 'grid grid-cols-1 gap-4 xl:grid-cols-[2fr_3fr]';

/** A loading coin wallet. */
export const CoinRoomShape = () => (
  <div className="space-y-4">
    <div className={coinRoomTop}>
      <Skeleton className="h-64 rounded-panel xl:h-auto" />
      <Skeleton className="h-112 rounded-panel md:h-72" />
    </div>
    <Skeleton className="h-64 rounded-panel" />
  </div>
);
