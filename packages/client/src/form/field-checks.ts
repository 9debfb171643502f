import { type FormEvent, useRef } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** Does something when no press is under way: what moves below a finger would not be pressed. */
function afterPress(act: () => void): void {
  if (!document.querySelector(':active')) {
    act();
    return;
  }
  const over = new AbortController();
  const soon = () => {
    over.abort();
    // The press itself is told after the finger was lifted.
    setTimeout(act);
  };
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, soon, { signal: over.signal });
}

/**
 * Says what is wrong with a field when it is left, and takes it back as soon as it is mended (GLOB-10). Of a
 * field that was merely walked through, nothing was typed: it says nothing before the form is submitted
 * (OPEN-31). From then on the form's library checks with every letter.
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
    /** Of the form's element: its fields' events come up to it. */
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
        // Half a date has no value, and no change was told.
        const isHalf = target instanceof HTMLInputElement && target.validity.badInput;
        if (!name || !(typed.current.has(name) || isHalf)) return;
        typed.current.add(name);
        left.current.add(name);
        // Others with it: two passwords are wrong together.
        afterPress(() => void form.trigger([...left.current]));
      },
    },
    /** The form was sent, and may begin anew. */
    forget() {
      typed.current.clear();
      left.current.clear();
    },
  };
}
