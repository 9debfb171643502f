import { useState } from 'react';
import { cx } from '../cx.ts';

interface CardFaceProps {
  /** The picture's address; undefined while it is not known yet. */
  address: string | undefined;
  /** There is no picture: the brand is written on the card. */
  blank: boolean;
  title: string;
  /** Lifts when the link around it is hovered. */
  lift?: boolean;
  /** Above the fold: the picture loads first. */
  eager?: boolean;
  /** Rendered only near the window: not lazy, which would cost the browser a check per frame. */
  near?: boolean;
  onShown?: (address: string) => void;
  className?: string | undefined;
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

/** A gift card drawn with its picture, its size reserved; hidden from screen readers, as the brand's name is beside it. */
export function CardFace(props: CardFaceProps) {
  const { address, blank, title, lift = false, eager = false, near = false, onShown } = props;
  const [broken, setBroken] = useState<string>();
  const bare = blank || (address !== undefined && broken === address);
  return (
    <span
      aria-hidden="true"
      className={cx('card-box block', bare && 'card-measured', props.className)}
    >
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
            onLoad={() => onShown?.(address)}
            onError={() => setBroken(address)}
          />
        )}
      </span>
    </span>
  );
}
