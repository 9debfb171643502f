import { cx } from '@giftlane/ui/cx.ts';
import { useState } from 'react';
import { useMediaUrl } from '../../session/options.ts';
import { keepPicture } from '../list/keep-picture.ts';

interface CardArtProps {
  /** The stored path of the picture (sBanner). */
  banner: string;
  /** The brand; stands on the card when there is no picture. */
  title: string;
  /** Lifts when the link around it is pointed at. */
  lift?: boolean;
  /** Above the fold: load at once. */
  eager?: boolean;
  /** Drawn only where it is near already: a browser that looked for that again would do so between two frames. */
  near?: boolean;
  /** One of many, none of them wider than a tile. */
  tile?: boolean;
  className?: string;
}

/**
 * Gives up a picture that has not come when it leaves the page: hundreds passed by on a fast scroll would
 * come before those one stops at, and each keeps the whole of its tile in memory until it has.
 */
function giveUpOnLeaving(picture: HTMLImageElement) {
  // It leaves after this; one that is only hidden for a while stays.
  return () =>
    queueMicrotask(() => {
      if (!picture.isConnected && !picture.complete) picture.removeAttribute('src');
    });
}

/**
 * A gift card as a physical thing. It keeps its place while the picture loads. The picture repeats
 * the brand's name, which always stands beside it as text, so it is silent for screen readers.
 */
export function CardArt(props: CardArtProps) {
  const {
    banner,
    title,
    lift = false,
    eager = false,
    near = false,
    tile = false,
    className,
  } = props;
  const address = useMediaUrl(banner, tile);
  const [broken, setBroken] = useState<string>();
  const bare = !banner || (address !== undefined && broken === address);
  return (
    <span aria-hidden="true" className={cx('card-box block', bare && 'card-measured', className)}>
      <span
        className={cx(
          'card-face',
          bare ? 'flex items-center justify-center' : 'block',
          lift && 'card-lift',
        )}
      >
        {bare && (
          <span className="card-name max-w-full px-[6%] text-center font-display leading-tight font-semibold text-soft">
            {title}
          </span>
        )}
        {!bare && address && (
          <img
            ref={giveUpOnLeaving}
            src={address}
            alt=""
            width={640}
            height={404}
            loading={eager || near ? 'eager' : 'lazy'}
            fetchPriority={eager ? 'high' : 'auto'}
            decoding="async"
            className="block size-full object-cover"
            onLoad={() => near && keepPicture(address)}
            onError={() => setBroken(address)}
          />
        )}
      </span>
    </span>
  );
}
