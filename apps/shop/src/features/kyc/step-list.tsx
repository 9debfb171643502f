import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { Check } from 'lucide-react';
import { type Progress, steps } from './steps.ts';

interface StepMarkProps {
  number: number;
  done: boolean;
  current: boolean;
}

/** A step's number in a circle; a tick once it is done. */
function StepMark({ number, done, current }: StepMarkProps) {
  return (
    <span
      className={cx(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-pill border text-13 font-semibold tabular-nums',
        done
          ? 'border-leaf bg-leaf text-on-leaf'
          : current
            ? 'border-leaf bg-leaf-tint text-leaf'
            : 'border-edge text-soft',
      )}
    >
      {done ? <Check aria-hidden="true" className="size-4" /> : number}
    </span>
  );
}

interface StepItemProps extends StepMarkProps {
  name: string;
  about: string;
  className?: string;
}

/** A step in a list: its mark, its name and what it is about. */
export function StepItem({ name, about, className, ...mark }: StepItemProps) {
  return (
    <li
      aria-current={mark.current ? 'step' : undefined}
      className={cx('flex gap-3 py-2.5 md:py-0', className)}
    >
      <StepMark {...mark} />
      <div className="min-w-0">
        <p className="leading-snug font-semibold">
          {name}
          {mark.done && <span className="sr-only"> {text('kyc.steps.done')}</span>}
        </p>
        <p className="text-13 text-soft">{about}</p>
      </div>
    </li>
  );
}

/** Scrolls to a step's section and focuses its heading. */
export function goToSection(id: string) {
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

/** Links to the steps of the form: a row, on a wide screen a column. */
export function StepList({ progress: { done, current } }: { progress: Progress }) {
  return (
    <nav aria-label={text('kyc.steps')}>
      <ol className="flex max-[14rem]:flex-wrap xl:flex-col">
        {steps.map(({ id, name }, at) => {
          const isDone = done[at] === true;
          const isCurrent = at === current;
          return (
            <li
              key={id}
              // A line to the step before, where steps are in a row.
              className="relative min-w-0 flex-1 not-first:before:absolute not-first:before:top-5.5 not-first:before:end-[calc(50%+1.5rem)] not-first:before:start-[calc(-50%+1.5rem)] not-first:before:border-t not-first:before:border-edge max-[14rem]:flex-none max-[14rem]:before:hidden xl:before:hidden"
            >
              <a
                href={`#${id}`}
                aria-current={isCurrent ? 'step' : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  goToSection(id);
                }}
                className="flex min-h-11 flex-col items-center justify-start gap-1.5 rounded-control px-1 py-1.5 text-center text-13 text-soft no-underline transition-colors hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink xl:flex-row xl:gap-3 xl:text-start xl:text-15 xl:hover:bg-sunken"
              >
                <StepMark number={at + 1} done={isDone} current={isCurrent} />
                <span className="max-sm:sr-only">{name}</span>
                {isDone && <span className="sr-only">{text('kyc.steps.done')}</span>}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
