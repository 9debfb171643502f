import { cx } from '../cx.ts';

/** A small turning ring; what is awaited is said by a text of its own. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-block size-4 animate-spin rounded-pill border-2 border-current border-t-transparent',
        className,
      )}
    />
  );
}
