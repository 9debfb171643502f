import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';

/** A line with the word "or" between two ways to sign in or to prove a session. */
export const OrDivider = ({ className }: { className: string }) => (
  <p
    className={cx(
      'flex items-center gap-4 text-13 text-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line',
      className,
    )}
  >
    {text('auth.google.or')}
  </p>
);
