import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Title } from '@giftlane/ui/layout/page.tsx';
import { lazy, Suspense } from 'react';
import { HydratedLater } from '../boot/hydrated-later.tsx';
import { BestSellers, bestSellersQuery } from '../features/home/best-sellers.tsx';
import { CategoryLinks } from '../features/home/category-links.tsx';
import { countersQuery } from '../features/home/counters-query.ts';
import { HomeHero } from '../features/home/hero.tsx';
import { useMember } from '../session/member.ts';

// Below the fold: loads beside the first script.
const Story = lazy(() => import('../features/home/story.tsx'));
const MemberSummary = lazy(() => import('../features/home/member-summary.tsx'));

export function loader() {
  void queryClient.prefetchQuery(bestSellersQuery());
  void queryClient.prefetchQuery(countersQuery);
  return null;
}

/** The home page (ROUTE-01, ROUTE-02). */
export function Component() {
  const member = useMember();
  return (
    <>
      <Title>{text('home.title')}</Title>
      {member && (
        <Suspense fallback={<div className="h-52 md:h-36" />}>
          <MemberSummary member={member} />
        </Suspense>
      )}
      <HomeHero />
      <CategoryLinks />
      <BestSellers />
      <HydratedLater fallback={<div className="min-h-dvh" />}>
        <Story />
      </HydratedLater>
    </>
  );
}
