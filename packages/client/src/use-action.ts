import { useRef, useState } from 'react';
import { sayFailure } from './query-client.ts';

/** What a button does and waits for, as the button's own properties: once at a time, and a failure is said. */
export function useAction(act: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  // Known at once: the second press of a double click comes before anything is drawn.
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
