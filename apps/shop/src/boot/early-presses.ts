/**
 * Does again what was pressed and entered in a page that was drawn already, before the shop could act on it.
 * `theme.js` marks buttons by how often they were pressed, and fields by what was entered.
 */

/** Whoever presses more often is not waiting for all of it. */
const mostPresses = 10;

const nextTask = () => new Promise((next) => setTimeout(next));

/** Enters what was entered: React takes for nothing new what it has seen in a field, and so is shown another first. */
function enter(field: HTMLInputElement | HTMLSelectElement, entered: string): void {
  if (field instanceof HTMLInputElement && /radio|checkbox/.test(field.type)) {
    field.checked = entered !== 'true';
    field.click();
    return;
  }
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLSelectElement;
  field.value = '';
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, entered);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Does it all, each in its turn, but for what is in parts that wait to be taken over themselves. */
export async function doAgain(): Promise<void> {
  for (const element of document.querySelectorAll<HTMLElement>('[data-early]')) {
    if (element.closest('[data-drawn]')) continue;
    const { early = '' } = element.dataset;
    delete element.dataset.early;
    element.removeAttribute('aria-busy');
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) {
      enter(element, early);
      continue;
    }
    for (let press = 0; press < Math.min(Number(early), mostPresses); press += 1) {
      element.click();
      await nextTask();
    }
  }
}
