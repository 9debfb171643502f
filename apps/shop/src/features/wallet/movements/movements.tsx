import { useAddressState } from '@giftlane/client/address-state.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { FiltersButton } from '../../../rooms/catalogue/filters-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { movementsPerPage, Transactions, transactionsQuery } from './transactions.tsx';
import { isFiltered, noWalletFilter, readShown, writeShown } from './wallet-filter.ts';

function useMovements() {
  const [{ page, ...filter }, change] = useAddressState(readShown, writeShown);
  const { data, isPlaceholderData } = useQuery(transactionsQuery(page, filter));
  const none = !isPlaceholderData && data?.total === 0 && !isFiltered(filter);
  const total = isPlaceholderData ? 0 : (data?.total ?? 0);
  return { page, filter, change, none, many: total >= movementsPerPage || isFiltered(filter) };
}

/** Shows its children once the wallet has movements. */
export const OnceMoved = ({ children }: { children: ReactNode }) =>
  !useMovements().none && children;

/** The movements and their filter, which is stored in the URL. */
export function Movements({ onStatement }: { onStatement: () => void }) {
  const { page, filter, change, none, many } = useMovements();
  const fields = useId();
  const count = [filter.kind, filter.from, filter.to].filter(Boolean).length;
  const [open, setOpen] = useState(count > 0);
  return (
    <section aria-labelledby="wallet-transactions" className="min-w-0">
      <div className={cx('flex flex-wrap items-center gap-2 sm:mb-3', none && 'mb-2')}>
        <h2 id="wallet-transactions" className="grow text-21">
          {text('wallet.transactions')}
        </h2>
        {!none && (
          <>
            <Button size="small" onClick={onStatement}>
              <FileText aria-hidden="true" className="size-4" />
              {text('wallet.statement')}
            </Button>
            <FiltersButton
              count={count}
              className={many ? 'sm:hidden' : undefined}
              aria-expanded={open}
              aria-controls={fields}
              onClick={() => setOpen(!open)}
            />
          </>
        )}
      </div>
      {!none && (
        <FilterBar
          id={fields}
          open={open}
          many={many}
          filter={filter}
          onChange={(part) => change({ ...part, page: 1 })}
        />
      )}
      <Transactions
        page={page}
        filter={filter}
        onPage={(next) => change({ page: next }, 'push')}
        onClear={() => {
          change({ ...noWalletFilter, page: 1 });
          document.querySelector('main')?.focus({ preventScroll: true }); // The focused button was removed.
        }}
      />
    </section>
  );
}
