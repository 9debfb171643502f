import { isRefusal } from '@giftlane/client/api-error.ts';
import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Title } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Navigate, useParams } from 'react-router';
import type { PageHandle } from '../boot/page-handle.ts';
import { NoSellCards, SellFlowSkeleton, SellHeader } from '../features/selling/sell-brand.tsx';
import { SellFlow } from '../features/selling/sell-flow.tsx';
import { sellBrandQuery, sellTermsQuery } from '../rooms/catalogue/sell-cards.ts';
import { BackLink } from '../rooms/pages/back-link.tsx';
import { chosenCurrency, useCurrency } from '../session/currency.ts';
import { requireMember } from '../session/guards.ts';
import { useMember } from '../session/member.ts';

export const handle: PageHandle = { hasBar: true };

export const loader = requireMember((_, { params }) => {
  void queryClient.prefetchQuery(sellBrandQuery(params.id ?? '', chosenCurrency()));
  void queryClient.prefetchQuery(sellTermsQuery(chosenCurrency()));
  return null;
});

/** Selling one card (ROUTE-18). */
export function Component() {
  const { id = '' } = useParams();
  const member = useMember();
  const [currency, chooseCurrency] = useCurrency();
  const { data, error, refetch, isPlaceholderData } = useQuery(sellBrandQuery(id, currency));
  if (isRefusal(error, 'catalog.not_found', 'input.invalid')) return <Navigate to="/404" replace />;
  return (
    <div className="page-width py-6 md:py-8">
      <Title>
        {data ? text('sell.flow.title', { brand: data.brand.sTitle }) : text('nav.sellGiftCards')}
      </Title>
      <BackLink
        to="/sell-cards-select"
        className="mb-4 inline-flex min-h-11 items-center gap-2 font-medium text-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {text('sell.flow.other')}
      </BackLink>
      {data && member ? (
        <>
          <SellHeader brand={data.brand} currency={currency} onCurrency={chooseCurrency} />
          {data.cards.length === 0 && !isPlaceholderData ? (
            <NoSellCards brandId={id} currency={currency} onCurrency={chooseCurrency} />
          ) : (
            // What was entered for a card of one currency means nothing in another.
            <SellFlow
              key={`${id} ${data.cards[0]?.eCurrency}`}
              cards={data.cards}
              currency={data.cards[0]?.eCurrency ?? currency}
              member={member}
              brandId={id}
            />
          )}
        </>
      ) : error ? (
        <LoadFailed error={error} onRetry={refetch} page />
      ) : (
        <SellFlowSkeleton />
      )}
    </div>
  );
}
