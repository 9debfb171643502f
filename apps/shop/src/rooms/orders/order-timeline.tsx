import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { Check } from 'lucide-react';

const steps = [
  text('orders.timeline.0'),
  text('orders.timeline.1'),
  text('orders.timeline.2'),
  text('orders.timeline.3'),
];

const activeColour = { line: 'bg-leaf', dot: 'border-leaf bg-leaf text-on-leaf' };
const failedColour = { line: 'bg-edge', dot: 'border-edge bg-edge text-surface' };

interface OrderTimelineProps {
  /** The line's status, 0 to 3. */
  reached: number;
  /** The order failed: no further step will be reached. */
  failed: boolean;
  title: string;
}

interface StepNameProps {
  step: string;
  done: boolean;
  className: string;
}

/** The name of a step; screen readers also hear that it is done. */
function StepName({ step, done, className }: StepNameProps) {
  const name = <span className={className}>{step}</span>;
  return done ? textParts('orders.done', { step: name }, 'sr-only') : name;
}

/** The progress of a line (ORD-06). */
export function OrderTimeline({ reached, failed, title }: OrderTimelineProps) {
  const colour = failed ? failedColour : activeColour;
  return (
    <ol
      aria-label={text('orders.progress', { title })}
      className="grid grid-cols-4 sm:grid-cols-[1fr_1fr_1fr_auto]"
    >
      {steps.map((step, index) => {
        const done = index <= reached;
        return (
          <li
            key={step}
            aria-current={index === reached ? 'step' : undefined}
            className="relative pe-1 text-13 wrap-anywhere"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden="true"
                className={cx(
                  'absolute top-2.25 end-1 start-6 h-0.5',
                  index < reached ? colour.line : 'bg-line',
                )}
              />
            )}
            <span
              aria-hidden="true"
              className={cx(
                'mb-1.5 flex size-5 items-center justify-center rounded-pill border-2',
                done ? colour.dot : 'border-edge bg-surface',
              )}
            >
              {done && <Check className="size-3" strokeWidth={3} />}
            </span>
            <StepName
              step={step}
              done={done}
              className={done && !failed ? 'font-medium' : 'text-soft'}
            />
          </li>
        );
      })}
    </ol>
  );
}

/** The progress in one line; on phones only the last reached step has a visible name. */
export function CompactTimeline({ reached, title }: Omit<OrderTimelineProps, 'failed'>) {
  return (
    <ol
      aria-label={text('orders.progress', { title })}
      className="flex flex-wrap items-center gap-1 text-13 text-soft md:gap-x-3"
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === reached ? 'step' : undefined}
          className="flex items-center gap-1.5"
        >
          <span
            aria-hidden="true"
            className={cx(
              'size-2 rounded-pill',
              index <= reached ? 'bg-leaf' : 'border border-edge',
            )}
          />
          <StepName
            step={step}
            done={index <= reached}
            className={index === reached ? 'text-ink' : 'max-md:sr-only'}
          />
        </li>
      ))}
    </ol>
  );
}
