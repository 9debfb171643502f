import type { User } from '@giftlane/contract/accounts.ts';
import type { CoinName } from '@giftlane/contract/coins.ts';
import { text } from '@giftlane/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { CoinRoomShape } from '../features/coins/coin-room-shape.tsx';
import { CoinTiles } from '../features/coins/coin-tiles.tsx';
import { readShownWallet, writeShownWallet } from '../features/coins/shown-wallet.ts';
import { transfersQuery } from '../features/coins/transfers-query.ts';
import { BookWords } from '../features/proof/book-words.tsx';
import { AddMoneyBox } from '../features/wallet/add-money-box.tsx';
import { Address } from '../features/wallet/address.tsx';
import { Balance } from '../features/wallet/balance.tsx';
import { FilterBar } from '../features/wallet/filter-bar.tsx';
import { termsQuery } from '../features/wallet/terms.ts';
import { Tiles } from '../features/wallet/tiles.tsx';
import { Transactions, transactionsQuery } from '../features/wallet/transactions.tsx';
import { noWalletFilter, readShown, writeShown } from '../features/wallet/wallet-filter.ts';
import { useAddressState } from '../lib/address-state.ts';
import { messageOf } from '../lib/api-error.ts';
import { requireMember } from '../lib/guards.ts';
import { useMember } from '../lib/member.ts';
import { queryClient } from '../lib/query-client.ts';
import { coinRateQuery, coinWalletsQuery, hasWallet } from '../parts/coins.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Page } from '../ui/page.tsx';
import { Failed } from '../ui/state.tsx';
import { Tabs } from '../ui/tabs.tsx';

const CoinRoom = lazy(() => import('../features/coins/coin-room.tsx'));
const Pictures = lazy(() => import('../features/wallet/pictures.tsx'));
const StatementDialog = lazy(() => import('../features/wallet/statement-dialog.tsx'));

export const loader = requireMember((_member, { request }) => {
  const { searchParams } = new URL(request.url);
  void queryClient.prefetchQuery(coinWalletsQuery);
  const shown = readShownWallet(searchParams);
  if (shown.coin) {
    void queryClient.prefetchQuery(transfersQuery(shown.coin, shown.page));
    void queryClient.prefetchQuery(coinRateQuery(shown.coin));
    return null;
  }
  const { page, ...filter } = readShown(searchParams);
  void queryClient.prefetchQuery(transactionsQuery(page, filter));
  void queryClient.prefetchQuery(termsQuery);
  return null;
});

/** The movements that are looked for; what is looked for is in the address. */
function Movements({ onStatement }: { onStatement: () => void }) {
  const [{ page, ...filter }, change] = useAddressState(readShown, writeShown);
  return (
    <section aria-labelledby="wallet-transactions" className="pt-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="wallet-transactions" className="text-21">
          {text('wallet.transactions')}
        </h2>
        <Button size="small" onClick={onStatement}>
          <FileText aria-hidden="true" className="size-4" />
          {text('wallet.statement')}
        </Button>
      </div>
      <FilterBar filter={filter} onChange={(part) => change({ ...part, page: 1 })} />
      <Transactions
        page={page}
        filter={filter}
        onPage={(next) => change({ page: next }, 'push')}
        onClear={() => change({ ...noWalletFilter, page: 1 })}
      />
    </section>
  );
}

const coinTabs: Readonly<Record<CoinName, string>> = {
  BTC: text('wallet.tab.btc'),
  LTC: text('wallet.tab.ltc'),
};
const tabOf = (coin: CoinName) => ({ value: coin, label: coinTabs[coin] });

/**
 * The wallet that is shown, of those there are (WAL-05 to WAL-07). While they are being read it is the one that
 * was asked for; one that is not there is the wallet of money (decision 73).
 */
function useShownWallet() {
  const [{ coin: asked, page }, change] = useAddressState(readShownWallet, writeShownWallet);
  const { data, error, refetch } = useQuery(coinWalletsQuery);
  const created = data?.filter(hasWallet).map(({ coin }) => coin) ?? (asked ? [asked] : []);
  const coin = created.find((one) => one === asked);
  return {
    coin,
    wallet: data?.find((one) => one.coin === coin),
    failure: data ? null : error,
    refetch: () => void refetch(),
    page,
    tabs: [{ value: 'wallet', label: text('wallet.tab.wallet') }, ...created.map(tabOf)],
    show: (tab: string) => change({ coin: created.find((one) => one === tab), page: 1 }, 'push'),
    showPage: (next: number) => change({ coin, page: next }, 'push'),
  };
}

/** The wallet of a coin, or what stands in its place. */
function CoinPanel({ member, shown }: { member: User; shown: ReturnType<typeof useShownWallet> }) {
  const { wallet, failure, refetch, page, showPage } = shown;
  if (failure) return <Failed message={messageOf(failure)} onRetry={refetch} />;
  if (!wallet) return <CoinRoomShape />;
  return (
    <Suspense fallback={<CoinRoomShape />}>
      <CoinRoom key={wallet.coin} member={member} wallet={wallet} page={page} onPage={showPage} />
    </Suspense>
  );
}

/** The wallet: tiles, adding money, balance, sending, redeeming, address, movements (ROUTE-31, WAL-01). */
export function Component() {
  const member = useMember();
  const [stating, setStating] = useState(false);
  const shown = useShownWallet();
  const { coin } = shown;
  return (
    <Page title={text('wallet.title')}>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[22rem_minmax(0,1fr)] xl:gap-8">
        {member && (
          <div className="flex flex-col gap-4">
            <Tiles member={member} current={!coin}>
              <CoinTiles current={coin} />
            </Tiles>
            {/* On a phone the coin that was chosen follows its tile at once. */}
            <div className={coin && 'max-xl:hidden'}>
              <AddMoneyBox member={member} />
            </div>
          </div>
        )}
        <Tabs
          tabs={shown.tabs}
          value={coin ?? 'wallet'}
          onChange={shown.show}
          label={text('wallet.tabs')}
        >
          {coin ? (
            member && <CoinPanel member={member} shown={shown} />
          ) : (
            <div className="space-y-4">
              {member && <Balance member={member} />}
              {member && <Address member={member} />}
              <Movements onStatement={() => setStating(true)} />
              <Disclosure summary={text('proof.about')}>
                <p className="mb-4 max-w-prose">{text('proof.intro')}</p>
                <BookWords />
              </Disclosure>
            </div>
          )}
        </Tabs>
      </div>
      <Suspense fallback={null}>
        {member && !coin && <Pictures />}
        {member && stating && <StatementDialog member={member} onClose={() => setStating(false)} />}
      </Suspense>
    </Page>
  );
}
