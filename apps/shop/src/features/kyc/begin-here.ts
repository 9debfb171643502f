/** For `ref`: what has just appeared takes the focus, so that whoever listens hears where they are. */
export const beginHere = (element: HTMLElement | null): void => element?.focus();
