import { Suspense } from 'react';
import { optional } from '../../boot/optional.ts';
import { useOnline } from '../../client/online.ts';

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
