import { text } from '@giftlane/contract/messages.ts';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { cx } from './cx.ts';
import { dismissToast, holdToasts, releaseToasts, type Toast, toastQueue } from './toast-queue.ts';

const tones = {
  success: { icon: CircleCheck, colour: 'text-leaf' },
  failure: { icon: CircleAlert, colour: 'text-fail' },
  plain: { icon: Info, colour: 'text-soft' },
} as const;

function ToastCard({ id, tone, message, action }: Toast) {
  const { icon: Icon, colour } = tones[tone];
  const takeAway = () => {
    dismissToast(id);
    // The pressed button goes with its notice, and no event says that nobody holds the others any more.
    releaseToasts();
  };
  return (
    <li className="pointer-events-auto w-full max-w-form animate-enter">
      <div
        // Within the item: an alert in its place would leave the list without it.
        role={tone === 'failure' ? 'alert' : undefined}
        className="flex items-start gap-3 rounded-panel border border-line bg-raised py-2 pr-2 pl-4 shadow-float"
      >
        <Icon aria-hidden="true" className={cx('mt-2.5 size-5 shrink-0', colour)} />
        <p className="grow py-2 text-15">{message}</p>
        {action && (
          <button
            type="button"
            onClick={({ detail }) => {
              // The second press of a double click finds the next notice under the pointer.
              if (detail > 1) return;
              takeAway();
              action.act();
            }}
            className="min-h-10 shrink-0 rounded-control px-2 font-semibold text-leaf underline-offset-4 hover:underline"
          >
            {action.label}
          </button>
        )}
        <button
          type="button"
          onClick={takeAway}
          aria-label={text('ui.dismiss')}
          className="inline-flex size-10 shrink-0 items-center justify-center rounded-control text-soft hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
    </li>
  );
}

/** Where notices appear. The region is always there, so that a screen reader hears every one. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastQueue.subscribe, toastQueue.read);
  return (
    <section
      aria-label={text('ui.notices')}
      aria-live="polite"
      onPointerEnter={holdToasts}
      onPointerLeave={releaseToasts}
      onFocus={holdToasts}
      onBlur={releaseToasts}
      className="pointer-events-none fixed inset-x-0 top-0 z-50 px-4 pt-20"
      data-screen-only
    >
      <ol className="flex flex-col items-center gap-2 md:items-end">
        {toasts.map((item) => (
          <ToastCard key={item.id} {...item} />
        ))}
      </ol>
    </section>
  );
}
