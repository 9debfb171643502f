import type { Route } from '@giftlane/client/calls.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import type { ComponentProps } from 'react';
import { readAnew } from '../read-anew.ts';

interface ActionButtonProps extends Omit<ComponentProps<typeof Button>, 'busy' | 'onClick'> {
  act: () => Promise<unknown>;
  /** Calls that answer otherwise afterwards. */
  changes?: readonly Route[];
}

/** A button that does something and waits for it; a failure is said. */
export const ActionButton = ({ act, changes = [], ...button }: ActionButtonProps) => (
  <Button {...button} {...useAction(() => act().finally(() => readAnew(...changes)))} />
);
