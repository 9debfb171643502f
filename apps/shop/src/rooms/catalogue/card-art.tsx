import { CardFace } from '@giftlane/ui/cards/card-face.tsx';
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
  /** Rendered only near the window: not lazy. */
  near?: boolean;
  /** No wider than a list's tile: loads the small picture. */
  tile?: boolean;
  className?: string;
}

/** The picture of a gift card by its stored path. */
export function CardArt({ banner, tile = false, near = false, ...face }: CardArtProps) {
  const address = useMediaUrl(banner, tile);
  return (
    <CardFace
      {...face}
      near={near}
      address={address}
      blank={!banner}
      {...(near && { onShown: retainPicture })}
    />
  );
}
