import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { RichText } from '@giftlane/ui/layout/rich-text.tsx';
import { StaticPage } from '../features/pages/static-page.tsx';
import { Company } from '../rooms/pages/company.tsx';
import { pageQuery } from '../rooms/pages/static-page.ts';

const path = '/about-us';

export function loader() {
  void queryClient.prefetchQuery(pageQuery(path));
  return null;
}

/** Who we are (ROUTE-21, CONT-11). */
export function Component() {
  return (
    <StaticPage path={path} title={text('nav.aboutUs')}>
      {(blocks) => (
        <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-16">
          <div className="max-w-prose text-17">
            <RichText blocks={blocks} />
          </div>
          <aside
            aria-label={text('about.facts')}
            className="space-y-4 rounded-panel border border-line bg-surface p-6"
          >
            <Company />
            <div>
              <h2 className="text-17">{text('about.support')}</h2>
              <p className="mt-1 text-balance text-soft">{text('about.hours')}</p>
            </div>
            <ButtonLink to="/contact-us">{text('nav.contactUs')}</ButtonLink>
          </aside>
        </div>
      )}
    </StaticPage>
  );
}
