import { text } from '@giftlane/texts/text.ts';
import { repeat } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { firstBrandsQuery } from '../../rooms/catalogue/brands.ts';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import { useCurrency } from '../../session/currency.ts';

const shown = 5;
/** The page size of the home page, whose cached answer is used again. */
const asked = 8;

const promises = [text('auth.art.codes'), text('auth.art.cashback'), text('auth.art.refund')];

/** Pictures of cards and the shop's advantages. */
export default function SideArt() {
  const [currency] = useCurrency();
  const { data } = useQuery({
    ...firstBrandsQuery({ currency, sort_by: 'nViews', order_by: '-1' }, asked),
    meta: { quiet: true },
  });
  return (
    // As tall as the form beside it, at most as the window.
    <div className="sticky top-24 flex aspect-4/5 w-full min-h-[min(100%,100dvh-8rem)] flex-col justify-evenly overflow-hidden rounded-panel bg-band p-8 text-on-band">
      <div aria-hidden="true" className="card-hand mx-auto w-1/2">
        {repeat(shown, (index) => (
          <CardArt
            key={index}
            banner={data?.items[index]?.categoryData.sBanner ?? ''}
            title=""
            className="w-full"
          />
        ))}
      </div>
      <ul className="mx-auto space-y-2 font-medium">
        {promises.map((promise) => (
          <li key={promise} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            {promise}
          </li>
        ))}
      </ul>
    </div>
  );
}
