import { cx } from '@giftlane/ui/cx.ts';
import { useState } from 'react';
import { useMediaUrl } from '../../session/options.ts';
import { retainPicture } from '../list/retain-picture.ts';

interface CardArtProps {
  /** The stored path of the picture (sBanner). */
  banner: string;
  /** The brand, written on a card without a picture. */
  title: string;
  /** Lifts when the link around it is hovered. */
  lift?: boolean;
  /** Above the fold: the picture loads first. */
  eager?: boolean;
  /** Rendered only near the window: not lazy, which would cost the browser a check per frame. */
  near?: boolean;
  /** No wider than a list's tile: loads the small picture. */
  tile?: boolean;
  className?: string;
}

/**
 * Ref that cancels an unfinished picture when it is unmounted: hundreds passed in a fast scroll would load before the
 * visible ones, and each holds its tile in memory until it is loaded.
 */
function cancelOnUnmount(picture: HTMLImageElement) {
  // React removes the element after this call; one that is hidden by Suspense stays connected.
  return () =>
    queueMicrotask(() => {
      if (!picture.isConnected && !picture.complete) picture.removeAttribute('src');
    });
}

/** The picture of a gift card, with its size reserved; hidden from screen readers, as the brand's name is beside it. */
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
            ref={cancelOnUnmount}
            src={address}
            alt=""
            width={640}
            height={404}
            loading={eager || near ? 'eager' : 'lazy'}
            fetchPriority={eager ? 'high' : 'auto'}
            decoding="async"
            className="block size-full object-cover"
            onLoad={() => near && retainPicture(address)}
            onError={() => setBroken(address)}
          />
        )}
      </span>
    </span>
  );
}
