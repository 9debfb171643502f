import { fromWire } from '@giftlane/contract/money/money.ts';
import type { Brand } from '@giftlane/contract/shop/catalog.ts';
import { text } from '@giftlane/texts/text.ts';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Link } from 'react-router';
import { formatFace } from '../money/money.tsx';
import { CardArt } from './card-art.tsx';

const shownValues = 3;

/** A line of text, with wide spaces: a box for each value was a third of all that a tile is made of. */
function valuesLine(cards: Brand['cards']): string {
  const more = cards.length - shownValues;
  return [
    ...cards.slice(0, shownValues).map((card) => formatFace(fromWire(card.nValue), card.eCurrency)),
    ...(more > 0 ? [text('tile.moreValues', { count: more })] : []),
  ].join(' ');
}

interface BrandTileProps {
  brand: Brand;
  eager?: boolean;
  /** Drawn only where it is near already. */
  near?: boolean;
  /** Goes along to the brand's page. */
  state?: unknown;
}

/** A brand as a card that leads to its page (CAT-04, CAT-05). */
export function BrandTile({ brand, eager = false, near = false, state }: BrandTileProps) {
  const { sTitle, sBanner } = brand.categoryData;
  const discount = Math.max(0, ...brand.cards.map((card) => card.nDiscount));
  return (
    <Link to={`/gift-cards/${brand._id}`} state={state} className="block rounded-card">
      {/* The first ones as they are: their words come sooner than another picture of them. */}
      <CardArt banner={sBanner} title={sTitle} lift eager={eager} near={near} tile={!eager} />
      <span className="mt-3 block font-semibold leading-snug">{sTitle}</span>
      <span className="block text-13 text-soft tabular-nums [word-spacing:0.3em]">
        {valuesLine(brand.cards)}
      </span>
      <span className="block text-13 font-medium">
        {brand.cashBack > 0 && (
          <span className="mr-3 inline-block text-leaf">
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

/**
 * The shape of a tile while it is on its way; of one with a line less, when it is `short`. Whoever draws
 * several lets them pulse together.
 */
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
