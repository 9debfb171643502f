import { type FormEvent, useRef } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** Calls `act` after a press that is under way, so that the layout does not move under the pointer. */
function afterPress(act: () => void): void {
  if (!document.querySelector(':active')) {
    act();
    return;
  }
  const listening = new AbortController();
  const onEnd = () => {
    listening.abort();
    // After the click event, which follows `pointerup`.
    setTimeout(act);
  };
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, onEnd, { signal: listening.signal });
}

/**
 * Validates a field when it is left and, while it is wrong, with every change (GLOB-10). A field without input is not
 * validated before the form is submitted (OPEN-31). After that the form library validates every change.
 */
export function useFieldChecks<In extends FieldValues>(
  form: UseFormReturn<In, unknown, FieldValues>,
) {
  const typed = useRef(new Set<Path<In>>());
  const left = useRef(new Set<Path<In>>());
  const nameOf = ({ target }: FormEvent): Path<In> | undefined => {
    const name = target instanceof Element ? target.getAttribute('name') : null;
    return Object.keys(form.getValues()).find((known) => known === name) as Path<In> | undefined;
  };
  const { errors, isSubmitted } = form.formState;
  return {
    /** Handlers of the form element. */
    handlers: {
      onChange(event: FormEvent) {
        const name = nameOf(event);
        if (!name) return;
        typed.current.add(name);
        const wrong = Object.keys(errors) as Path<In>[];
        if (!isSubmitted && wrong.length > 0) void form.trigger(wrong);
      },
      onBlur(event: FormEvent) {
        const name = nameOf(event);
        const { target } = event;
        // A half-typed date has no value and fires no change.
        const isHalf = target instanceof HTMLInputElement && target.validity.badInput;
        if (!name || !(typed.current.has(name) || isHalf)) return;
        typed.current.add(name);
        left.current.add(name);
        // With other left fields: one rule may be about two passwords.
        afterPress(() => void form.trigger([...left.current]));
      },
    },
    /** Forgets input and left fields, after the form was sent. */
    reset() {
      typed.current.clear();
      left.current.clear();
    },
  };
}
