import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';

interface PictureProps {
  address: string;
  label: string;
  gone: boolean;
  brief: boolean;
  onExpired: () => void;
}

/** A picture as a link to its full size. */
function Picture({ address, label, gone, brief, onExpired }: PictureProps) {
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-label={
        gone ? text('ui.labelled', { label, value: text('sell.picture.gone') }) : undefined
      }
      className="block overflow-hidden rounded-small border border-line bg-sunken"
    >
      {gone ? (
        <span className="flex aspect-(--card-ratio) flex-col items-center justify-center gap-1 text-13 text-soft">
          <ImageOff aria-hidden="true" className="size-5" />
          {!brief && <span>{text('sell.picture.gone')}</span>}
        </span>
      ) : (
        <img
          src={address}
          alt={label}
          loading="lazy"
          className="aspect-(--card-ratio) w-full object-cover"
          onError={onExpired}
        />
      )}
    </a>
  );
}

interface SoldPicturesProps {
  images: NonNullable<Order['aCartData'][number]['aImages']>;
  /** Called when an address, valid for some minutes, has expired. */
  onExpired: () => void;
  /** Small and without captions, for a list row. */
  brief?: boolean;
}

/** The uploaded pictures of a sold card (ORD-11). */
export function SoldPictures({ images, onExpired, brief = false }: SoldPicturesProps) {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const pictures = [
    { address: images.imgFront, label: text('sell.picture.frontShort') },
    { address: images.imgBack, label: text('sell.picture.backShort') },
    { address: images.imgPurchaseReceipt, label: text('sell.picture.receiptShort') },
  ];
  if (pictures.every(({ address }) => gone.has(address)))
    return <p className="text-13 text-soft">{text('sell.pictures.gone')}</p>;
  return (
    <ul
      className={brief ? 'relative flex gap-2 py-1' : 'grid max-w-form grid-cols-3 gap-2'}
      aria-label={text('sell.pictures')}
    >
      {pictures.map(({ address, label }) => (
        <li key={label} className={brief ? 'w-14' : undefined}>
          <Picture
            address={address}
            label={label}
            gone={gone.has(address)}
            brief={brief}
            onExpired={() => {
              setGone((before) => new Set([...before, address]));
              onExpired();
            }}
          />
          {!brief && (
            <p aria-hidden="true" className="mt-1 text-13 text-soft">
              {label}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
