import { useEffect, useRef } from 'react';

declare global {
  interface Window {
    /** HTML Standard, "close requests"; browsers other than Chromium's have none. */
    CloseWatcher?: new () => EventTarget & { destroy(): void };
  }
}

/**
 * Calls `onRequest` for Android's back gesture while an overlay is open, which would otherwise leave the page. Not on
 * desktops, where a close request is the Escape key, which dialogs handle.
 */
export function useCloseRequest(open: boolean, onRequest: () => void): void {
  const latest = useRef(onRequest);
  useEffect(() => {
    latest.current = onRequest;
  });
  useEffect(() => {
    if (!open || !window.CloseWatcher || !/android/i.test(navigator.userAgent)) return;
    const watcher = new window.CloseWatcher();
    watcher.addEventListener('close', () => latest.current());
    return () => watcher.destroy();
  }, [open]);
}
