import { firstPress } from '@giftlane/ui/controls/first-press.ts';
import { useRef, useState } from 'react';
import { sayFailure } from './query-client.ts';

/** `busy` and `onClick` of a button with an async action, which runs once at a time. A failure is shown as a toast. */
export function useAction(act: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  // A ref: two presses of a key or a finger can come before the next render.
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
  return { busy, onClick: firstPress(() => void run()) };
}
