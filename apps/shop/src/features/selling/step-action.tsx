import { Button } from '@giftlane/ui/controls/button.tsx';
import type { ReactNode } from 'react';

/** What ends a step. */
export interface StepAction {
  readonly label: string;
  /** Whether the step is done as far as one can see here. */
  readonly ready: boolean;
  readonly busy?: boolean;
  /** What is missing, or leads to it. */
  readonly missing?: ReactNode;
  readonly act: () => void;
}

/**
 * The button that ends a step. A second quick press of the one before, whose place this one may take, ends
 * nothing.
 */
export function ActionButton({ action, className }: { action: StepAction; className?: string }) {
  const { label, ready, busy = false, act } = action;
  return (
    <Button
      look="primary"
      disabled={!ready}
      busy={busy}
      onClick={({ detail }) => detail < 2 && act()}
      {...(className && { className })}
    >
      {label}
    </Button>
  );
}
