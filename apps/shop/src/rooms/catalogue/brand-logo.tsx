import { useState } from 'react';
import { useMediaUrl } from '../../session/options.ts';

/** A brand's logo, by its stored path (`sLogo`); hidden from screen readers, as the name is beside it. */
export function BrandLogo({ logo }: { logo: string }) {
  const address = useMediaUrl(logo, false);
  const [broken, setBroken] = useState<string>();
  if (!address || broken === address) return null;
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
