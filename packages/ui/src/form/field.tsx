import { text } from '@giftlane/texts/text.ts';
import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { cx } from '../cx.ts';
import { FieldError } from './field-error.tsx';

/** The look of anything one types or chooses in. */
export const controlClass =
  'input-height w-full rounded-control border border-edge bg-surface px-3 text-15 text-ink transition-colors hover:border-ink aria-invalid:border-fail disabled:off';

interface Shell {
  label: string;
  /** What the person should know before typing. */
  help?: string | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
}

interface Described {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

function useFieldIds({ help, error }: Shell) {
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
}: Shell & {
  ids: ReturnType<typeof useFieldIds>;
  /** It is the rule that was not kept. */
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
      {/* Always there, so that an error is announced when it appears. */}
      <div id={ids.note} aria-live="polite" className="text-13">
        {error && <FieldError className="mt-1.5">{error}</FieldError>}
        {help && (!error || helpStays) && <p className="mt-1.5 text-soft">{help}</p>}
      </div>
    </div>
  );
}

function split<P extends Shell>({ label, help, error, optional, ...rest }: P) {
  return [{ label, help, error, optional }, rest] as const;
}

/** A line of text with its label, help and error. */
export function TextField(props: ComponentProps<'input'> & Shell) {
  const [shell, rest] = split(props);
  const ids = useFieldIds(shell);
  return (
    <FieldShell {...shell} ids={ids}>
      <input {...rest} {...ids.control} className={cx(controlClass, rest.className)} />
    </FieldShell>
  );
}

/** Several lines of text with their label, help and error. */
export function TextArea(props: ComponentProps<'textarea'> & Shell) {
  const [shell, rest] = split(props);
  const ids = useFieldIds(shell);
  return (
    <FieldShell {...shell} ids={ids}>
      <textarea {...rest} {...ids.control} className={cx(controlClass, 'block py-2.5')} />
    </FieldShell>
  );
}

/** A password that can be shown while it is typed. */
export function PasswordField(props: ComponentProps<'input'> & Shell) {
  const [shell, rest] = split(props);
  const ids = useFieldIds(shell);
  const [shown, show] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldShell {...shell} ids={ids} helpStays>
      <div className="relative">
        <input
          {...rest}
          {...ids.control}
          type={shown ? 'text' : 'password'}
          className={cx(controlClass, 'pr-12')}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={text('ui.showPassword')}
          onClick={() => show(!shown)}
          className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-control text-soft hover:text-ink"
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      </div>
    </FieldShell>
  );
}

/** The chevron of a native select; the select itself is the browser's, as phones do it best. */
function SelectBox({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select
        {...rest}
        className={cx(controlClass, 'appearance-none pr-10 text-ellipsis', className)}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-soft"
      />
    </div>
  );
}

/** One choice of a list with its label, help and error. */
export function SelectField(props: ComponentProps<'select'> & Shell) {
  const [shell, rest] = split(props);
  const ids = useFieldIds(shell);
  return (
    <FieldShell {...shell} ids={ids}>
      <SelectBox {...rest} {...ids.control} />
    </FieldShell>
  );
}
