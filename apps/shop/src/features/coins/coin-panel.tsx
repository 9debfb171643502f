import type { User } from '@giftlane/contract/accounts.ts';
import { lazy, Suspense } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { Failed } from '../../ui/state.tsx';
import { CoinRoomShape } from './coin-room-shape.tsx';
import type { useShownWallet } from './use-shown-wallet.ts';

const CoinRoom = lazy(() => import('./coin-room.tsx'));

/** The wallet of a coin, or what stands in its place. */
export function CoinPanel({
  member,
  shown,
}: {
  member: User;
  shown: ReturnType<typeof useShownWallet>;
}) {
  const { wallet, failure, refetch, page, showPage } = shown;
  if (failure) return <Failed message={messageOf(failure)} onRetry={refetch} />;
  if (!wallet) return <CoinRoomShape />;
  return (
    <Suspense fallback={<CoinRoomShape />}>
      <CoinRoom key={wallet.coin} member={member} wallet={wallet} page={page} onPage={showPage} />
    </Suspense>
  );
}
