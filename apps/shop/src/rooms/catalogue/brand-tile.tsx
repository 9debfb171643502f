import { fromWire } from '@giftlane/contract/money/money.ts';
import type { Brand } from '@giftlane/contract/shop/catalog.ts';
import { text } from '@giftlane/texts/text.ts';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Link } from 'react-router';
import { formatFace } from '../money/money.tsx';
import { CardArt } from './card-art.tsx';

const shownValues = 3;

/** The card values as one line of text: an element for each was a third of a tile's elements. */
function valuesLine(cards: Brand['cards']): string {
  const more = cards.length - shownValues;
  return [
    ...cards.slice(0, shownValues).map((card) => formatFace(fromWire(card.nValue), card.eCurrency)),
    ...(more > 0 ? [text('tile.moreValues', { count: more })] : []),
  ].join(' ');
}

interface BrandTileProps {
  brand: Brand;
  /** Above the fold: the picture loads first. */
  eager?: boolean;
  /** Rendered only near the window: the picture is not lazy. */
  near?: boolean;
  /** Router state of the link. */
  state?: unknown;
}

/** A card that links the page of a brand (CAT-04, CAT-05). */
export function BrandTile({ brand, eager = false, near = false, state }: BrandTileProps) {
  const { sTitle, sBanner } = brand.categoryData;
  const discount = Math.max(0, ...brand.cards.map((card) => card.nDiscount));
  return (
    <Link to={`/gift-cards/${brand._id}`} state={state} className="block rounded-card">
      {/* Eager tiles use the full picture, which the page preloads. */}
      <CardArt banner={sBanner} title={sTitle} lift eager={eager} near={near} tile={!eager} />
      <span className="mt-3 block font-semibold leading-snug">{sTitle}</span>
      <span className="block text-13 text-soft tabular-nums [word-spacing:0.3em]">
        {valuesLine(brand.cards)}
      </span>
      <span className="block text-13 font-medium">
        {brand.cashBack > 0 && (
          <span className="me-3 inline-block text-leaf">
            {text('tile.cashback', { percent: brand.cashBack })}
          </span>
        )}
        {discount > 0 && (
          <span className="inline-block">{text('tile.discount', { percent: discount })}</span>
        )}
      </span>
    </Link>
  );
}

/** Placeholder of a tile; `short` has one line less. It does not pulse itself: a list of them pulses as one layer. */
export function BrandTileSkeleton({ short = false }: { short?: boolean }) {
  return (
    <div>
      <Skeleton still className="aspect-(--card-ratio) rounded-card" />
      <Skeleton still className="mt-4 h-4 w-2/3" />
      <Skeleton still className="mt-2 h-3 w-1/2" />
      {!short && <Skeleton still className="mt-2 h-3 w-3/5" />}
    </div>
  );
}
