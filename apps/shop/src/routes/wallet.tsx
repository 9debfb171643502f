import { text } from '@giftlane/contract/messages.ts';
import { useSearchParams } from 'react-router';
import { AddMoneyBox } from '../features/wallet/add-money-box.tsx';
import { Address } from '../features/wallet/address.tsx';
import { Balance } from '../features/wallet/balance.tsx';
import { termsQuery } from '../features/wallet/terms.ts';
import { Tiles } from '../features/wallet/tiles.tsx';
import { Transactions, transactionsQuery } from '../features/wallet/transactions.tsx';
import { requireMember } from '../lib/guards.ts';
import { useMember } from '../lib/member.ts';
import { queryClient } from '../lib/query-client.ts';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';

export const loader = requireMember(() => {
  void queryClient.prefetchQuery(transactionsQuery(1));
  void queryClient.prefetchQuery(termsQuery);
  return null;
});

/** Coins join once they have wallets; `coin` in the address then picks theirs (WAL-05 to WAL-07, decision 73). */
const tabs = [{ value: 'wallet', label: text('wallet.tab.wallet') }];

/** The wallet: tiles, adding money, balance, sending, redeeming, address, movements (ROUTE-31, WAL-01). */
export function Component() {
  const member = useMember();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1);
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
            <section aria-labelledby="wallet-transactions" className="pt-4">
              <h2 id="wallet-transactions" className="mb-3 text-21">
                {text('wallet.transactions')}
              </h2>
              <Transactions
                page={page}
                onPage={(next) => setParams(next > 1 ? { page: String(next) } : {})}
              />
            </section>
          </div>
        </Tabs>
      </div>
    </Page>
  );
}
