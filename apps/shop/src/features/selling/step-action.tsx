import { Button } from '@giftlane/ui/controls/button.tsx';
import { firstPress } from '@giftlane/ui/controls/first-press.ts';
import type { ReactNode } from 'react';

/** The action that completes a step. */
export interface StepAction {
  readonly label: string;
  /** Whether the step is complete; the server may still refuse it. */
  readonly ready: boolean;
  readonly busy?: boolean;
  /** A hint at what is missing, or a button that shows it. */
  readonly missing?: ReactNode;
  readonly act: () => void;
}

/** The button that completes a step; it ignores the second click of a double click on the previous step's. */
export function ActionButton({ action, className }: { action: StepAction; className?: string }) {
  const { label, ready, busy = false, act } = action;
  return (
    <Button
      look="primary"
      disabled={!ready}
      busy={busy}
      onClick={firstPress(act)}
      {...(className && { className })}
    >
      {label}
    </Button>
  );
}
