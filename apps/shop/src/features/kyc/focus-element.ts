/** A `ref` that focuses its element when it appears. */
export const focusElement = (element: HTMLElement | null): void => element?.focus();
