import { text } from '@giftlane/contract/messages.ts';
import { FileText } from 'lucide-react';
import { useAddressState } from '../../lib/address-state.ts';
import { Button } from '../../ui/button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Transactions } from './transactions.tsx';
import { noWalletFilter, readShown, writeShown } from './wallet-filter.ts';

/** The movements that are looked for; what is looked for is in the address. */
export function Movements({ onStatement }: { onStatement: () => void }) {
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
