import { useRef, useState } from 'react';
import { sayFailure } from './query-client.ts';

/** `busy` and `onClick` of a button with an async action, which runs once at a time. A failure is shown as a toast. */
export function useAction(act: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  // A ref: the second press of a double click comes before the next render.
  const acting = useRef(false);
  const run = async () => {
    if (acting.current) return;
    acting.current = true;
    setBusy(true);
    try {
      await act();
    } catch (error) {
      sayFailure(error);
    }
    acting.current = false;
    setBusy(false);
  };
  return { busy, onClick: () => void run() };
}
