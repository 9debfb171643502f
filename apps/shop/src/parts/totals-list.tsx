import { text } from '@giftlane/contract/messages.ts';
import type { Currency, Totals } from '@giftlane/contract/money.ts';
import { Info } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cx } from '../ui/cx.ts';
import { Money } from './money.tsx';

interface RowProps {
  label: string;
  /** What the line means, shown below it on request: by a press, so that a thumb and a keyboard can. */
  help: string;
  strong?: boolean;
  children: ReactNode;
}

function Row({ label, help, strong, children }: RowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4',
        strong && 'mt-2 border-t border-line pt-2 text-17 font-semibold',
      )}
    >
      <dt className={cx('flex items-center gap-1', !strong && 'text-soft')}>
        {label}
        <button
          type="button"
          aria-label={text('cart.meaning', { label })}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="inline-flex size-8 items-center justify-center rounded-pill text-soft hover:text-ink aria-expanded:text-leaf"
        >
          <Info aria-hidden="true" className="size-4" />
        </button>
      </dt>
      <dd>{children}</dd>
      <dd id={id} className="basis-full text-13 font-normal text-soft" hidden={!open}>
        {open && <span className="block pb-2">{help}</span>}
      </dd>
    </div>
  );
}

interface TotalsListProps {
  totals: Totals;
  currency: Currency;
  /** What the wallet gives; nothing is said about it when it gives nothing. */
  walletMinor: bigint;
}

/** The totals of a cart or order, as the contract adds them up (CART-05). */
export function TotalsList({ totals, currency, walletMinor }: TotalsListProps) {
  const money = (minor: bigint) => <Money minor={minor} currency={currency} />;
  return (
    <dl>
      <Row label={text('cart.subtotal')} help={text('cart.subtotal.help')}>
        {money(totals.subtotalMinor)}
      </Row>
      {totals.serviceChargeMinor > 0n && (
        <Row label={text('cart.serviceCharge')} help={text('cart.serviceCharge.help')}>
          {money(totals.serviceChargeMinor)}
        </Row>
      )}
      {totals.discountMinor > 0n && (
        <Row label={text('cart.discount')} help={text('cart.discount.help')}>
          <span className="text-coral-ink">{money(-totals.discountMinor)}</span>
        </Row>
      )}
      <Row label={text('cart.total')} help={text('cart.total.help')} strong>
        {money(totals.payableMinor)}
      </Row>
      {walletMinor > 0n && (
        <>
          <Row label={text('cart.fromWallet')} help={text('cart.fromWallet.help')}>
            {money(-walletMinor)}
          </Row>
          <Row label={text('cart.toPay')} help={text('cart.toPay.help')} strong>
            {money(totals.payableMinor - walletMinor)}
          </Row>
        </>
      )}
      {totals.cashbackMinor > 0n && (
        <Row label={text('cart.cashback')} help={text('cart.cashback.help')}>
          <span className="font-medium text-leaf">{money(totals.cashbackMinor)}</span>
        </Row>
      )}
    </dl>
  );
}
