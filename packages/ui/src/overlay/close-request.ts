import { useEffect, useRef } from 'react';

declare global {
  interface Window {
    /** HTML Standard, "close requests"; browsers other than Chromium's have none. */
    CloseWatcher?: new () => EventTarget & { destroy(): void };
  }
}

/**
 * Hears the way back of an Android phone while something is open over the page: it is to close that, not
 * to leave the page. On a desk a request to close is the Escape key, which dialogs know already.
 */
export function useCloseRequest(open: boolean, onRequest: () => void): void {
  const onRequestNow = useRef(onRequest);
  useEffect(() => {
    onRequestNow.current = onRequest;
  });
  // The way back is the browser's.
  useEffect(() => {
    if (!open || !window.CloseWatcher || !/android/i.test(navigator.userAgent)) return;
    const watcher = new window.CloseWatcher();
    watcher.addEventListener('close', () => onRequestNow.current());
    return () => watcher.destroy();
  }, [open]);
}
