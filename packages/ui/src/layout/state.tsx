import { text } from '@giftlane/texts/text.ts';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { cx } from '../cx.ts';

interface EmptyProps {
  /** A small drawing. */
  drawing: ReactNode;
  title: string;
  hint?: string;
  /** The next step. */
  action?: ReactNode;
  /** In a box already. */
  inside?: boolean;
}

/** What a list or page shows when there is nothing. */
export function Empty({ drawing, title, hint, action, inside = false }: EmptyProps) {
  return (
    <div
      className={cx(
        'flex flex-col items-center px-4 text-center',
        inside ? 'py-6' : 'py-12 md:py-16',
      )}
    >
      <div
        className={cx('max-w-full text-edge', inside ? 'mb-3 w-24' : 'mb-6 w-40')}
        aria-hidden="true"
      >
        {drawing}
      </div>
      <p className="font-display text-21 font-semibold text-balance">{title}</p>
      {hint && <p className="mt-2 max-w-prose wrap-anywhere text-balance text-soft">{hint}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

export interface FailedProps {
  /** What could not be loaded, in a sentence. */
  title?: string;
  /** What happened. */
  message: string;
  /** What to do about it, if the message does not say. */
  advice?: string | undefined;
  onRetry: () => unknown;
  /** In a box already. */
  inside?: boolean;
  /** In place of a whole page, whose heading it is. */
  page?: boolean;
}

/** What a list or page shows when it could not be loaded. Announced when it appears: no toast says it. */
export function Failed(props: FailedProps) {
  const {
    title = text('ui.failed'),
    message,
    advice,
    onRetry,
    inside = false,
    page = false,
  } = props;
  const Words = page ? 'h1' : 'p';
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-col items-center px-4 text-center',
        inside ? 'py-6' : 'rounded-panel border border-line bg-surface py-10',
      )}
    >
      <Words className="font-display text-21 font-semibold text-balance">{title}</Words>
      {advice && <p className="mt-2 max-w-prose text-balance text-soft">{advice}</p>}
      <p className={cx('max-w-prose text-balance text-soft', advice ? 'mt-1 text-13' : 'mt-2')}>
        {message}
      </p>
      <Button className="mt-6" onClick={() => void onRetry()}>
        {text('ui.tryAgain')}
      </Button>
    </div>
  );
}
