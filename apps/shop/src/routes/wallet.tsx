import { text } from '@giftlane/contract/messages.ts';
import { useSearchParams } from 'react-router';
import { AddMoneyBox } from '../features/wallet/add-money-box.tsx';
import { Balance } from '../features/wallet/balance.tsx';
import { termsQuery } from '../features/wallet/terms.ts';
import { Transactions, transactionsQuery } from '../features/wallet/transactions.tsx';
import { requireMember } from '../lib/guards.ts';
import { useMember } from '../lib/member.ts';
import { queryClient } from '../lib/query-client.ts';
import { Page } from '../ui/page.tsx';

export const loader = requireMember(() => {
  void queryClient.prefetchQuery(transactionsQuery(1));
  void queryClient.prefetchQuery(termsQuery);
  return null;
});

/** The wallet: balance, redeeming, movements (ROUTE-31, WAL-01). */
export function Component() {
  const member = useMember();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1);
  return (
    <Page title={text('wallet.title')}>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-12">
        {member && (
          <div className="space-y-4">
            <Balance member={member} />
            <AddMoneyBox member={member} />
          </div>
        )}
        <section aria-labelledby="wallet-transactions">
          <h2 id="wallet-transactions" className="mb-3 text-21">
            {text('wallet.transactions')}
          </h2>
          <Transactions
            page={page}
            onPage={(next) => setParams(next > 1 ? { page: String(next) } : {})}
          />
        </section>
      </div>
    </Page>
  );
}
