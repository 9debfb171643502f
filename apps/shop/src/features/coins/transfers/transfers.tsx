import { Loaded } from '@giftlane/client/loaded.tsx';
import type { ListPage } from '@giftlane/client/queries.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import type { CoinTransfer } from '@giftlane/contract/money/crypto.ts';
import { text } from '@giftlane/texts/text.ts';
import { Pager } from '@giftlane/ui/controls/pager.tsx';
import { MovementSkeletons } from '@giftlane/ui/layout/skeleton.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import { EmptyReceipt } from '../../../rooms/pages/drawings.tsx';
import { TransferRow } from './transfer-row.tsx';
import { transfersPerPage } from './transfers-query.ts';

interface TransfersProps {
  wallet: CoinWallet;
  page: number;
  transfers: UseQueryResult<ListPage<readonly CoinTransfer[]>>;
  onPage: (page: number) => void;
}

const Waiting = () => (
  <div role="status">
    <MovementSkeletons count={5} />
    <p className="mt-3 text-13 text-soft">{text('wallet.loading')}</p>
  </div>
);

/** The transfers of a coin wallet, newest first. */
export function Transfers({ wallet: { coin }, page, transfers, onPage }: TransfersProps) {
  return (
    <section aria-labelledby="coin-transfers" className="pt-4">
      <h2 id="coin-transfers" className="mb-3 text-21">
        {text('coins.transfers', { coin })}
      </h2>
      <Loaded query={transfers} waiting={<Waiting />}>
        {({ items, total }) =>
          total === 0 ? (
            <Empty
              drawing={<EmptyReceipt />}
              title={text('wallet.coin.empty', { coin })}
              hint={text('coins.empty.hint')}
            />
          ) : (
            <>
              <ul>
                {items.map((transfer) => (
                  <TransferRow key={transfer.id} transfer={transfer} />
                ))}
              </ul>
              <Pager page={page} pages={Math.ceil(total / transfersPerPage)} onPage={onPage} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
