import { type Currency, formatFace, formatMoney } from '@giftlane/contract/money/money.ts';
import { cx } from '@giftlane/ui/cx.ts';

export { formatFace };

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
export function FaceValue({ minor, currency, className }: MoneyProps) {
  return (
    <span className={cx('whitespace-nowrap tabular-nums', className)}>
      {formatFace(minor, currency)}
    </span>
  );
}
