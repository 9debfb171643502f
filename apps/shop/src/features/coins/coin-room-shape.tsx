import { Skeleton } from '../../ui/skeleton.tsx';

/** A coin's wallet while it is on its way. */
export const CoinRoomShape = () => (
  <div className="space-y-4">
    <div className="flow-root space-y-4">
      <Skeleton className="h-72 rounded-panel md:h-64" />
      <Skeleton className="h-112 rounded-panel md:h-72" />
    </div>
    <Skeleton className="clear-left h-64 rounded-panel" />
  </div>
);
