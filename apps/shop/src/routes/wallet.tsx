import { text } from '@giftlane/contract/messages.ts';
import { FileText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
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
import { requireMember } from '../lib/guards.ts';
import { useMember } from '../lib/member.ts';
import { queryClient } from '../lib/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';

const Pictures = lazy(() => import('../features/wallet/pictures.tsx'));
const StatementDialog = lazy(() => import('../features/wallet/statement-dialog.tsx'));

export const loader = requireMember((_member, { request }) => {
  const { page, ...filter } = readShown(new URL(request.url).searchParams);
  void queryClient.prefetchQuery(transactionsQuery(page, filter));
  void queryClient.prefetchQuery(termsQuery);
  return null;
});

/** Coins join once they have wallets; `coin` in the address then picks theirs (WAL-05 to WAL-07, decision 73). */
const tabs = [{ value: 'wallet', label: text('wallet.tab.wallet') }];

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

/** The wallet: tiles, adding money, balance, sending, redeeming, address, movements (ROUTE-31, WAL-01). */
export function Component() {
  const member = useMember();
  const [stating, setStating] = useState(false);
  return (
    <Page title={text('wallet.title')}>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[22rem_minmax(0,1fr)] xl:gap-8">
        {member && (
          <div className="space-y-4">
            <Tiles member={member} />
            <AddMoneyBox member={member} />
          </div>
        )}
        <Tabs tabs={tabs} value="wallet" onChange={() => undefined} label={text('wallet.tabs')}>
          <div className="space-y-4">
            {member && <Balance member={member} />}
            {member && <Address member={member} />}
            <Movements onStatement={() => setStating(true)} />
            <Disclosure summary={text('proof.about')}>
              <p className="mb-4 max-w-prose">{text('proof.intro')}</p>
              <BookWords />
            </Disclosure>
          </div>
        </Tabs>
      </div>
      <Suspense fallback={null}>
        {member && <Pictures />}
        {member && stating && <StatementDialog member={member} onClose={() => setStating(false)} />}
      </Suspense>
    </Page>
  );
}
