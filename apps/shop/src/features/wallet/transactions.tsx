import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import type { listWalletTransactions, walletTransactionSchema } from '@giftlane/contract/wallet.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Check, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import type * as z from 'zod';
import { send } from '../../lib/api.ts';
import { messageOf } from '../../lib/api-error.ts';
import { formatDate } from '../../lib/dates.ts';
import { fromList } from '../../parts/back-link.tsx';
import { Direction } from '../../parts/direction.tsx';
import { EmptyReceipt } from '../../parts/drawings.tsx';
import { orderPath } from '../../parts/orders.ts';
import { Usual } from '../../parts/usual.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Pager } from '../../ui/pager.tsx';
import { LineSkeleton, repeat, Skeleton } from '../../ui/skeleton.tsx';
import { Empty, Failed } from '../../ui/state.tsx';
import { isFiltered, noWalletFilter, queryOf, type WalletFilter } from './wallet-filter.ts';

type Transaction = z.output<typeof walletTransactionSchema>;

/** WAL-14. */
const perPage = 10;

/** WAL-15 to WAL-17; any other state is plain (WAL-18). */
const tones: Partial<Record<string, Tone>> = {
  Denied: 'waiting',
  Pending: 'waiting',
  Processing: 'info',
  Refunded: 'success',
};
const complete = text('wallet.txStatus.complete');

export const transactionsQuery = (page: number, filter: WalletFilter = noWalletFilter) =>
  queryOptions({
    queryKey: ['wallet-transactions', page, filter],
    queryFn: async ({ signal }) => {
      const answer = await send<typeof listWalletTransactions>('GET /wallet/transactions', {
        query: { page, limit: perPage, ...queryOf(filter) },
        signal,
      });
      return { transactions: answer.data, total: answer.totalCount };
    },
    placeholderData: keepPreviousData,
  });

/** Where the order of a movement is shown. */
const pathOf = ({ eKind, sOrderId }: Transaction) =>
  eKind === 'sell' ? '/account/orders?tab=sell' : orderPath(sOrderId);

function TransactionRow({ transaction }: { transaction: Transaction }) {
  const {
    _id,
    sType,
    sDescription,
    sNote,
    eKind,
    dCreatedAt,
    nTotalAmount,
    eCurrency,
    eStatus,
    sOrderId,
  } = transaction;
  const incoming = sType === 'credit';
  const isComplete = eStatus === complete;
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-b-0">
      <Direction incoming={incoming} undone={eStatus === 'Denied'}>
        <span className="sr-only">
          {text(incoming ? 'wallet.transactions.in' : 'wallet.transactions.out')}
        </span>
      </Direction>
      <div className="min-w-0 grow">
        <p className="font-medium leading-snug text-balance">
          {sOrderId && eKind !== 'add' && eKind !== 'freeze' ? (
            <Link to={pathOf(transaction)} className="hover:underline">
              {sDescription}
            </Link>
          ) : (
            sDescription
          )}
        </p>
        <p className="flex items-center gap-x-2 text-13 whitespace-nowrap text-soft">
          {formatDate(dCreatedAt)}
          {/* What is as usual is said by a tick (WAL-17): only what is not has a word of its own. */}
          {isComplete && <Usual word={complete} />}
          <Link
            to={`/account/wallet/proof/${_id}`}
            state={fromList}
            title={text('proof.check')}
            aria-label={`${text('proof.check')}: ${sDescription}`}
            className="inline-flex size-6 items-center justify-center rounded-small hover:text-ink"
          >
            <ShieldCheck aria-hidden="true" className="size-4" />
          </Link>
        </p>
        {sNote && <p className="mt-0.5 text-13 break-words text-soft">“{sNote}”</p>}
      </div>
      <div className="flex flex-col items-end gap-1">
        <span
          className={cx(
            'font-semibold whitespace-nowrap tabular-nums',
            // What was denied moved nothing.
            eStatus === 'Denied' ? 'text-soft' : incoming && 'text-leaf',
          )}
        >
          {incoming ? '+' : '−'}
          {formatMoney(fromWire(nTotalAmount), eCurrency)}
        </span>
        {!isComplete && <Badge tone={tones[eStatus] ?? 'plain'}>{eStatus}</Badge>}
      </div>
    </li>
  );
}

/** What the two marks of the lines mean, where they are met; who listens hears it with each of them. */
function Marks() {
  return (
    <p aria-hidden="true" className="mt-0.5 flex flex-wrap gap-x-4 text-13 text-soft">
      <span className="flex items-center gap-1.5">
        <Check className="size-4 text-leaf" />
        {text('wallet.marks.done')}
      </span>
      <span className="flex items-center gap-1.5">
        <ShieldCheck className="size-4" />
        {text('wallet.marks.check')}
      </span>
    </p>
  );
}

interface TransactionsProps {
  page: number;
  filter: WalletFilter;
  onPage: (page: number) => void;
  onClear: () => void;
}

/** The wallet's movements that are looked for, newest first. */
export function Transactions({ page, filter, onPage, onClear }: TransactionsProps) {
  const list = useQuery(transactionsQuery(page, filter));
  const { data, error, refetch, isPlaceholderData } = list;
  if (error && !data)
    return (
      <div className="max-sm:mt-3">
        <Failed message={messageOf(error)} onRetry={() => void refetch()} />
      </div>
    );
  // That nothing fitted before says nothing of what fits now.
  if (!data || (isPlaceholderData && data.total === 0)) {
    return (
      <div role="status">
        <LineSkeleton className="mt-0.5 text-13" bar="h-3 w-48 max-w-full" />
        {repeat(5, (index) => (
          <div key={index} className="flex items-center gap-3 border-b border-line py-3">
            <Skeleton className="size-9 shrink-0 rounded-pill" />
            <div className="grow space-y-2 py-1">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3 w-1/4" />
            </div>
            <Skeleton className="h-5 w-20" />
          </div>
        ))}
        <p className="mt-3 text-13 text-soft">{text('wallet.loading')}</p>
      </div>
    );
  }
  if (data.transactions.length === 0 && isFiltered(filter)) {
    return (
      <Empty
        drawing={<EmptyReceipt />}
        title={text('wallet.filter.none')}
        hint={text('wallet.filter.none.hint')}
        action={<Button onClick={onClear}>{text('wallet.filter.clearAll')}</Button>}
      />
    );
  }
  if (data.transactions.length === 0) {
    return (
      <Empty
        drawing={<EmptyReceipt />}
        title={text('wallet.empty')}
        hint={text('wallet.empty.hint')}
        inside
      />
    );
  }
  return (
    <>
      <Marks />
      <ul>
        {data.transactions.map((transaction) => (
          <TransactionRow key={transaction._id} transaction={transaction} />
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(data.total / perPage)} onPage={onPage} />
    </>
  );
}
