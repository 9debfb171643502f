import type { Brand } from '@giftlane/contract/catalog.ts';
import { text } from '@giftlane/contract/messages.ts';
import type { Currency } from '@giftlane/contract/money.ts';
import { useEffect, useState } from 'react';
import { noteViewed } from '../../lib/viewed.ts';
import { EmptyRack } from '../../parts/drawings.tsx';
import { RecentlyViewed } from '../../parts/recently-viewed.tsx';
import { Prose } from '../../ui/prose.tsx';
import { repeat, Skeleton } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BrandHeader, Features } from './brand-header.tsx';
import { Denominations } from './denominations.tsx';
import { RelatedBrands } from './related-brands.tsx';

const tabs = [
  { value: 'about', label: text('card.tab.productInformation') },
  { value: 'redeem', label: text('card.tab.howToRedeem') },
] as const;

interface BrandPageProps {
  brand: Brand;
  currency: Currency;
  onCurrency: (currency: Currency) => void;
}

/** One brand: its card, its denominations, what it is and how it is redeemed. */
export function BrandPage({ brand, currency, onCurrency }: BrandPageProps) {
  const [tab, setTab] = useState<string>(tabs[0].value);
  const { sDescription, sRedeem } = brand.categoryData;
  // What was looked at is kept outside React.
  useEffect(() => noteViewed(brand._id), [brand._id]);
  return (
    <div className="space-y-10">
      <BrandHeader brand={brand} currency={currency} onCurrency={onCurrency} />
      {brand.cards.length > 0 ? (
        <Denominations key={currency} cards={brand.cards} />
      ) : (
        <Empty
          drawing={<EmptyRack />}
          title={text('card.empty')}
          hint={text('card.empty.hint', { currency: currency.toUpperCase() })}
        />
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

/** The shape of the page while it is on its way. */
export function BrandPageSkeleton() {
  return (
    <div className="space-y-10" aria-hidden="true">
      <div className="grid items-center gap-6 md:grid-cols-[2fr_3fr] md:gap-12">
        <Skeleton className="mx-auto aspect-(--card-ratio) w-full max-w-form rounded-card md:mx-0" />
        <div className="space-y-4">
          <Skeleton className="h-10 w-2/3" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-11 w-56" />
        </div>
      </div>
      <div className="space-y-2 rounded-panel border border-line p-4">
        {repeat(4, (index) => (
          <Skeleton key={index} className="h-14" />
        ))}
      </div>
    </div>
  );
}
