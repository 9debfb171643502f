import type { Brand } from '@giftlane/contract/shop/catalog.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { CardArt } from './card-art.tsx';

interface BrandStripProps {
  title: string;
  /** Beside the heading. */
  action?: ReactNode;
  /** Undefined while loading. */
  brands: readonly Brand[] | undefined;
  /** Placeholders while loading. */
  count: number;
  /** From the `lg` width on, a grid of six without scrolling. */
  narrow?: boolean;
}

/** Eight items fill the row of the widest page. */
const itemClass = 'w-28 shrink-0 snap-start sm:w-32 lg:w-34 lg:min-w-28 lg:shrink';

const narrowClass =
  'lg:mx-0 lg:grid lg:grid-cols-6 lg:overflow-visible lg:px-0 lg:[&>li]:w-auto lg:[&>li]:min-w-0 lg:[&>li:nth-child(n+7)]:hidden';

/** Brands in one row that scrolls sideways. */
export function BrandStrip({ title, action, brands, count, narrow }: BrandStripProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} data-screen-only>
      <div className="mb-3 flex min-h-9 items-center justify-between gap-4">
        <h2 id={heading} className="text-17">
          {title}
        </h2>
        {action}
      </div>
      {/* Space for the lift of a hovered card and for its focus ring. */}
      <ul
        className={cx(
          '-mx-(--page-gutter) -my-2 flex snap-x scroll-px-(--page-gutter) gap-4 overflow-x-auto px-(--page-gutter) py-2',
          narrow && narrowClass,
        )}
      >
        {brands
          ? brands.map(({ _id, categoryData: { sTitle, sBanner } }) => (
              <li key={_id} className={itemClass}>
                <Link to={`/gift-cards/${_id}`} className="block rounded-small">
                  <CardArt banner={sBanner} title={sTitle} lift />
                  <span className="mt-2 block truncate text-13 font-medium">{sTitle}</span>
                </Link>
              </li>
            ))
          : repeat(count, (index) => (
              <li key={index} className={itemClass} aria-hidden="true">
                <Skeleton className="aspect-(--card-ratio) rounded-small" />
                <Skeleton className="mt-3 h-3 w-2/3" />
              </li>
            ))}
      </ul>
    </section>
  );
}
