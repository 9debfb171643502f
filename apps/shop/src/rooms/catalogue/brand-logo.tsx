import { useState } from 'react';
import { useMediaUrl } from '../../session/options.ts';

interface BrandLogoProps {
  /** The stored path of the picture (sLogo); without one there is nothing. */
  logo: string;
}

/** A brand's mark beside its name, which says the same: silent for screen readers. */
export function BrandLogo({ logo }: BrandLogoProps) {
  const address = useMediaUrl(logo, false);
  const [broken, setBroken] = useState<string>();
  if (!logo || !address || broken === address) return null;
  return (
    <img
      src={address}
      alt=""
      width={24}
      height={24}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(address)}
      className="size-6 shrink-0 rounded-small object-contain"
    />
  );
}
