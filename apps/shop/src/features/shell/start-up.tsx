import { text } from '@giftlane/contract/messages.ts';
import { Spinner } from '../../ui/spinner.tsx';

/** Shown first, until it is known who is there (SESS-01). */
export function StartUp() {
  return (
    <div role="status" className="flex min-h-dvh items-center justify-center gap-3 text-soft">
      <Spinner />
      {text('ui.loading')}
    </div>
  );
}
