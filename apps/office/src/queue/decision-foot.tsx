import { Button } from '@giftlane/ui/controls/button.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { KeyHint } from './key-hint.tsx';

/** The decisions on a case, always in reach below it. */
export const DecisionFoot = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 flex flex-wrap gap-x-2 gap-y-3 border-t border-line bg-paper py-3 max-md:-mx-4 max-md:px-4">
    {children}
  </div>
);

/** A button with its key; `useKeys` hears it. */
export const KeyButton = ({
  press,
  children,
  ...button
}: ComponentProps<typeof Button> & { press: string }) => (
  <Button aria-keyshortcuts={press} {...button}>
    {children} <KeyHint>{press}</KeyHint>
  </Button>
);
