import { text } from '@giftlane/texts/text.ts';
import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { cx } from '../cx.ts';
import { FieldError } from './field-error.tsx';

/** The classes of text fields and selects. */
export const controlClass =
  'input-height w-full rounded-control border border-edge bg-surface px-3 text-15 text-ink transition-colors hover:border-ink aria-invalid:border-fail disabled:off';

interface FieldTexts {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
}

interface Described {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

function useFieldIds({ help, error }: FieldTexts) {
  const id = useId();
  const note = `${id}-note`;
  const control: Described = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || help ? note : undefined,
  };
  return { control, note };
}

function FieldShell({
  label,
  help,
  error,
  optional,
  ids,
  helpStays = false,
  children,
}: FieldTexts & {
  ids: ReturnType<typeof useFieldIds>;
  /** Shown together with an error. */
  helpStays?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <label htmlFor={ids.control.id} className="mb-1.5 block text-15 font-medium">
        {label}
        {optional && <span className="font-normal text-soft"> {text('ui.optional')}</span>}
      </label>
      {children}
      {/* Always rendered, so that screen readers announce an error. */}
      <div id={ids.note} aria-live="polite" className="text-13">
        {error && <FieldError className="mt-1.5">{error}</FieldError>}
        {help && (!error || helpStays) && <p className="mt-1.5 text-soft">{help}</p>}
      </div>
    </div>
  );
}

function splitTexts<P extends FieldTexts>({ label, help, error, optional, ...rest }: P) {
  return [{ label, help, error, optional }, rest] as const;
}

/** A text field with its label, help and error. */
export function TextField(props: ComponentProps<'input'> & FieldTexts) {
  const [texts, rest] = splitTexts(props);
  const ids = useFieldIds(texts);
  return (
    <FieldShell {...texts} ids={ids}>
      <input {...rest} {...ids.control} className={cx(controlClass, rest.className)} />
    </FieldShell>
  );
}

/** A text area with its label, help and error. */
export function TextArea(props: ComponentProps<'textarea'> & FieldTexts) {
  const [texts, rest] = splitTexts(props);
  const ids = useFieldIds(texts);
  return (
    <FieldShell {...texts} ids={ids}>
      <textarea {...rest} {...ids.control} className={cx(controlClass, 'block py-2.5')} />
    </FieldShell>
  );
}

/** A password field whose text can be shown. */
export function PasswordField(props: ComponentProps<'input'> & FieldTexts) {
  const [texts, rest] = splitTexts(props);
  const ids = useFieldIds(texts);
  const [shown, show] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldShell {...texts} ids={ids} helpStays>
      <div className="relative">
        <input
          {...rest}
          {...ids.control}
          type={shown ? 'text' : 'password'}
          className={cx(controlClass, 'pe-12')}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={text('ui.showPassword')}
          onClick={() => show(!shown)}
          className="absolute inset-y-0 end-0 inline-flex w-11 items-center justify-center rounded-control text-soft hover:text-ink"
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      </div>
    </FieldShell>
  );
}

/** A native select with a chevron. */
function SelectBox({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select
        {...rest}
        className={cx(controlClass, 'appearance-none pe-10 text-ellipsis', className)}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-soft"
      />
    </div>
  );
}

/** A select with its label, help and error. */
export function SelectField(props: ComponentProps<'select'> & FieldTexts) {
  const [texts, rest] = splitTexts(props);
  const ids = useFieldIds(texts);
  return (
    <FieldShell {...texts} ids={ids}>
      <SelectBox {...rest} {...ids.control} />
    </FieldShell>
  );
}
