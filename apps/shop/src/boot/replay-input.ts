/**
 * Replays presses and entries that a server-rendered page received before it was hydrated. `theme.js` records them in
 * `data-early`: the number of presses of a button, the value of a field.
 */

const maxPresses = 10;

const nextTask = () => new Promise((next) => setTimeout(next));

/** Enters a value so that React sees a change, also when the field has it already. */
function enter(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (field instanceof HTMLInputElement && /radio|checkbox/.test(field.type)) {
    field.checked = value !== 'true';
    field.click();
    return;
  }
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLSelectElement;
  field.value = '';
  // Past React's own setter, which would take the value for known.
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Replays all recorded input, in document order; not within parts that are still to be hydrated. */
export async function replayInput(): Promise<void> {
  for (const element of document.querySelectorAll<HTMLElement>('[data-early]')) {
    if (element.closest('[data-drawn]')) continue;
    const { early = '' } = element.dataset;
    delete element.dataset.early;
    element.removeAttribute('aria-busy');
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) {
      enter(element, early);
      continue;
    }
    for (let press = 0; press < Math.min(Number(early), maxPresses); press += 1) {
      element.click();
      await nextTask();
    }
  }
}
