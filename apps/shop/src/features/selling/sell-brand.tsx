import { type Currency, currencies } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import { type SellBrand, sellBrandQuery } from '../../rooms/catalogue/sell-cards.ts';
import { CurrencyChoice } from '../../rooms/money/currency-choice.tsx';
import { EmptyRack } from '../../rooms/pages/drawings.tsx';

const headerClass =
  'mb-6 grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-4 sm:grid-cols-[10rem_minmax(0,1fr)_14rem] max-[18rem]:grid-cols-1 sm:gap-x-6 md:mb-8';

interface SellHeaderProps {
  brand: SellBrand['brand'];
  currency: Currency;
  onCurrency: (currency: Currency) => void;
}

/** Heading of the sell form: the brand and the choice of currency (SELL-09). */
export function SellHeader({ brand, currency, onCurrency }: SellHeaderProps) {
  const { sTitle, sBanner, sShortSellDesc } = brand;
  return (
    <div className={headerClass}>
      <CardArt banner={sBanner} title={sTitle} eager />
      <div className="min-w-0">
        <h1 className="text-21 tracking-tighter sm:text-28 md:text-40">
          {text('sell.flow.title', { brand: sTitle })}
        </h1>
        {sShortSellDesc && <p className="mt-2 max-w-prose text-soft">{sShortSellDesc}</p>}
      </div>
      <div className="max-sm:col-span-full">
        <CurrencyChoice label={text('card.currency')} currency={currency} onCurrency={onCurrency} />
      </div>
    </div>
  );
}

interface NoCardsProps {
  brandId: string;
  currency: Currency;
  onCurrency: (currency: Currency) => void;
}

/** Button that switches to another currency, if the shop buys cards in it. */
function ShowIn({ brandId, currency, onCurrency }: NoCardsProps) {
  const { data } = useQuery({ ...sellBrandQuery(brandId, currency), meta: { quiet: true } });
  if (data?.cards[0]?.eCurrency !== currency) return null;
  return (
    <Button onClick={() => onCurrency(currency)}>
      {text('card.empty.show', { currency: currency.toUpperCase() })}
    </Button>
  );
}

/** Shown when no card of the brand is bought in this currency; offers other currencies and brands. */
export function NoSellCards({ currency, ...props }: NoCardsProps) {
  const others = currencies.filter((one) => one !== currency);
  return (
    <Empty
      drawing={<EmptyRack />}
      title={text('sell.empty')}
      hint={text('card.empty.hint', { currency: currency.toUpperCase() })}
      action={
        <>
          {others.map((one) => (
            <ShowIn key={one} currency={one} {...props} />
          ))}
          <ButtonLink to="/sell-cards-select">{text('sell.flow.other')}</ButtonLink>
        </>
      }
    />
  );
}

/** Skeleton of the page while it loads. */
export function SellFlowSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={headerClass}>
        <Skeleton className="aspect-(--card-ratio) rounded-card" />
        <Skeleton className="h-8 w-2/3 sm:h-10" />
        <div className="max-sm:col-span-full">
          <Skeleton className="mb-2 h-4 w-20" />
          <Skeleton className="input-height rounded-control" />
        </div>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
        <div className="space-y-4">
          <Skeleton className="h-80 rounded-panel" />
          {repeat(2, (index) => (
            <Skeleton key={index} className="h-16 rounded-panel" />
          ))}
        </div>
        <Skeleton className="h-20 rounded-panel lg:h-42" />
      </div>
    </div>
  );
}
