import { isRefusal } from '@giftlane/client/api-error.ts';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { type ReactNode, useState } from 'react';

const ProveDialog = lazyPart(() => import('./prove-dialog.tsx'));

interface Words {
  readonly title?: string;
  readonly intro?: string;
  readonly action?: string;
}

/** Runs an act; where the server asks for a proof of the session first, opens a dialog for it and runs the act again. */
export function useProof(words: Words = {}): {
  run: (act: () => Promise<void>) => Promise<void>;
  dialog: ReactNode;
} {
  const [waiting, setWaiting] = useState<{ act: () => Promise<void> }>();
  return {
    async run(act) {
      try {
        await act();
      } catch (error) {
        if (!isRefusal(error, 'account.unproven', 'order.unproven')) throw error;
        setWaiting({ act });
      }
    },
    dialog: waiting && (
      <ProveDialog {...words} act={waiting.act} onClose={() => setWaiting(undefined)} />
    ),
  };
}
