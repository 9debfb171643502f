import { categories, categorySlug } from '@giftlane/contract/categories.ts';
import { text } from '@giftlane/contract/messages.ts';
import { Search } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { tabLabels } from '../../parts/tab-labels.ts';
import { Button } from '../../ui/button.tsx';
import { controlClass } from '../../ui/field.tsx';

/** The ways into the catalogue: a word, or a category. */
export function Doors() {
  const navigate = useNavigate();
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const word = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    void navigate(word ? `/gift-cards?search=${encodeURIComponent(word)}` : '/gift-cards');
  };
  return (
    <section
      aria-label={text('home.doors')}
      className="page-width grid grid-cols-1 gap-4 pt-8 lg:grid-cols-[22rem_minmax(0,1fr)] lg:items-center lg:gap-8"
    >
      <search>
        <form action="/gift-cards" onSubmit={search} className="flex gap-2">
          <span className="relative grow">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-soft"
            />
            <input
              type="search"
              name="search"
              maxLength={100}
              enterKeyHint="search"
              placeholder={text('catalogue.search.placeholder')}
              aria-label={text('catalogue.search.placeholder')}
              className={`${controlClass} pl-11`}
            />
          </span>
          <Button type="submit">{text('home.doors.search')}</Button>
        </form>
      </search>
      <nav aria-label={text('catalogue.tabs')}>
        {/* On a phone they are pushed aside, and the last one peeps in. */}
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
    </section>
  );
}
