/**
 * Takes over an element of a page that was drawn already: what was pressed and entered in it before is done again, and
 * `theme.js` marks nothing there any more.
 */
export function takeOver(drawn: HTMLElement): void {
  delete drawn.dataset.drawn;
  if (drawn.querySelector('[data-early]'))
    void import('./early-presses.ts').then(({ doAgain }) => doAgain());
}
