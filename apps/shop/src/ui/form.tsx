import { ruleWords } from '@giftlane/contract/rule-words.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useCallback, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import * as z from 'zod';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { Button } from './button.tsx';
import { toast } from './toast-queue.ts';

// The content policy forbids code made at run time, which the library would otherwise try; what is
// refused is said in the catalogue's words.
z.config({ jitless: true, customError: ruleWords });

export interface ContractForm<In extends FieldValues> {
  form: UseFormReturn<In, unknown, FieldValues>;
  submit: (event: { preventDefault: () => void }) => void;
  /** The message of a field, also when the fault lies in a part of it. */
  errorOf: (name: Path<In>) => string | undefined;
  /** Submit is closed while errors exist (decision 31) and while sending. */
  closed: boolean;
  sending: boolean;
}

/** Puts the server's errors at their fields; false when none of them has one. */
export function placeErrors<In extends FieldValues>(
  form: UseFormReturn<In, unknown, FieldValues>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = new Map(Object.keys(form.getValues()).map((name) => [name, name as Path<In>]));
  const placed = error.fields.flatMap(({ field, message }) => {
    const name = known.get(field.split('.')[0] ?? '');
    return name ? [{ name, message }] : [];
  });
  placed.forEach(({ name, message }, index) => {
    form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return placed.length > 0;
}

/**
 * A form whose rules and words are the contract's schema. `act` gets what the schema made of the
 * fields; when it throws, the server's errors stand at their fields and all that was typed stays.
 */
export function useContractForm<S extends z.ZodType<FieldValues, FieldValues>>(
  schema: S,
  defaults: DefaultValues<z.input<S>>,
  act: (values: z.output<S>) => Promise<void>,
): ContractForm<z.input<S>> {
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    resolver: zodResolver(schema),
    defaultValues: defaults,
    // Labels stay visible and errors come on submit: nobody is told off while still typing.
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const { errors, isSubmitting } = form.formState;
  const errorOf = useCallback((name: Path<z.input<S>>) => firstMessage(errors[name]), [errors]);
  // A double click submits twice before anything is drawn anew.
  const acting = useRef(false);
  const submit = form.handleSubmit(async (values) => {
    if (acting.current) return;
    acting.current = true;
    try {
      await act(values);
    } catch (error) {
      if (!placeErrors(form, error)) toast.failure(messageOf(error));
    } finally {
      acting.current = false;
    }
  });
  return {
    form,
    submit: (event) => {
      event.preventDefault();
      void submit();
    },
    errorOf,
    closed: Object.keys(errors).length > 0,
    sending: isSubmitting,
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
  state: {
    submit: (event: { preventDefault: () => void }) => void;
    closed: boolean;
    sending: boolean;
  };
  /** The words of the submit button. */
  action: string;
  /** What stands beside it, such as another button. */
  beside?: ReactNode;
  children: ReactNode;
}

/** The fields one below the other and the submit button. */
export function Form({ state, action, beside, children }: FormProps) {
  const submit = (
    <Button
      type="submit"
      look="primary"
      className={beside ? 'flex-1' : 'w-full'}
      disabled={state.closed}
      busy={state.sending}
    >
      {action}
    </Button>
  );
  return (
    <form noValidate onSubmit={state.submit} className="flex flex-col gap-5">
      {children}
      {beside ? (
        <div className="flex flex-wrap gap-3">
          {submit}
          {beside}
        </div>
      ) : (
        submit
      )}
    </form>
  );
}
