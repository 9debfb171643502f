import { isRefusal } from '@giftlane/client/api-error.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Title } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type LoaderFunctionArgs, Navigate, useParams } from 'react-router';
import type { PageHandle } from '../boot/page-handle.ts';
import { BrandPage } from '../features/brand/brand-page.tsx';
import { BrandPageSkeleton } from '../features/brand/brand-skeleton.tsx';
import { fetchRelated } from '../features/brand/related-brands.tsx';
import { brandQuery } from '../rooms/catalogue/brands.ts';
import { BackLink } from '../rooms/pages/back-link.tsx';
import { chosenCurrency, useCurrency } from '../session/currency.ts';

export const handle: PageHandle = { hasBar: true };

export function loader({ params }: LoaderFunctionArgs) {
  const currency = chosenCurrency();
  queryClient.fetchQuery(brandQuery(params.id ?? '', currency)).then(
    (brand) => fetchRelated(brand, currency),
    () => undefined, // Shown by the page.
  );
  return null;
}

function BackToList() {
  return (
    <BackLink
      to="/gift-cards"
      className="mb-2 inline-flex min-h-11 items-center gap-2 font-medium text-soft hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {text('card.other')}
    </BackLink>
  );
}

/** One brand (ROUTE-15). */
export function Component() {
  const { id = '' } = useParams();
  const [currency, chooseCurrency] = useCurrency();
  const query = useQuery(brandQuery(id, currency));
  if (isRefusal(query.error, 'catalog.not_found', 'input.invalid')) {
    return <Navigate to="/404" replace />;
  }
  return (
    <div className="page-width pt-2 pb-6 md:py-8">
      <Title>{query.data?.categoryData.sTitle ?? text('catalogue.title')}</Title>
      <BackToList />
      <Loaded query={query} waiting={<BrandPageSkeleton />} failed={text('ui.failed.brand')} page>
        {(brand) => <BrandPage brand={brand} currency={currency} onCurrency={chooseCurrency} />}
      </Loaded>
    </div>
  );
}
