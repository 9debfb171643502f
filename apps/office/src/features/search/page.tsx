import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { RowSkeletons } from '../../list/list.tsx';
import { Nothing, Section } from '../../parts/figures.tsx';
import { byKind, HitText, kindNames, pathOf } from './hits.tsx';

/** All hits of a search, by kind. */
export function SearchPage() {
  const sQuery = useSearchParams()[0].get('q')?.trim() ?? '';
  const query = useQuery({
    ...apiQuery('GET /office/search', { query: { sQuery } }),
    enabled: sQuery.length > 1,
  });
  return (
    <Page title={text('office.search.title')} intro={sQuery || text('office.search.hint')}>
      {sQuery.length > 1 && (
        <Loaded query={query} waiting={<RowSkeletons />}>
          {({ aHits, nUnread }) => (
            <>
              {aHits.length === 0 && <Nothing>{text('office.search.none')}</Nothing>}
              {nUnread > 0 && (
                <p className="mb-4 text-15 text-soft">
                  {text('office.search.unread', { count: nUnread })}
                </p>
              )}
              {byKind(aHits).map(([kind, hits]) => (
                <Section key={kind} title={kindNames[kind]}>
                  <ul className="divide-y divide-line border-y border-line">
                    {hits.map((hit, i) => {
                      const to = pathOf(hit);
                      return (
                        // biome-ignore lint/suspicious/noArrayIndexKey: one order may be hit twice.
                        <li key={i}>
                          {to ? (
                            <Link
                              to={to}
                              className="block px-2 py-2 text-ink no-underline hover:bg-sunken"
                            >
                              <HitText hit={hit} />
                            </Link>
                          ) : (
                            <div className="px-2 py-2">
                              <HitText hit={hit} />
                            </div>
                          )}
                        </li>
                      );
                    })}
                  </ul>
                </Section>
              ))}
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}
