import { text } from '@giftlane/texts/text.ts';
import { useAtFirst } from '@giftlane/ui/browser/at-first.ts';
import { isRoomy, useIsRoomy } from '@giftlane/ui/browser/media.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { FieldSkeleton, LineSkeleton, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { lazy, Suspense } from 'react';
import { BrandListSkeleton } from './brand-list-skeleton.tsx';
import { noFilter } from './filter.ts';
import type { FilterPanelProps } from './filter-panel.tsx';

const panelModule = () => import('./filter-panel.tsx');
const FilterPanel = lazy(panelModule);

/** Preloads the panel on a wide window; a failure is handled where it is rendered. */
export function preloadSideFilters(): void {
  if (isRoomy()) panelModule().catch(() => undefined);
}

/** Placeholder of the panel: fields, slider and brands. */
function PanelSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-6">
      <FieldSkeleton />
      <FieldSkeleton />
      <div>
        <LineSkeleton bar="h-4 w-12" />
        <div className="mt-1.5 mb-1 flex justify-between text-13">
          <LineSkeleton bar="h-3 w-6" />
          <LineSkeleton bar="h-3 w-10" />
        </div>
        <div className="flex h-11 items-center px-3">
          <Skeleton className="h-1 w-full rounded-pill" />
        </div>
      </div>
      <div>
        <FieldSkeleton />
        <BrandListSkeleton />
      </div>
    </div>
  );
}

/** The filters beside the list and the button that resets them (CAT-01). A phone has them in a sheet. */
export function SideFilters(props: FilterPanelProps) {
  const roomy = useIsRoomy();
  const atFirst = useAtFirst();
  return (
    <aside aria-label={text('catalogue.filters')} data-needs-script className="max-lg:hidden">
      {atFirst ? (
        <PanelSkeleton />
      ) : (
        roomy && (
          <Suspense fallback={<PanelSkeleton />}>
            <FilterPanel {...props} />
            <Button className="mt-6 w-full" onClick={() => props.onChange(noFilter)}>
              {text('catalogue.reset')}
            </Button>
          </Suspense>
        )
      )}
    </aside>
  );
}
