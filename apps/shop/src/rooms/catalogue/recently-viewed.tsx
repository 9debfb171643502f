import type { Currency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { forgetViewed, useViewed } from '../../session/viewed.ts';
import { BrandStrip } from './brand-strip.tsx';
import { brandsByIdsQuery } from './brands.ts';

interface RecentlyViewedProps {
  currency: Currency;
  /** The brand that is open. */
  except?: string;
}

/** The brands last viewed on this device; nothing when there are none. */
export function RecentlyViewed({ currency, except }: RecentlyViewedProps) {
  const ids = useViewed().filter((id) => id !== except);
  const { data, isError } = useQuery({
    ...brandsByIdsQuery(ids, currency),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const known = new Map(data?.items.map((brand) => [brand._id, brand]));
  const brands = ids.flatMap((id) => known.get(id) ?? []);
  if (ids.length === 0 || isError || (data && brands.length === 0)) return null;
  return (
    <BrandStrip
      title={text('viewed.title')}
      action={
        <Button look="quiet" size="small" onClick={forgetViewed}>
          {text('viewed.clear')}
        </Button>
      }
      brands={data && brands}
      count={ids.length}
    />
  );
}
