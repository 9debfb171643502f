import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The id in the address's fragment; empty without one. */
export function useHash(): string {
  const { hash } = useLocation();
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return ''; // Malformed escape sequence.
  }
}

/** Scrolls to the fragment's element. The router does so before the text is loaded. */
export function useScrollToHash(): void {
  const id = useHash();
  useEffect(() => {
    if (id !== '') document.getElementById(id)?.scrollIntoView();
  }, [id]);
}
