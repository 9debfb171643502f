import { useOnline } from '@giftlane/ui/browser/online.ts';
import { optional } from '@giftlane/ui/browser/optional.ts';
import { Suspense } from 'react';

const OfflineNote = optional(async () => (await import('./offline-note.tsx')).OfflineNote);

/** Where it is said that there is no network: there before anything is, so that it is heard. */
export function OfflineBanner() {
  const online = useOnline();
  return (
    <div role="status" data-screen-only>
      <Suspense fallback={null}>{!online && <OfflineNote />}</Suspense>
    </div>
  );
}
