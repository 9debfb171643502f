import { text } from '@giftlane/texts/text.ts';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type FocusEvent, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { optional } from '../browser/optional.ts';
import { cx } from '../cx.ts';
import { dismissToast, holdToasts, releaseToasts, type Toast, toastQueue } from './toast-queue.ts';

const tones = {
  success: { icon: CircleCheck, colour: 'text-leaf' },
  failure: { icon: CircleAlert, colour: 'text-fail' },
  plain: { icon: Info, colour: 'text-soft' },
} as const;

const none: readonly Toast[] = [];

/** How to take a notice away, by a button that goes with it. */
type TakeAway = (id: number) => void;

function ToastCard({ id, tone, message, action, takeAway }: Toast & { takeAway: TakeAway }) {
  const { icon: Icon, colour } = tones[tone];
  return (
    <li className="pointer-events-auto w-full max-w-form animate-enter">
      <div
        // Within the item: an alert in its place would leave the list without it.
        role={tone === 'failure' ? 'alert' : undefined}
        className="flex items-start gap-3 rounded-panel border border-line bg-raised py-2 pr-2 pl-4 shadow-float"
      >
        <Icon aria-hidden="true" className={cx('mt-2.5 size-5 shrink-0', colour)} />
        {/* A short action stands beside the words, a longer one below them where it is narrow. */}
        <div className="flex grow flex-wrap gap-x-3">
          <p className="grow basis-40 py-2 text-15">{message}</p>
          {action && (
            <button
              type="button"
              onClick={({ detail }) => {
                // The second press of a double click finds the next notice under the pointer.
                if (detail > 1) return;
                takeAway(id);
                action.act();
              }}
              className="-ml-2 min-h-10 rounded-control px-2 font-semibold text-leaf underline-offset-4 hover:underline"
            >
              {action.label}
            </button>
          )}
        </div>
        <button
          type="button"
          onClick={() => takeAway(id)}
          aria-label={text('ui.dismiss')}
          className="inline-flex size-10 shrink-0 items-center justify-center rounded-control text-soft hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
    </li>
  );
}

/** Keeps the keyboard's place when a notice goes whose button was pressed. */
function useFocusKept(toasts: readonly Toast[]) {
  const place = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  const pressed = useRef(false);
  // The focus is the browser's, and lost only once the notice is not drawn any more: it goes on to the next
  // notice, else to where it was before, else to the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other notices are the reason to look.
  useEffect(() => {
    const lost = pressed.current && document.activeElement === document.body;
    pressed.current = false;
    if (!lost || !place.current) return;
    const next = [...place.current.querySelectorAll('button')].at(-1);
    const before = cameFrom.current?.isConnected ? cameFrom.current : null;
    (next ?? before ?? document.querySelector('main'))?.focus({ preventScroll: true });
  }, [toasts]);
  return {
    place,
    onFocus: ({ relatedTarget, currentTarget }: FocusEvent) => {
      holdToasts();
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        cameFrom.current = relatedTarget;
    },
    takeAway: (id: number) => {
      pressed.current = true;
      dismissToast(id);
      // The pressed button goes with its notice, and no event says that nobody holds the others any more.
      releaseToasts();
    },
  };
}

// Where it can not be loaded, notices stand at the edge itself.
const ClearOfBars = optional(async () => (await import('./clear-of-bars.tsx')).ClearOfBars);

/**
 * Where notices appear: at the lower edge, above the bars that stand there; on a phone at the upper one while a dialog
 * has the lower. The region is always there, so that a screen reader hears every one.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(toastQueue.subscribe, toastQueue.read, () => none);
  const { place, onFocus, takeAway } = useFocusKept(toasts);
  return (
    <section
      ref={place}
      aria-label={text('ui.notices')}
      aria-live="polite"
      onPointerEnter={holdToasts}
      onPointerLeave={releaseToasts}
      onFocus={onFocus}
      onBlur={releaseToasts}
      className="toaster pointer-events-none z-50 h-0"
      data-screen-only
    >
      <ol className="absolute inset-x-0 flex flex-col items-center gap-2 px-4 md:items-end">
        {toasts.map((item) => (
          <ToastCard key={item.id} {...item} takeAway={takeAway} />
        ))}
      </ol>
      {toasts.length > 0 && (
        <Suspense>
          <ClearOfBars place={place} />
        </Suspense>
      )}
    </section>
  );
}
