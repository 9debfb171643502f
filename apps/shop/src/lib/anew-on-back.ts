import { readToken } from './api.ts';

/**
 * A page that the browser keeps for Back hears nothing of other tabs: from now on it begins anew where another one is
 * signed in by then, or nobody.
 */
export function beginAnewOnBack(): void {
  globalThis.onpagehide = () => {
    const token = readToken();
    globalThis.onpageshow = () => {
      if (readToken() === token) return;
      document.body.hidden = true;
      location.reload();
    };
  };
}
