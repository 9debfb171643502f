import { text } from '@giftlane/contract/messages.ts';
import type { Currency, Totals } from '@giftlane/contract/money.ts';
import { type SumKind, sumRows } from '@giftlane/contract/sums.ts';
import { Info } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cx } from '../ui/cx.ts';
import { Money } from './money.tsx';

interface HelpProps {
  label: string;
  open: boolean;
  controls: string;
  onPress: () => void;
}

function HelpButton({ label, open, controls, onPress }: HelpProps) {
  return (
    <button
      type="button"
      aria-label={text('cart.meaning', { label })}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onPress}
      className="inline-flex size-8 items-center justify-center rounded-pill text-soft hover:text-ink aria-expanded:text-leaf"
    >
      <Info aria-hidden="true" className="size-4" />
    </button>
  );
}

interface RowProps {
  label: string;
  /** What the line means, shown below it on request: by a press, so that a thumb and a keyboard can. */
  help?: string | undefined;
  strong?: boolean;
  children: ReactNode;
}

/** A line of a list of amounts. */
export function SumRow({ label, help, strong, children }: RowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4',
        help === undefined && 'py-1',
        strong && 'mt-2 border-t border-line pt-2 text-17 font-semibold',
      )}
    >
      <dt className={cx('flex items-center gap-1', !strong && 'text-soft')}>
        {label}
        {help !== undefined && (
          <HelpButton label={label} open={open} controls={id} onPress={() => setOpen(!open)} />
        )}
      </dt>
      <dd>{children}</dd>
      {help !== undefined && (
        <dd id={id} className="basis-full text-13 font-normal text-soft" hidden={!open}>
          {open && <span className="block pb-2">{help}</span>}
        </dd>
      )}
    </div>
  );
}

const words: Record<SumKind, { label: string; help: string }> = {
  subtotal: { label: text('cart.subtotal'), help: text('cart.subtotal.help') },
  discount: { label: text('cart.discount'), help: text('cart.discount.help') },
  afterDiscount: { label: text('cart.afterDiscount'), help: text('cart.afterDiscount.help') },
  serviceCharge: { label: text('cart.serviceCharge'), help: text('cart.serviceCharge.help') },
  total: { label: text('cart.total'), help: text('cart.total.help') },
};

interface SumRowsProps {
  totals: Totals;
  currency: Currency;
  /** Each line says on request what it means. */
  explained?: boolean;
  /** What the last line is called. */
  total?: string;
}

/** From what the cards cost to what is paid (CART-05): the same lines wherever an order is added up. */
export function SumRows({ totals, currency, explained, total }: SumRowsProps) {
  return sumRows(totals).map(({ kind, minor }) => (
    <SumRow
      key={kind}
      label={kind === 'total' && total ? total : words[kind].label}
      help={explained ? words[kind].help : undefined}
      strong={kind === 'total'}
    >
      <Money
        minor={minor}
        currency={currency}
        {...(kind === 'discount' && { className: 'font-medium text-leaf' })}
      />
    </SumRow>
  ));
}

interface TotalsListProps {
  totals: Totals;
  currency: Currency;
  /** What the wallet gives; nothing is said about it when it gives nothing. */
  walletMinor: bigint;
}

/** The totals of what is not paid yet. */
export function TotalsList({ totals, currency, walletMinor }: TotalsListProps) {
  const money = (minor: bigint) => <Money minor={minor} currency={currency} />;
  return (
    <dl>
      <SumRows totals={totals} currency={currency} explained />
      {walletMinor > 0n && (
        <>
          <SumRow label={text('cart.fromWallet')} help={text('cart.fromWallet.help')}>
            {money(-walletMinor)}
          </SumRow>
          <SumRow label={text('cart.toPay')} help={text('cart.toPay.help')} strong>
            {money(totals.payableMinor - walletMinor)}
          </SumRow>
        </>
      )}
      {totals.cashbackMinor > 0n && (
        <SumRow label={text('cart.cashback')} help={text('cart.cashback.help')}>
          <span className="font-medium text-leaf">{money(totals.cashbackMinor)}</span>
        </SumRow>
      )}
    </dl>
  );
}
