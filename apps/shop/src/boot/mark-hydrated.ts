/** Marks a server-rendered element as hydrated: `theme.js` records no more input in it, and what it recorded is replayed. */
export function markHydrated(element: HTMLElement): void {
  delete element.dataset.drawn;
  if (element.querySelector('[data-early]'))
    void import('./replay-input.ts').then(({ replayInput }) => replayInput());
}
