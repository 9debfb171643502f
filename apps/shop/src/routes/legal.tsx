import { queryClient } from '@giftlane/client/query-client.ts';
import type { LoaderFunctionArgs } from 'react-router';
import { useLocation } from 'react-router';
import { helpLinks } from '../boot/site-map.ts';
import { Legal, LegalSkeleton } from '../features/pages/legal.tsx';
import { StaticPage } from '../features/pages/static-page.tsx';
import { pageQuery } from '../rooms/pages/static-page.ts';

const pathOf = (pathname: string) => pathname.replace(/\/+$/, '');

export function loader({ request }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(pageQuery(pathOf(new URL(request.url).pathname)));
  return null;
}

/** Privacy, terms, refunds, shipping (ROUTE-22 to ROUTE-25). */
export function Component() {
  const path = pathOf(useLocation().pathname);
  const label = helpLinks.find((link) => link.path === path)?.label ?? '';
  return (
    <StaticPage key={path} path={path} title={label} waiting={<LegalSkeleton />}>
      {(blocks) => <Legal blocks={blocks} />}
    </StaticPage>
  );
}
