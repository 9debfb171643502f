import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Title } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Later } from '../boot/later.tsx';
import { BestSellers } from '../features/home/best-sellers.tsx';
import { countersQuery } from '../features/home/counters-query.ts';
import { Doors } from '../features/home/doors.tsx';
import { HomeHero } from '../features/home/hero.tsx';
import { firstBrandsQuery } from '../rooms/catalogue/brands.ts';
import { chosenCurrency, useCurrency } from '../session/currency.ts';
import { useMember } from '../session/member.ts';

// Below the fold, so beside the first script.
const Story = lazy(() => import('../features/home/story.tsx'));
// For members alone.
const MemberFace = lazy(() => import('../features/home/member-face.tsx'));

const bestSellers = 8;

const bestSellersQuery = (currency: ReturnType<typeof chosenCurrency>) =>
  firstBrandsQuery({ currency, sort_by: 'nViews', order_by: '-1' }, bestSellers);

export function loader() {
  void queryClient.prefetchQuery(bestSellersQuery(chosenCurrency()));
  void queryClient.prefetchQuery(countersQuery);
  return null;
}

/** The home page (ROUTE-01, ROUTE-02). */
export function Component() {
  const [currency] = useCurrency();
  const member = useMember();
  const { data, error, refetch } = useQuery(bestSellersQuery(currency));
  return (
    <>
      <Title>{text('home.title')}</Title>
      {member && (
        <Suspense fallback={<div className="h-52 md:h-36" />}>
          <MemberFace member={member} />
        </Suspense>
      )}
      <HomeHero brands={data?.brands} />
      <Doors />
      <BestSellers brands={data?.brands} count={bestSellers} problem={error} onRetry={refetch} />
      <Later fallback={<div className="min-h-dvh" />}>
        <Story />
      </Later>
    </>
  );
}
