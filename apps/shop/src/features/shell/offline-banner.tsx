import { useOnline } from '@giftlane/ui/browser/online.ts';
import { optional } from '@giftlane/ui/browser/optional.ts';
import { Suspense } from 'react';

const OfflineNote = optional(async () => (await import('./offline-note.tsx')).OfflineNote);

/** Says that there is no network. Always rendered, so that screen readers announce what appears in it. */
export function OfflineBanner() {
  const online = useOnline();
  return (
    <div role="status" data-screen-only>
      <Suspense fallback={null}>{!online && <OfflineNote />}</Suspense>
    </div>
  );
}
