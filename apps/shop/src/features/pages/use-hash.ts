import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The id the address points to; empty when it points to the page. */
export function useHash(): string {
  const { hash } = useLocation();
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return ''; // Half an escape: somebody else's address.
  }
}

/** Brings what the address points to into view. The router does so too, but before the text is there. */
export function useScrollToHash(): void {
  const id = useHash();
  // Scrolling is the browser's, and there is something to scroll to only after the text was drawn.
  useEffect(() => {
    if (id !== '') document.getElementById(id)?.scrollIntoView();
  }, [id]);
}
