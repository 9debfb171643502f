import { text } from '@giftlane/contract/messages.ts';
import { lazy, Suspense } from 'react';
import { isRoomy, useIsRoomy } from '../../lib/media.ts';
import { repeat, Skeleton } from '../../ui/skeleton.tsx';
import type { FilterPanelProps } from './filter-panel.tsx';

const panelModule = () => import('./filter-panel.tsx');
const FilterPanel = lazy(panelModule);

/** Fetches the panel beside the page, where it will stand beside the list. */
export function fetchSideFilters(): void {
  // Fetched again, and its failure said, when it is drawn.
  if (isRoomy()) panelModule().catch(() => undefined);
}

function Shape() {
  return (
    <div aria-hidden="true" className="grid gap-6">
      {repeat(3, (index) => (
        <Skeleton key={index} className="h-16" />
      ))}
      <Skeleton className="h-80" />
    </div>
  );
}

/** The filters beside the list; on a phone they are not drawn at all until its sheet is opened. */
export function SideFilters(props: FilterPanelProps) {
  const roomy = useIsRoomy();
  return (
    <aside aria-label={text('catalogue.filters')} className="max-lg:hidden">
      {roomy && (
        <Suspense fallback={<Shape />}>
          <FilterPanel {...props} />
        </Suspense>
      )}
    </aside>
  );
}
