import { fromWire } from '@giftlane/contract/money/money.ts';
import type { Brand } from '@giftlane/contract/shop/catalog.ts';
import { TileWords } from '@giftlane/ui/cards/tile-words.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Link } from 'react-router';
import { formatFace } from '../money/money.tsx';
import { CardArt } from './card-art.tsx';

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
      <TileWords
        title={sTitle}
        values={brand.cards.map((card) => formatFace(fromWire(card.nValue), card.eCurrency))}
        cashback={brand.cashBack}
        discount={discount}
      />
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
