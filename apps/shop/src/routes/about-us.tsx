import { text } from '@giftlane/contract/messages.ts';
import { StaticPage } from '../features/pages/static-page.tsx';
import { queryClient } from '../lib/query-client.ts';
import { Company } from '../parts/company.tsx';
import { RichText } from '../parts/rich-text.tsx';
import { pageQuery } from '../parts/static-page.ts';

const path = '/about-us';

export function loader() {
  void queryClient.prefetchQuery(pageQuery(path));
  return null;
}

/** Who we are (ROUTE-21, CONT-11). */
export function Component() {
  return (
    <StaticPage path={path} title={text('nav.aboutUs')} className="max-w-prose text-17">
      {(blocks) => (
        <>
          <RichText blocks={blocks} />
          <Company className="mt-8" />
        </>
      )}
    </StaticPage>
  );
}
