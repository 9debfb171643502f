import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Brand } from '@giftlane/contract/shop/catalog.ts';
import { text } from '@giftlane/texts/text.ts';
import { BrandHead } from '@giftlane/ui/cards/brand-head.tsx';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { BadgeCheck, Headset, Info, ShieldCheck, Zap } from 'lucide-react';
import { useState } from 'react';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import { CurrencyChoice } from '../../rooms/money/currency-choice.tsx';
import { useMediaUrl } from '../../session/options.ts';

const DetailsDialog = lazyPart(() => import('./details-dialog.tsx'));

const features = [
  { icon: Zap, label: text('card.feature.instantDelivery') },
  { icon: ShieldCheck, label: text('card.feature.securePayments') },
  { icon: BadgeCheck, label: text('card.feature.trustedSellers') },
  { icon: Headset, label: text('card.feature.support') },
] as const;

/** The shop's four features (CARD-10). */
export function Features() {
  return (
    <ul
      aria-label={text('card.features')}
      className="grid grid-cols-2 gap-x-4 gap-y-3 max-[18rem]:grid-cols-1 md:grid-cols-4"
    >
      {features.map(({ icon: Icon, label }) => (
        <li key={label} className="flex items-center gap-2 text-13 font-medium md:text-15">
          <Icon aria-hidden="true" className="size-5 shrink-0 text-leaf" />
          {label}
        </li>
      ))}
    </ul>
  );
}

/** The brand's video, or else its banner (OPEN-37). */
function Picture({ brand }: { brand: Brand }) {
  const { sVideo, sBanner, sTitle } = brand.categoryData;
  const video = useMediaUrl(sVideo);
  if (!sVideo) return <CardArt banner={sBanner} title={sTitle} eager />;
  return (
    <video
      src={video}
      aria-label={sTitle}
      controls
      muted
      playsInline
      preload="metadata"
      className="aspect-(--card-ratio) w-full rounded-card bg-sunken object-cover"
    />
  );
}

function Details({ brand }: { brand: Brand }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="max-sm:px-3" onClick={() => setOpen(true)}>
        <Info aria-hidden="true" className="size-4" />
        {text('card.details')}
      </Button>
      {open && <DetailsDialog brand={brand} onClose={() => setOpen(false)} />}
    </>
  );
}

interface BrandHeaderProps {
  brand: Brand;
  currency: Currency;
  onCurrency: (currency: Currency) => void;
}

/** Picture, name, description and currency of a brand. */
export function BrandHeader({ brand, currency, onCurrency }: BrandHeaderProps) {
  const { sTitle, sShortDesc, sVideo } = brand.categoryData;
  return (
    <BrandHead
      title={sTitle}
      shortDesc={sShortDesc}
      cashback={brand.cashBack}
      wide={Boolean(sVideo)}
      picture={<Picture brand={brand} />}
    >
      <div className="max-w-56 min-w-0 grow basis-44">
        <CurrencyChoice label={text('card.currency')} currency={currency} onCurrency={onCurrency} />
      </div>
      <Details brand={brand} />
    </BrandHead>
  );
}
