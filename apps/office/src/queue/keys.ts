/** Keys of a page: single letters and digits, while nobody types into a field and no dialog is open. */
import { useEffectEvent, useLayoutEffect } from 'react';

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');

/** Calls `keys[key]` when that key is pressed; `first` goes before the other keys of the page. */
export function useKeys(
  keys: Readonly<Record<string, (() => void) | undefined>>,
  { first = false } = {},
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
    if (ctrlKey || metaKey || altKey || repeat || event.defaultPrevented) return;
    if (typing(target) || document.querySelector('[role=dialog]')) return;
    const act = keys[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  // With the commit: an effect after the paint would leave a press to the case that was shown before.
  useLayoutEffect(() => {
    addEventListener('keydown', onKey, first);
    return () => removeEventListener('keydown', onKey, first);
  }, [first]);
}
