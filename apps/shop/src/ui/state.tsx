import { text } from '@giftlane/contract/messages.ts';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface EmptyProps {
  /** A small drawing. */
  drawing: ReactNode;
  title: string;
  hint?: string;
  /** The next step. */
  action?: ReactNode;
}

/** What a list or page shows when there is nothing. */
export function Empty({ drawing, title, hint, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center md:py-16">
      <div className="mb-6 w-40 max-w-full text-edge" aria-hidden="true">
        {drawing}
      </div>
      <p className="font-display text-21 font-semibold">{title}</p>
      {hint && <p className="mt-2 max-w-prose text-soft">{hint}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

interface FailedProps {
  /** What happened, in the words of the toast. */
  message: string;
  onRetry: () => void;
}

/** What a list or page shows when it could not be loaded. */
export function Failed({ message, onRetry }: FailedProps) {
  return (
    <div className="flex flex-col items-center rounded-panel border border-line bg-surface px-4 py-10 text-center">
      <p className="font-display text-21 font-semibold">{text('ui.failed')}</p>
      <p className="mt-2 max-w-prose text-soft">{message}</p>
      <Button className="mt-6" onClick={onRetry}>
        {text('ui.tryAgain')}
      </Button>
    </div>
  );
}
