import type { Currency, Totals } from '@giftlane/contract/money/money.ts';
import { type SumKind, sumRows } from '@giftlane/contract/money/sums.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { Info } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
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
  help?: ReactNode;
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
        'grid grid-cols-[1fr_auto] items-center gap-x-2 max-[18rem]:grid-cols-1',
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
        <dd id={id} className="col-span-full text-13 font-normal text-soft" hidden={!open}>
          {open && <span className="block pb-2">{help}</span>}
        </dd>
      )}
    </div>
  );
}

/** What a line is called, and what it means where its name does not say so. */
const words: Record<SumKind, { label: string; help?: string }> = {
  subtotal: { label: text('cart.subtotal') },
  discount: { label: text('cart.discount') },
  afterDiscount: { label: text('cart.afterDiscount') },
  serviceCharge: { label: text('cart.serviceCharge'), help: text('cart.serviceCharge.help') },
  total: { label: text('cart.total'), help: text('cart.total.help') },
};

interface SumRowsProps {
  totals: Totals;
  currency: Currency;
  /** Lines that need it say on request what they mean. */
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

interface ShareRowsProps {
  payableMinor: bigint;
  /** What the wallet gives; nothing is said about it when it gives nothing. */
  walletMinor: bigint;
  currency: Currency;
  /** What the rest is called. */
  rest?: string;
}

/** What the wallet takes off the total, and what is left of it, where anything is, while an order is not paid. */
export function ShareRows(props: ShareRowsProps) {
  const { payableMinor, walletMinor, currency, rest = text('cart.toPay') } = props;
  const restMinor = payableMinor - walletMinor;
  if (walletMinor === 0n) return null;
  return (
    <>
      <SumRow label={text('cart.fromWallet')}>
        <Money minor={-walletMinor} currency={currency} />
      </SumRow>
      {restMinor > 0n && (
        <SumRow label={rest} strong>
          <Money minor={restMinor} currency={currency} className="font-display text-21" />
        </SumRow>
      )}
    </>
  );
}

interface TotalsListProps {
  totals: Totals;
  currency: Currency;
  walletMinor: bigint;
  /** The rest was sent, and is not known to be there yet. */
  onItsWay?: boolean;
}

/** The totals of what is not paid yet. */
export function TotalsList({ totals, currency, walletMinor, onItsWay }: TotalsListProps) {
  const { payableMinor, cashbackMinor } = totals;
  return (
    <dl>
      <SumRows totals={totals} currency={currency} explained />
      <ShareRows
        {...{ payableMinor, walletMinor, currency }}
        {...(onItsWay && { rest: text('orders.receipt.onItsWay') })}
      />
      {cashbackMinor > 0n && (
        <SumRow label={text('cart.cashback')} help={text('cart.cashback.help')}>
          <span className="font-medium text-leaf">
            +<Money minor={cashbackMinor} currency={currency} />
          </span>
        </SumRow>
      )}
    </dl>
  );
}
