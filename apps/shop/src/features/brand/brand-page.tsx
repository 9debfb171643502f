import { type Currency, currencies } from '@giftlane/contract/money/money.ts';
import type { Brand } from '@giftlane/contract/shop/catalog.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Tabs } from '@giftlane/ui/controls/tabs.tsx';
import { Prose } from '@giftlane/ui/layout/prose.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { brandQuery } from '../../rooms/catalogue/brands.ts';
import { RecentlyViewed } from '../../rooms/catalogue/recently-viewed.tsx';
import { EmptyRack } from '../../rooms/pages/drawings.tsx';
import { noteViewed } from '../../session/viewed.ts';
import { BrandHeader, Features } from './brand-header.tsx';
import { Denominations } from './denominations.tsx';
import { RelatedBrands } from './related-brands.tsx';

const tabs = [
  { value: 'about', label: text('card.tab.productInformation') },
  { value: 'redeem', label: text('card.tab.howToRedeem') },
] as const;

/** A button that switches to another currency, if the brand has cards in it. */
function CurrencyButton({ brand, currency, onCurrency }: BrandPageProps) {
  const { data } = useQuery({ ...brandQuery(brand._id, currency), meta: { quiet: true } });
  if (!data?.cards.length) return null;
  return (
    <Button onClick={() => onCurrency(currency)}>
      {text('card.empty.show', { currency: currency.toUpperCase() })}
    </Button>
  );
}

/** Empty state of a currency without cards, with buttons for the other currencies. */
function NoCards({ currency, ...props }: BrandPageProps) {
  const others = currencies.filter((one) => one !== currency);
  return (
    <Empty
      drawing={<EmptyRack />}
      title={text('card.empty')}
      hint={text('card.empty.hint', { currency: currency.toUpperCase() })}
      action={others.map((one) => <CurrencyButton key={one} currency={one} {...props} />)}
    />
  );
}

interface BrandPageProps {
  brand: Brand;
  currency: Currency;
  onCurrency: (currency: Currency) => void;
}

/** A brand: header, denominations, description and redemption. */
export function BrandPage({ brand, currency, onCurrency }: BrandPageProps) {
  const [tab, setTab] = useState<string>(tabs[0].value);
  const { sDescription, sRedeem } = brand.categoryData;
  useEffect(() => noteViewed(brand._id), [brand._id]);
  return (
    <div className="space-y-8 md:space-y-10">
      <BrandHeader brand={brand} currency={currency} onCurrency={onCurrency} />
      {brand.cards.length > 0 ? (
        <Denominations key={currency} cards={brand.cards} />
      ) : (
        <NoCards brand={brand} currency={currency} onCurrency={onCurrency} />
      )}
      <Features />
      <Tabs
        tabs={tabs}
        value={tab}
        onChange={setTab}
        label={text('card.about', { brand: brand.categoryData.sTitle })}
      >
        <Prose>{tab === 'redeem' ? sRedeem : sDescription}</Prose>
      </Tabs>
      <RelatedBrands brand={brand} currency={currency} />
      <RecentlyViewed currency={currency} except={brand._id} />
    </div>
  );
}
