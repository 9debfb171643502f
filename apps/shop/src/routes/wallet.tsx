import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { optional } from '@giftlane/ui/browser/optional.ts';
import { Disclosure } from '@giftlane/ui/controls/disclosure.tsx';
import { Tabs } from '@giftlane/ui/controls/tabs.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { CoinPanel } from '../features/coins/coin-panel.tsx';
import { CoinTiles } from '../features/coins/coin-tiles.tsx';
import { readShownWallet } from '../features/coins/shown-wallet.ts';
import { transfersQuery } from '../features/coins/transfers/transfers-query.ts';
import { useShownWallet } from '../features/coins/use-shown-wallet.ts';
import { BookWords } from '../features/proof/book-words.tsx';
import { AddMoneyBox } from '../features/wallet/add-money/add-money-box.tsx';
import { Address } from '../features/wallet/address.tsx';
import { Balance } from '../features/wallet/balance.tsx';
import { Movements, OnceMoved } from '../features/wallet/movements/movements.tsx';
import { transactionsQuery } from '../features/wallet/movements/transactions.tsx';
import { readShown } from '../features/wallet/movements/wallet-filter.ts';
import { RedeemButton } from '../features/wallet/redeem/redeem-button.tsx';
import { termsQuery } from '../features/wallet/terms.ts';
import { Tiles } from '../features/wallet/tiles.tsx';
import { coinRateQuery, coinWalletsQuery } from '../rooms/coins/coins.ts';
import { requireMember } from '../session/guards.ts';
import { useMember } from '../session/member.ts';

const Pictures = optional(
  async () => (await import('../features/wallet/pictures/pictures.tsx')).default,
);
const StatementDialog = lazy(() => import('../features/wallet/statement/statement-dialog.tsx'));

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

/** The wallet: tiles, adding money, balance, sending, redeeming, address, movements (ROUTE-31, WAL-01). */
export function Component() {
  const member = useMember();
  const [stating, setStating] = useState(false);
  const shown = useShownWallet();
  const { coin } = shown;
  const view = useRef<HTMLDivElement>(null);
  const before = useRef(coin);
  // A tile that leads to another wallet goes with the one it stood in: the focus goes on at that wallet's tab.
  useEffect(() => {
    if (coin === before.current) return;
    before.current = coin;
    if (document.activeElement === document.body)
      view.current
        ?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
        ?.focus({ preventScroll: true });
  }, [coin]);
  return (
    <Page title={text('wallet.title')}>
      <div ref={view}>
        <Tabs
          tabs={shown.tabs}
          value={coin ?? 'wallet'}
          onChange={shown.show}
          label={text('wallet.tabs')}
        >
          {member && coin && (
            <>
              <CoinPanel member={member} shown={shown} />
              <div className="mt-8 grid gap-3 md:grid-cols-2 md:gap-4">
                <div className="space-y-3">
                  <Tiles member={member}>
                    <CoinTiles />
                  </Tiles>
                  <RedeemButton member={member} />
                </div>
                <AddMoneyBox member={member} />
              </div>
            </>
          )}
          {member && !coin && (
            // What is done most comes first, then what moved; what is looked at seldom stands beside or below it.
            <>
              <div className="grid grid-cols-1 gap-3 md:grid-cols-2 md:gap-4">
                <Balance member={member} />
                <AddMoneyBox member={member} />
              </div>
              <div className="mt-6 grid grid-cols-1 items-start gap-x-8 gap-y-6 md:mt-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
                <Movements onStatement={() => setStating(true)} />
                <div className="space-y-4">
                  <Tiles member={member}>
                    <CoinTiles />
                  </Tiles>
                  <Address member={member} />
                </div>
              </div>
              <OnceMoved>
                <Suspense fallback={null}>
                  <Pictures />
                </Suspense>
                <div className="mt-8 text-13 text-soft">
                  <Disclosure
                    summary={
                      <span className="flex items-center gap-2 font-normal">
                        <ShieldCheck aria-hidden="true" className="size-4 shrink-0" />
                        {text('proof.about')}
                      </span>
                    }
                  >
                    <p className="mb-4 max-w-prose">{text('proof.intro')}</p>
                    <BookWords />
                  </Disclosure>
                </div>
              </OnceMoved>
            </>
          )}
        </Tabs>
      </div>
      <Suspense fallback={null}>
        {member && stating && <StatementDialog member={member} onClose={() => setStating(false)} />}
      </Suspense>
    </Page>
  );
}
