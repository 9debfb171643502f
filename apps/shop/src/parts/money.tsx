import { type Currency, formatMoney } from '@giftlane/contract/money.ts';
import { cx } from '../ui/cx.ts';

/** A face value: cents only where there are some, e.g. "$25". */
export function formatFace(minor: bigint, currency: Currency): string {
  const whole = formatMoney(minor, currency);
  return minor % 100n === 0n ? whole.replace(/[.,]00(?=\D*$)/, '') : whole;
}

interface MoneyProps {
  minor: bigint;
  currency: Currency;
  className?: string;
}

/** An amount, in figures of one width. */
export function Money({ minor, currency, className }: MoneyProps) {
  return (
    <span className={cx('whitespace-nowrap tabular-nums', className)}>
      {formatMoney(minor, currency)}
    </span>
  );
}

/** The value printed on a card. */
export function Face({ minor, currency, className }: MoneyProps) {
  return (
    <span className={cx('whitespace-nowrap tabular-nums', className)}>
      {formatFace(minor, currency)}
    </span>
  );
}
