import { text } from '@giftlane/contract/messages.ts';
import type { Currency, Totals } from '@giftlane/contract/money.ts';
import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import { Money } from './money.tsx';

function Row({
  label,
  strong,
  children,
}: {
  label: string;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={cx(
        'flex items-baseline justify-between gap-4 py-1.5',
        strong && 'mt-2 border-t border-line pt-3 text-17 font-semibold',
      )}
    >
      <dt className={strong ? undefined : 'text-soft'}>{label}</dt>
      <dd>{children}</dd>
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
      <Row label={text('cart.subtotal')}>{money(totals.subtotalMinor)}</Row>
      {totals.serviceChargeMinor > 0n && (
        <Row label={text('cart.serviceCharge')}>{money(totals.serviceChargeMinor)}</Row>
      )}
      {totals.discountMinor > 0n && (
        <Row label={text('cart.discount')}>
          <span className="text-coral-ink">{money(-totals.discountMinor)}</span>
        </Row>
      )}
      <Row label={text('cart.total')} strong>
        {money(totals.payableMinor)}
      </Row>
      {walletMinor > 0n && (
        <>
          <Row label={text('cart.fromWallet')}>{money(-walletMinor)}</Row>
          <Row label={text('cart.toPay')} strong>
            {money(totals.payableMinor - walletMinor)}
          </Row>
        </>
      )}
      {totals.cashbackMinor > 0n && (
        <Row label={text('cart.cashback')}>
          <span className="font-medium text-leaf">{money(totals.cashbackMinor)}</span>
        </Row>
      )}
    </dl>
  );
}
