import { text } from '@giftlane/texts/text.ts';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { cx } from '../cx.ts';

interface EmptyProps {
  drawing: ReactNode;
  title: string;
  hint?: string;
  /** Buttons or links. */
  action?: ReactNode;
  /** Within a box. */
  inside?: boolean;
}

/** The empty state of a list or page. */
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
  title?: string;
  message: string;
  /** What to do, if the message does not say so. */
  advice?: string | undefined;
  onRetry: () => unknown;
  /** Within a box. */
  inside?: boolean;
  /** In place of a whole page: its title is the `h1`. */
  page?: boolean;
}

/** The failed state of a list or page, with a retry. An alert, as there is no toast. */
export function Failed(props: FailedProps) {
  const {
    title = text('ui.failed'),
    message,
    advice,
    onRetry,
    inside = false,
    page = false,
  } = props;
  const Heading = page ? 'h1' : 'p';
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-col items-center px-4 text-center',
        inside ? 'py-6' : 'rounded-panel border border-line bg-surface py-10',
      )}
    >
      <Heading className="font-display text-21 font-semibold text-balance">{title}</Heading>
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
