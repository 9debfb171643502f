import { readToken } from './token.ts';

/** Begins the page anew, and shows nothing of it until then: whose it was is not here any more. */
export function beginAnew(): void {
  document.body.hidden = true;
  location.reload();
}

/**
 * A page that the browser keeps for Back hears nothing of other tabs: it begins anew where another one is signed in by
 * then, or nobody.
 */
export function beginAnewOnBack(): void {
  globalThis.onpagehide = () => {
    const token = readToken();
    globalThis.onpageshow = () => {
      if (readToken() !== token) beginAnew();
    };
  };
}
