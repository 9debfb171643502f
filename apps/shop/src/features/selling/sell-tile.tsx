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
  /** Nobody is signed in. */
  guest: boolean;
  eager: boolean;
}

/** Of the address a visitor comes back to: the brand they had chosen. */
export const chosenBrandParam = 'brand';

function withBrand(search: string, id: string): string {
  const params = new URLSearchParams(search);
  params.set(chosenBrandParam, id);
  return `?${params}`;
}

/**
 * A brand the shop buys, as a card (SELL-05). A visitor signs in first and comes back here, where the brand
 * is still chosen (SELL-07).
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
