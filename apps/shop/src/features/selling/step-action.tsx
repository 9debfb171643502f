import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

/** What ends a step. */
export interface StepAction {
  readonly label: string;
  /** Whether the step is done as far as one can see here. */
  readonly ready: boolean;
  readonly busy?: boolean;
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

/** The end of a step: what is missing; the button, too, where it does not stand in the bar below with the sum. */
export function StepEnd({ action, children }: { action: StepAction; children?: ReactNode }) {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <ActionButton action={action} className="max-lg:hidden" />
      {children}
    </div>
  );
}
