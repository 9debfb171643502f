import { categories, categorySlug } from '@giftlane/contract/shop/categories.ts';
import { text } from '@giftlane/texts/text.ts';
import { Link } from 'react-router';
import { tabLabels } from '../../rooms/catalogue/tab-labels.ts';

/** Links to the categories of the list. */
export function CategoryLinks() {
  return (
    <nav aria-label={text('catalogue.tabs')} className="page-width pt-8">
      <ul className="flex gap-2 overflow-x-auto py-1 max-lg:-mx-(--page-gutter) max-lg:px-(--page-gutter)">
        {categories.map((category) => (
          <li key={category} className="shrink-0">
            <Link
              to={`/gift-cards?tab=${categorySlug(category)}`}
              className="input-height inline-flex items-center rounded-pill border border-line bg-surface px-4 font-medium hover:border-ink"
            >
              {tabLabels[category]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
