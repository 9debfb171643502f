import { fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Link, useLocation } from 'react-router';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import type { SellCard } from '../../rooms/catalogue/sell-cards.ts';
import { formatFace } from '../../rooms/money/money.tsx';
import { fromList } from '../../rooms/pages/back-link.tsx';
import { rememberPath } from '../../session/remembered.ts';

interface SellTileProps {
  card: SellCard;
  /** Whether nobody is signed in. */
  guest: boolean;
  eager: boolean;
}

/** Query parameter of the brand a visitor chose before signing in. */
export const chosenBrandParam = 'brand';

function withBrand(search: string, id: string): string {
  const params = new URLSearchParams(search);
  params.set(chosenBrandParam, id);
  return `?${params}`;
}

/**
 * Link to a brand's sell form (SELL-05). A visitor signs in first and returns to the list with the brand
 * in the query (SELL-07).
 */
export function SellTile({ card, guest, eager }: SellTileProps) {
  const { pathname, search } = useLocation();
  const { _id, sTitle, sBanner, nPrice, nExchangeFees, eCurrency } = card;
  return (
    <Link
      to={guest ? '/auth/login' : `/sell-cards/${_id}`}
      state={guest ? undefined : fromList}
      onClick={() => guest && rememberPath(pathname + withBrand(search, _id))}
      className="block rounded-card"
    >
      <CardArt banner={sBanner} title={sTitle} lift eager={eager} />
      <span className="mt-3 block font-semibold leading-snug">{sTitle}</span>
      <span className="block text-13 text-soft tabular-nums">
        {text('sell.tile.fee', {
          price: formatFace(fromWire(nPrice), eCurrency),
          percent: nExchangeFees,
        })}
      </span>
    </Link>
  );
}
