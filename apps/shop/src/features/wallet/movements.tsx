import { text } from '@giftlane/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAddressState } from '../../lib/address-state.ts';
import { Button } from '../../ui/button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Transactions, transactionsQuery } from './transactions.tsx';
import { isFiltered, noWalletFilter, readShown, writeShown } from './wallet-filter.ts';

interface MovementsProps {
  onStatement: () => void;
  /** What is said about the lines, where there are any. */
  children: ReactNode;
}

/** The movements that are looked for; what is looked for is in the address. */
export function Movements({ onStatement, children }: MovementsProps) {
  const [{ page, ...filter }, change] = useAddressState(readShown, writeShown);
  const { data, isPlaceholderData } = useQuery(transactionsQuery(page, filter));
  const none = !isPlaceholderData && data?.total === 0 && !isFiltered(filter);
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
      {!none && <FilterBar filter={filter} onChange={(part) => change({ ...part, page: 1 })} />}
      <Transactions
        page={page}
        filter={filter}
        onPage={(next) => change({ page: next }, 'push')}
        onClear={() => {
          change({ ...noWalletFilter, page: 1 });
          document.querySelector('main')?.focus({ preventScroll: true }); // The button is gone.
        }}
      />
      {!none && <div className="mt-4">{children}</div>}
    </section>
  );
}
