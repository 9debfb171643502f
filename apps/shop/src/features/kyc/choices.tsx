import { cx } from '@giftlane/ui/cx.ts';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { beginHere } from './begin-here.ts';

interface ChoicesProps {
  name: string;
  question: string;
  /** What the person should know or see before choosing. */
  help?: string;
  before?: ReactNode;
  options: readonly string[];
  chosen: string;
  onChoose: (option: string) => void;
  error?: string | undefined;
  /** Of the first option, so that a form can lead to what is missing. */
  first?: Ref<HTMLInputElement>;
  /** Beside one another, where there is room. */
  wide?: boolean;
  /** It takes the focus as it appears. */
  begins?: boolean;
}

/** One of a few, all in sight. */
export function Choices(props: ChoicesProps) {
  const { name, question, help, before, options, chosen, onChoose } = props;
  const { error, first, wide, begins } = props;
  const id = useId();
  const note = `${id}-note`;
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={note}
      aria-invalid={error ? true : undefined}
      tabIndex={-1}
      className={cx(
        'min-w-0 rounded-control',
        // One edge for all of it, with its sentence.
        error && 'outline-1 outline-offset-6 outline-fail',
      )}
    >
      <p
        id={id}
        tabIndex={-1}
        ref={begins ? beginHere : undefined}
        className={cx('outline-none', wide ? 'mb-1.5 text-15 font-medium' : 'mb-3 font-semibold')}
      >
        {question}
      </p>
      {help && <p className="-mt-2 mb-3 text-13 text-soft">{help}</p>}
      {before && <div className="mb-4 empty:hidden">{before}</div>}
      <div className={cx('grid gap-2', wide && 'sm:grid-cols-3')}>
        {options.map((option, at) => (
          <label
            key={option}
            className={cx(
              'input-height flex cursor-pointer items-center gap-3 rounded-control border px-3 py-1.5 leading-snug transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf',
              option === chosen ? 'border-leaf bg-leaf-tint' : 'border-edge hover:border-ink',
            )}
          >
            <input
              type="radio"
              ref={at === 0 ? first : undefined}
              name={name}
              value={option}
              checked={option === chosen}
              onChange={() => onChoose(option)}
              className="size-5 shrink-0 accent-leaf outline-none"
            />
            {option}
          </label>
        ))}
      </div>
      <div id={note} aria-live="polite" className="text-13">
        {error && (
          <p className="mt-2 flex gap-1.5 font-medium text-fail">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
