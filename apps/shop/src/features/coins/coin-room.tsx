import type { User } from '@giftlane/contract/members/accounts.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { useQuery } from '@tanstack/react-query';
import { coinWalletsQuery } from '../../rooms/coins/coins.ts';
import { CoinBalance } from './coin-balance.tsx';
import { coinRoomTop } from './coin-room-shape.tsx';
import { Receive } from './receive.tsx';
import { Transfers } from './transfers/transfers.tsx';
import { lookAgainMs, transfersQuery } from './transfers/transfers-query.ts';

interface CoinRoomProps {
  member: User;
  wallet: CoinWallet;
  /** Of its transfers. */
  page: number;
  onPage: (page: number) => void;
}

/** A coin's wallet: what it holds, where it receives, what moved (COIN-04). It follows the chain by itself. */
export default function CoinRoom({ member, wallet, page, onPage }: CoinRoomProps) {
  const transfers = useQuery({
    ...transfersQuery(wallet.coin, page),
    refetchInterval: ({ state }) => lookAgainMs(wallet, state.data),
  });
  // With the transfers goes what they leave, and where the next is received.
  useQuery({ ...coinWalletsQuery, refetchInterval: lookAgainMs(wallet, transfers.data) });
  return (
    <div className="space-y-4">
      <div className={coinRoomTop}>
        <CoinBalance wallet={wallet} member={member} />
        <Receive wallet={wallet} />
      </div>
      <Transfers wallet={wallet} page={page} transfers={transfers} onPage={onPage} />
    </div>
  );
}
