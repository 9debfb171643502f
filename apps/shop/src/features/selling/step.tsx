import { cx } from '@giftlane/ui/cx.ts';
import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';

interface StepProps {
  number: number;
  title: string;
  /** Summary of what was entered, shown while the step is closed. */
  brief?: string | undefined;
  open: boolean;
  done: boolean;
  /** Whether the steps before it are complete; without that it cannot be opened. */
  ready: boolean;
  onToggle: () => void;
  /** Receives the button that opens the step, to focus it. */
  head: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** One step of a form that opens and closes (SELL-10). A closed step stays mounted, so its uploads continue. */
export function Step({
  number,
  title,
  brief,
  open,
  done,
  ready,
  onToggle,
  head,
  children,
}: StepProps) {
  const id = useId();
  return (
    <section className="rounded-panel border border-line bg-surface">
      <h2>
        <button
          ref={head}
          type="button"
          aria-expanded={open}
          aria-controls={id}
          disabled={!ready}
          onClick={onToggle}
          className="flex w-full items-center gap-3 rounded-panel px-4 py-4 text-start disabled:cursor-not-allowed md:px-6"
        >
          <span
            aria-hidden="true"
            className={cx(
              'inline-flex size-8 shrink-0 items-center justify-center rounded-pill border text-15 font-semibold tabular-nums',
              done
                ? 'border-leaf bg-leaf text-on-leaf'
                : ready
                  ? 'border-leaf text-leaf'
                  : 'border-edge text-soft',
            )}
          >
            {done ? <Check className="size-4" strokeWidth={3} /> : number}
          </span>
          <span className="min-w-0 grow">
            <span className={cx('block font-display text-17 font-semibold', !ready && 'text-soft')}>
              {title}
            </span>
            {!open && ready && brief && (
              <span className="block truncate font-text text-13 font-normal tracking-normal text-soft tabular-nums">
                {brief}
              </span>
            )}
          </span>
          {ready && (
            <ChevronDown
              aria-hidden="true"
              className={cx('size-5 shrink-0 text-soft transition-transform', open && 'rotate-180')}
            />
          )}
        </button>
      </h2>
      <div id={id} hidden={!open} className="border-t border-line px-4 py-5 md:px-6">
        {children}
      </div>
    </section>
  );
}
