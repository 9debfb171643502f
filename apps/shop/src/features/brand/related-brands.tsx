import { queryClient } from '@giftlane/client/query-client.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Brand } from '@giftlane/contract/shop/catalog.ts';
import { text } from '@giftlane/texts/text.ts';
import { useQuery } from '@tanstack/react-query';
import { BrandStrip } from '../../rooms/catalogue/brand-strip.tsx';
import { firstBrandsQuery } from '../../rooms/catalogue/brands.ts';

const shown = 8;

const relatedQuery = ({ categoryData: { sCategory } }: Brand, currency: Currency) => ({
  // One more, as the result may include the brand itself.
  ...firstBrandsQuery({ currency, sCategory, sort_by: 'nViews', order_by: '-1' }, shown + 1),
  meta: { quiet: true },
});

/** Prefetches them for the first render of the page. */
export function fetchRelated(brand: Brand, currency: Currency): void {
  void queryClient.prefetchQuery(relatedQuery(brand, currency));
}

/** The most viewed brands of the category; all brands of a category share one cached call. */
export function RelatedBrands({ brand, currency }: { brand: Brand; currency: Currency }) {
  const { data, isError } = useQuery(relatedQuery(brand, currency));
  const others = data?.items.filter(({ _id }) => _id !== brand._id).slice(0, shown);
  if (isError || others?.length === 0) return null;
  return (
    <BrandStrip
      title={text('card.related', { category: brand.categoryData.sCategory })}
      brands={others}
      count={shown}
    />
  );
}
