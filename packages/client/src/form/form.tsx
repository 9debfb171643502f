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

// What is refused is said in the catalogue's words.
z.config({ customError: ruleWords });

interface FormState {
  submit: (event: FormEvent<HTMLFormElement>) => void;
  /** What the form's element hears of its fields. */
  checks: Record<'onChange' | 'onBlur', (event: FormEvent) => void>;
  /** Submit is closed while errors exist (OPEN-31) and while sending. */
  closed: boolean;
  /** There is more than one field, so that the wrong one may be out of sight. */
  several: boolean;
  sending: boolean;
  /** Why it was refused, where no field is to blame. */
  problem: string;
}

export interface ContractForm<In extends FieldValues> extends FormState {
  form: UseFormReturn<In, unknown, FieldValues>;
  /** The message of a field, also when the fault lies in a part of it. */
  errorOf: (name: Path<In>) => string | undefined;
  /** What a field of the page takes to be this one of the form; `deps` are checked again with it. */
  field: (
    name: Path<In>,
    options?: { deps: Path<In>[] },
  ) => UseFormRegisterReturn & { error: string | undefined };
}

/** The field that a refusal is about, by the refusal's code. */
type RefusedFields = Readonly<Record<string, string>>;

/** Puts the server's errors at their fields; false when none of them has one. */
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

/** Why a form was refused, and how long to wait where there were too many tries. */
function problemOf(error: unknown): string {
  const words = messageOf(error);
  const minutes = error instanceof ApiError ? Math.ceil(error.waitSeconds / 60) : 0;
  return minutes < 2 ? words : `${words} ${text('form.wait', { minutes })}`;
}

/** Takes over what stands in the fields and no event told of: some password managers write so. */
function takeUntold<In extends FieldValues>(
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
 * A form whose rules and words are the contract's schema. `act` gets what the schema made of the
 * fields; when it throws, the server's errors stand at their fields or above the button, and all that was typed stays.
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
    // Nobody is told off while still typing: fields are checked when they are left, see below.
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const { errors, isSubmitting } = form.formState;
  const errorOf = useCallback((name: Path<z.input<S>>) => firstMessage(errors[name]), [errors]);
  // A double click submits twice before anything is drawn anew.
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
      // What the server says of a field stays when the field is left as it is.
      checks.forget();
      acting.current = false;
    }
  });
  return {
    form,
    submit: (event) => {
      event.preventDefault();
      takeUntold(event.currentTarget, form);
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
  /** The words of the submit button. */
  action: string;
  /** What stands beside it, such as another button. */
  beside?: ReactNode;
  /** Something else has to be done first, such as sending a picture. */
  waiting?: boolean;
  /** All of it is closed while it is sent, not the button alone. */
  shutWhileSending?: boolean;
  children: ReactNode;
}

/** Closes all of a form; answers its element. What is closed loses the focus, which comes back afterwards. */
function useShut(shut: boolean) {
  const element = useRef<HTMLFormElement>(null);
  // The browser takes the focus, so that only the page itself can be asked where it is.
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

/** The fields one below the other and the submit button. */
export function Form(props: FormProps) {
  const { state, action, beside, waiting = false, shutWhileSending = false, children } = props;
  const shut = shutWhileSending && state.sending;
  const element = useShut(shut);
  const submit = (
    <Button
      type="submit"
      look="primary"
      className={beside ? 'flex-1' : 'w-full'}
      disabled={state.closed || waiting || shut}
      busy={state.sending}
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
