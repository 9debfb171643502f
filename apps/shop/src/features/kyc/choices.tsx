import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { cx } from '../../ui/cx.ts';
import { beginHere } from './begin-here.ts';

interface ChoicesProps {
  name: string;
  question: string;
  options: readonly string[];
  chosen: string;
  onChoose: (option: string) => void;
  error?: string | undefined;
}

/** One of a few, all in sight. */
export function Choices({ name, question, options, chosen, onChoose, error }: ChoicesProps) {
  const note = useId();
  return (
    <fieldset aria-describedby={note}>
      <legend tabIndex={-1} ref={beginHere} className="mb-3 font-semibold outline-none">
        {question}
      </legend>
      <div className="grid gap-2">
        {options.map((option) => (
          <label
            key={option}
            className={cx(
              'input-height flex cursor-pointer items-center gap-3 rounded-control border px-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf',
              option === chosen ? 'border-leaf bg-leaf-tint' : 'border-edge hover:border-ink',
            )}
          >
            <input
              type="radio"
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
    </fieldset>
  );
}
