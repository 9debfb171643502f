import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { walletTransactionSchema } from '@giftlane/contract/money/wallet.ts';
import { formatDate, formatTime } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { Badge, type Tone } from '@giftlane/ui/layout/badge.tsx';
import { ChevronDown, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import type * as z from 'zod';
import { Direction } from '../../../rooms/money/direction.tsx';
import { orderPath } from '../../../rooms/orders/orders.ts';
import { fromList } from '../../../rooms/pages/back-link.tsx';

export type Transaction = z.output<typeof walletTransactionSchema>;

/** Tones and names of states (WAL-15 to WAL-17). */
const states: Record<Transaction['eStatus'], { tone: Tone; name: string }> = {
  Denied: { tone: 'waiting', name: text('wallet.txStatus.denied') },
  Pending: { tone: 'waiting', name: text('wallet.txStatus.pending') },
  Processing: { tone: 'info', name: text('wallet.txStatus.processing') },
  Refunded: { tone: 'success', name: text('wallet.txStatus.refunded') },
  Complete: { tone: 'success', name: text('wallet.txStatus.complete') },
};

/** The page of a movement's order. */
function pathOf({ eKind, sOrderId }: Transaction): string | undefined {
  if (!sOrderId || eKind === 'add' || eKind === 'freeze') return undefined;
  return eKind === 'sell' ? '/account/orders?tab=sell' : orderPath(sOrderId);
}

/** The state as a badge, plain for an unknown state (WAL-18). */
function StatusBadge({ status }: { status: Transaction['eStatus'] }) {
  const { tone, name } = states[status] ?? { tone: 'plain', name: status };
  return <Badge tone={tone}>{name}</Badge>;
}

/** Time, state, and links to order and proof. */
function Details({ transaction }: { transaction: Transaction }) {
  const { _id, sDescription, dCreatedAt, eStatus } = transaction;
  const order = pathOf(transaction);
  return (
    <div className="pb-4 text-13 sm:ps-12">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
        {formatDate(dCreatedAt)}, {formatTime(dCreatedAt)}
        <StatusBadge status={eStatus} />
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        {order && (
          <ButtonLink to={order} size="small">
            {text('home.face.open')}
          </ButtonLink>
        )}
        <Link
          to={`/account/wallet/proof/${_id}`}
          state={fromList}
          aria-label={text('ui.labelled', {
            label: text('wallet.marks.check'),
            value: sDescription,
          })}
          className="inline-flex min-h-9 items-center gap-1.5 rounded-small px-2 font-medium underline underline-offset-4"
        >
          <ShieldCheck aria-hidden="true" className="size-4" />
          {text('wallet.marks.check')}
        </Link>
      </p>
    </div>
  );
}

/** A movement, titled by its brands or description; a press opens the details. */
export function TransactionRow({ transaction }: { transaction: Transaction }) {
  const { sType, sDescription, sBrands, sNote, nTotalAmount, eCurrency, eStatus } = transaction;
  const incoming = sType === 'credit';
  return (
    <li className="border-b border-line last:border-b-0">
      <details className="group">
        <summary className="flex items-center gap-3 py-3 marker:content-none">
          <Direction incoming={incoming} undone={eStatus === 'Denied'}>
            <span className="sr-only">
              {text(incoming ? 'wallet.transactions.in' : 'wallet.transactions.out')}
            </span>
          </Direction>
          <span className="min-w-0 grow">
            <span className="block font-medium leading-snug text-balance">
              {sBrands || sDescription}
            </span>
            {sBrands && <span className="block text-13 text-soft">{sDescription}</span>}
            {sNote && <span className="block text-13 break-words text-soft">“{sNote}”</span>}
          </span>
          <span className="flex flex-col items-end gap-1">
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
            {/* The usual state is only in the details (WAL-17). */}
            {eStatus !== 'Complete' && <StatusBadge status={eStatus} />}
          </span>
          <ChevronDown
            aria-hidden="true"
            className="size-4 shrink-0 text-soft transition-transform group-open:rotate-180"
          />
        </summary>
        <Details transaction={transaction} />
      </details>
    </li>
  );
}
