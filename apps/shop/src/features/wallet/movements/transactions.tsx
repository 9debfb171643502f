import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { apiPageQuery } from '@giftlane/client/queries.ts';
import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Pager } from '@giftlane/ui/controls/pager.tsx';
import { LineSkeleton, MovementSkeletons } from '@giftlane/ui/layout/skeleton.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { EmptyReceipt } from '../../../rooms/pages/drawings.tsx';
import { TransactionRow } from './transaction-row.tsx';
import { isFiltered, noWalletFilter, queryOf, type WalletFilter } from './wallet-filter.ts';

/** WAL-14. */
export const movementsPerPage = 10;

export const transactionsQuery = (page: number, filter: WalletFilter = noWalletFilter) =>
  queryOptions({
    ...apiPageQuery('GET /wallet/transactions', {
      query: { page, limit: movementsPerPage, ...queryOf(filter) },
    }),
    placeholderData: keepPreviousData,
  });

interface TransactionsProps {
  page: number;
  filter: WalletFilter;
  onPage: (page: number) => void;
  onClear: () => void;
}

/** The filtered movements of the wallet, newest first. */
export function Transactions({ page, filter, onPage, onClear }: TransactionsProps) {
  const list = useQuery(transactionsQuery(page, filter));
  const { data, error, refetch, isPlaceholderData } = list;
  if (error && !data)
    return (
      <div className="max-sm:mt-3">
        <LoadFailed error={error} onRetry={refetch} />
      </div>
    );
  // The placeholder is the previous filter's page: if empty, show the loading state instead.
  if (!data || (isPlaceholderData && data.total === 0)) {
    return (
      <div role="status">
        <LineSkeleton className="text-13" bar="h-3 w-24" />
        <MovementSkeletons count={5} />
        <p className="mt-3 text-13 text-soft">{text('wallet.loading')}</p>
      </div>
    );
  }
  if (data.items.length === 0 && isFiltered(filter)) {
    return (
      <Empty
        drawing={<EmptyReceipt />}
        title={text('wallet.filter.none')}
        hint={text('wallet.filter.none.hint')}
        action={<Button onClick={onClear}>{text('wallet.filter.clearAll')}</Button>}
      />
    );
  }
  if (data.items.length === 0) {
    const [title, hint] = [text('wallet.empty'), text('wallet.empty.hint')];
    return <Empty drawing={<EmptyReceipt />} title={title} hint={hint} inside />;
  }
  return (
    <>
      {[...Map.groupBy(data.items, ({ dCreatedAt }) => formatDate(dCreatedAt))].map(
        ([day, transactions]) => (
          <section key={day} aria-label={day} className="mt-4 first-of-type:mt-0">
            <h3 className="font-text text-13 font-medium text-soft">{day}</h3>
            <ul>
              {transactions.map((transaction) => (
                <TransactionRow key={transaction._id} transaction={transaction} />
              ))}
            </ul>
          </section>
        ),
      )}
      <Pager page={page} pages={Math.ceil(data.total / movementsPerPage)} onPage={onPage} />
    </>
  );
}
