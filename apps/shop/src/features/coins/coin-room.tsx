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
  /** The page of its transfers. */
  page: number;
  onPage: (page: number) => void;
}

/** A coin wallet: balance, receiving address, transfers (COIN-04). It polls for changes of the chain. */
export default function CoinRoom({ member, wallet, page, onPage }: CoinRoomProps) {
  const transfers = useQuery({
    ...transfersQuery(wallet.coin, page),
    refetchInterval: ({ state }) => lookAgainMs(wallet, state.data),
  });
  // Balance and receiving address change with the transfers.
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
