import { useQuery } from '@tanstack/react-query';
import { useCurrency } from '../../lib/currency.ts';
import { firstBrandsQuery } from '../../parts/brands.ts';
import { CardArt } from '../../parts/card-art.tsx';
import { repeat } from '../../ui/skeleton.tsx';

const shown = 5;
/** As many as the home page asks for, so that what it has read is used again. */
const asked = 8;

/** Cards of the shop, to look at; the words of the page are beside them. */
export default function SideArt() {
  const [currency] = useCurrency();
  const { data } = useQuery({
    ...firstBrandsQuery({ currency, sort_by: 'nViews', order_by: '-1' }, asked),
    meta: { quiet: true },
  });
  return (
    <div
      aria-hidden="true"
      className="sticky top-24 flex aspect-4/5 items-center overflow-hidden rounded-panel bg-band"
    >
      <div className="card-hand mx-auto w-1/2 pb-[12%]">
        {repeat(shown, (index) => (
          <CardArt
            key={index}
            banner={data?.brands[index]?.categoryData.sBanner ?? ''}
            title=""
            className="w-full"
          />
        ))}
      </div>
    </div>
  );
}
