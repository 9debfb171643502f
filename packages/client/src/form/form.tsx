import { ruleWords } from '@giftlane/contract/rule-words.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { ShowWrong } from '@giftlane/ui/form/show-wrong.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import * as z from 'zod';
import { ApiError, messageOf } from '../api-error.ts';
import { useFieldChecks } from './field-checks.ts';

// Messages of failed rules are those of the catalogue.
z.config({ customError: ruleWords });

interface FormState {
  submit: (event: FormEvent<HTMLFormElement>) => void;
  /** Handlers of the form element that validate its fields. */
  checks: Record<'onChange' | 'onBlur', (event: FormEvent) => void>;
  /** True while fields are wrong; the submit button is disabled (OPEN-31). */
  closed: boolean;
  /** True for more than one field, of which the wrong one may be out of view. */
  several: boolean;
  sending: boolean;
  /** The message of a refusal that belongs to no field. */
  problem: string;
}

export interface ContractForm<In extends FieldValues> extends FormState {
  form: UseFormReturn<In, unknown, FieldValues>;
  /** The message of a field or of one of its parts. */
  errorOf: (name: Path<In>) => string | undefined;
  /** Props of a field; `deps` are validated with it. */
  field: (
    name: Path<In>,
    options?: { deps: Path<In>[] },
  ) => UseFormRegisterReturn & { error: string | undefined };
}

/** Fields by the code of a refusal that is about them. */
type RefusedFields = Readonly<Record<string, string>>;

/** Shows the server's errors at their fields; false when none belongs to a field. */
export function placeErrors<In extends FieldValues>(
  form: UseFormReturn<In, unknown, FieldValues>,
  error: unknown,
  refusedFields: RefusedFields = {},
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = new Map(Object.keys(form.getValues()).map((name) => [name, name as Path<In>]));
  const refused = refusedFields[error.code];
  const faults = refused ? [{ field: refused, message: error.message }] : error.fields;
  const placed = faults.flatMap(({ field, message }) => {
    const name = known.get(field.split('.')[0] ?? '');
    return name ? [{ name, message }] : [];
  });
  placed.forEach(({ name, message }, index) => {
    form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return placed.length > 0;
}

/** The message of a refusal, with the minutes to wait after too many tries. */
function problemOf(error: unknown): string {
  const words = messageOf(error);
  const minutes = error instanceof ApiError ? Math.ceil(error.waitSeconds / 60) : 0;
  return minutes < 2 ? words : `${words} ${text('form.wait', { minutes })}`;
}

/** Reads values that a password manager filled without events. */
function readFilled<In extends FieldValues>(
  fields: HTMLFormElement,
  form: Pick<UseFormReturn<In>, 'getValues' | 'setValue'>,
): void {
  const typed = 'input:not([type=checkbox],[type=radio],[type=file]),select,textarea';
  for (const { name, value } of fields.querySelectorAll<HTMLInputElement>(typed)) {
    const kept: unknown = form.getValues()[name];
    if (typeof kept === 'string' && kept !== value)
      form.setValue(name as Path<In>, value as PathValue<In, Path<In>>);
  }
}

/**
 * A form validated by a schema of the contract. `act` gets the parsed values; when it throws, the server's errors are shown
 * at their fields or above the button, and the input stays.
 */
export function useContractForm<S extends z.ZodType<FieldValues, FieldValues>>(
  schema: S,
  defaults: DefaultValues<z.input<S>>,
  act: (values: z.output<S>) => Promise<void>,
  refusedFields?: RefusedFields,
): ContractForm<z.input<S>> {
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    resolver: zodResolver(schema),
    defaultValues: defaults,
    // `useFieldChecks` validates fields when they are left.
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const { errors, isSubmitting } = form.formState;
  const errorOf = useCallback((name: Path<z.input<S>>) => firstMessage(errors[name]), [errors]);
  // A ref: the second press of a double click comes before the next render.
  const acting = useRef(false);
  const [problem, setProblem] = useState('');
  const checks = useFieldChecks(form);
  const submit = form.handleSubmit(async (values) => {
    if (acting.current) return;
    acting.current = true;
    setProblem('');
    try {
      await act(values);
    } catch (error) {
      if (!placeErrors(form, error, refusedFields)) setProblem(problemOf(error));
    } finally {
      // The server's message stays until the field is changed.
      checks.reset();
      acting.current = false;
    }
  });
  return {
    form,
    submit: (event) => {
      event.preventDefault();
      readFilled(event.currentTarget, form);
      void submit();
    },
    checks: checks.handlers,
    errorOf,
    field: (name, options) => ({ ...form.register(name, options), error: errorOf(name) }),
    closed: Object.keys(errors).length > 0,
    several: Object.keys(defaults).length > 1,
    sending: isSubmitting,
    problem,
  };
}

function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  for (const inner of Object.values(error)) {
    const message = firstMessage(inner);
    if (message) return message;
  }
  return undefined;
}

interface FormProps {
  state: FormState;
  /** Label of the submit button. */
  action: string;
  /** The action can not be undone, or stops something. */
  danger?: boolean;
  /** Shown beside the submit button. */
  beside?: ReactNode;
  /** Disables submit, for example during an upload. */
  waiting?: boolean;
  /** Disables all fields while sending. */
  shutWhileSending?: boolean;
  children: ReactNode;
}

/** A ref to a form. A focus lost while its fields were disabled is restored afterwards. */
function useFocusRestored(shut: boolean) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!shut) return;
    return () => {
      const back = '[aria-invalid="true"], [type="submit"]';
      if (document.activeElement === document.body)
        element.current?.querySelector<HTMLElement>(back)?.focus();
    };
  }, [shut]);
  return element;
}

/** A form: its fields and the submit button. */
export function Form(props: FormProps) {
  const { state, action, danger = false, beside, waiting = false, children } = props;
  const { shutWhileSending = false } = props;
  const shut = shutWhileSending && state.sending;
  const element = useFocusRestored(shut);
  const submit = (
    <Button
      type="submit"
      look={danger ? 'danger' : 'primary'}
      className={beside ? 'flex-1' : 'w-full'}
      disabled={state.closed || waiting || shut}
      busy={state.sending}
      // A double click submits once: the second one may mean what the first one has shown.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
    >
      {action}
    </Button>
  );
  return (
    <form ref={element} noValidate onSubmit={state.submit} {...state.checks}>
      <fieldset disabled={shut} className="flex min-w-0 flex-col gap-5">
        {children}
        {state.problem && <Notice tone="failure" title={state.problem} focused />}
        {beside ? (
          <div className="flex flex-wrap gap-3">
            {submit}
            {beside}
          </div>
        ) : (
          submit
        )}
        {state.closed && state.several && (
          <div className="-mt-3 text-center">
            <ShowWrong />
          </div>
        )}
      </fieldset>
    </form>
  );
}
