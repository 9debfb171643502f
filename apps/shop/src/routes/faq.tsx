import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Faq, FaqSkeleton } from '../features/pages/faq.tsx';
import { StaticPage } from '../features/pages/static-page.tsx';
import { pageQuery } from '../rooms/pages/static-page.ts';

const path = '/faq';

export function loader() {
  void queryClient.prefetchQuery(pageQuery(path));
  return null;
}

/** Questions and answers (ROUTE-20). */
export function Component() {
  return (
    <StaticPage
      path={path}
      title={text('faq.title')}
      intro={text('faq.intro')}
      waiting={<FaqSkeleton />}
    >
      {(blocks) => <Faq blocks={blocks} />}
    </StaticPage>
  );
}
