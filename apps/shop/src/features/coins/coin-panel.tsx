import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { lazy, Suspense } from 'react';
import { CoinRoomShape } from './coin-room-shape.tsx';
import type { useShownWallet } from './use-shown-wallet.ts';

/** Replaces `CoinRoom` when its script could not be loaded. */
const NotFetched = () => (
  <LoadFailed error={text('error.serverUnavailable')} onRetry={() => location.reload()} />
);

const CoinRoom = lazy(async () => {
  try {
    return await import('./coin-room.tsx');
  } catch (cause) {
    console.warn('The room of a coin did not come:', cause);
    return { default: NotFetched };
  }
});

/** The wallet of a coin, or its loading or failure. */
export function CoinPanel({
  member,
  shown,
}: {
  member: User;
  shown: ReturnType<typeof useShownWallet>;
}) {
  const { wallet, failure, refetch, page, showPage } = shown;
  if (failure) return <LoadFailed error={failure} onRetry={refetch} />;
  if (!wallet) return <CoinRoomShape />;
  return (
    <Suspense fallback={<CoinRoomShape />}>
      <CoinRoom key={wallet.coin} member={member} wallet={wallet} page={page} onPage={showPage} />
    </Suspense>
  );
}
