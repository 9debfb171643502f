import { cx } from '@giftlane/ui/cx.ts';
import { FieldError } from '@giftlane/ui/form/field-error.tsx';
import { type ReactNode, type Ref, useId } from 'react';
import { type DocumentType, documentTypeName } from './document-types.ts';
import { focusElement } from './focus-element.ts';

interface ChoicesProps<T extends DocumentType> {
  name: string;
  question: string;
  /** Shown before the options. */
  help?: string;
  before?: ReactNode;
  options: readonly T[];
  chosen: string;
  onChoose: (option: T) => void;
  error?: string | undefined;
  /** The ref of the first option, for a form that focuses its first error. */
  first?: Ref<HTMLInputElement>;
  /** Options in three columns where the screen is wide enough. */
  wide?: boolean;
  /** The question takes the focus when it appears. */
  focused?: boolean;
}

/** A radio group of document types. */
export function Choices<T extends DocumentType>(props: ChoicesProps<T>) {
  const { name, question, help, before, options, chosen, onChoose } = props;
  const { error, first, wide, focused } = props;
  const id = useId();
  const note = `${id}-note`;
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={note}
      aria-invalid={error ? true : undefined}
      tabIndex={-1}
      className={cx('min-w-0 rounded-control', error && 'outline-1 outline-offset-6 outline-fail')}
    >
      <p
        id={id}
        tabIndex={-1}
        ref={focused ? focusElement : undefined}
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
            {documentTypeName(option)}
          </label>
        ))}
      </div>
      <div id={note} aria-live="polite" className="text-13">
        {error && <FieldError className="mt-2">{error}</FieldError>}
      </div>
    </div>
  );
}
