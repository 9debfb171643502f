import { readToken } from './token.ts';

/** Reloads the page, hidden until then: it shows data of another session. */
export function reloadHidden(): void {
  document.body.hidden = true;
  location.reload();
}

/** Reloads a page from the back/forward cache, which receives no storage events, when the session has changed since. */
export function reloadAfterBack(): void {
  globalThis.onpagehide = () => {
    const token = readToken();
    globalThis.onpageshow = () => {
      if (readToken() !== token) reloadHidden();
    };
  };
}
