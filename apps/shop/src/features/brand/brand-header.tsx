import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Brand } from '@giftlane/contract/shop/catalog.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
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
  // On phones the banner is beside the name, to keep the values in view; a video takes the full width.
  const spanClass = cx(sVideo && 'max-md:col-span-2');
  return (
    <div className="grid grid-cols-[min(8.5rem,40%)_minmax(0,1fr)] items-center gap-4 md:items-start md:grid-cols-[2fr_minmax(0,3fr)] md:gap-12">
      <div className={cx('w-full max-w-form', spanClass)}>
        <Picture brand={brand} />
      </div>
      <div className="max-md:contents">
        <div className={spanClass}>
          <h1 className="text-28 tracking-tighter max-sm:text-21 md:text-40">{sTitle}</h1>
          {brand.cashBack > 0 && (
            <p className="mt-2 w-fit rounded-small bg-leaf-tint px-1.5 py-1 text-13 font-semibold text-leaf md:mt-4 md:px-3 md:text-15">
              {text('card.cashback', { percent: brand.cashBack })}
            </p>
          )}
        </div>
        <p className="max-w-prose text-soft max-md:col-span-2 md:mt-4 md:text-17">{sShortDesc}</p>
        <div className="flex flex-wrap items-end gap-2 max-md:col-span-2 sm:gap-3 md:mt-6">
          <div className="max-w-56 min-w-0 grow basis-44">
            <CurrencyChoice
              label={text('card.currency')}
              currency={currency}
              onCurrency={onCurrency}
            />
          </div>
          <Details brand={brand} />
        </div>
      </div>
    </div>
  );
}
