import { text } from '@giftlane/texts/text.ts';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type FocusEvent, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { optional } from '../browser/optional.ts';
import { firstPress } from '../controls/first-press.ts';
import { cx } from '../cx.ts';
import { dismissToast, holdToasts, releaseToasts, type Toast, toastQueue } from './toast-queue.ts';

const tones = {
  success: { icon: CircleCheck, colour: 'text-leaf' },
  failure: { icon: CircleAlert, colour: 'text-fail' },
  plain: { icon: Info, colour: 'text-soft' },
} as const;

const none: readonly Toast[] = [];

function ToastCard({
  id,
  tone,
  message,
  action,
  dismiss,
}: Toast & { dismiss: (id: number) => void }) {
  const { icon: Icon, colour } = tones[tone];
  return (
    <li className="pointer-events-auto w-full max-w-form animate-enter">
      <div
        // Within the list item, whose role it would replace.
        role={tone === 'failure' ? 'alert' : undefined}
        className="flex items-start gap-3 rounded-panel border border-line bg-raised py-2 pe-2 ps-4 shadow-float"
      >
        <Icon aria-hidden="true" className={cx('mt-2.5 size-5 shrink-0', colour)} />
        <div className="flex grow flex-wrap gap-x-3">
          <p className="grow basis-40 py-2 text-15">{message}</p>
          {action && (
            <button
              type="button"
              onClick={firstPress(() => {
                dismiss(id);
                action.act();
              })}
              className="-ms-2 min-h-10 rounded-control px-2 font-semibold text-leaf underline-offset-4 hover:underline"
            >
              {action.label}
            </button>
          )}
        </div>
        <button
          type="button"
          onClick={() => dismiss(id)}
          aria-label={text('ui.dismiss')}
          className="inline-flex size-10 shrink-0 items-center justify-center rounded-control text-soft hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
    </li>
  );
}

/** Holds toasts while they have the focus, and moves the focus on when the toast of a pressed button is removed. */
function useToastFocus(toasts: readonly Toast[]) {
  const place = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  const pressed = useRef(false);
  // To the next toast, else to where the focus was before, else to the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the toasts may lose the focus.
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
    dismiss: (id: number) => {
      pressed.current = true;
      dismissToast(id);
      // No blur event comes from the removed button.
      releaseToasts();
    },
  };
}

const ClearOfBars = optional(async () => (await import('./clear-of-bars.tsx')).ClearOfBars);

/**
 * The region of toasts: at the lower edge above any bars, on a phone below the header while a dialog is open. Always
 * rendered, so that screen readers announce every toast.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(toastQueue.subscribe, toastQueue.read, () => none);
  const { place, onFocus, dismiss } = useToastFocus(toasts);
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
          <ToastCard key={item.id} {...item} dismiss={dismiss} />
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
