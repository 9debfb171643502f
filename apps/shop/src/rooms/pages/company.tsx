import { cx } from '@giftlane/ui/cx.ts';
import { useOption } from '../../session/options.ts';

/** Name, address and registration of the company, as far as they are set in the options. */
export function Company({ className }: { className?: string }) {
  const lines = [
    useOption('company_name'),
    useOption('company_address'),
    useOption('company_registration'),
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <address className={cx('text-13 text-soft not-italic', className)}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </address>
  );
}
