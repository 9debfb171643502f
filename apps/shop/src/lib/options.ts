/** Site options: loaded for everyone, beside everything else (SESS-02, decision 85). */
import type { listOptions } from '@giftlane/contract/content.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { send } from './api.ts';

export const optionsQuery = queryOptions({
  queryKey: ['options'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
    const { data } = await send<typeof listOptions>('GET /options', { signal, anonymous: true });
    return new Map(data.map(({ sName, sValue }) => [sName, sValue]));
  },
  staleTime: Number.POSITIVE_INFINITY,
  // The shop works without them; a toast about them would help nobody.
  meta: { quiet: true },
});

/** The value of an option; undefined while it is not known or when it is not set. */
export function useOption(name: string): string | undefined {
  return useQuery(optionsQuery).data?.get(name) || undefined;
}

const ownMedia = '/media';

function useMediaBase(): string | undefined {
  const { data, isError } = useQuery(optionsQuery);
  if (!data && !isError) return undefined;
  return (data?.get('media_url') || ownMedia).replace(/\/+$/, '');
}

/**
 * The address of a stored picture (CONST-08, decision 87). Undefined while the options are on their
 * way: a picture asked for at the wrong address would be loaded twice.
 */
export function useMediaUrl(path: string): string | undefined {
  const base = useMediaBase();
  return path && base !== undefined ? `${base}/${path.replace(/^\/+/, '')}` : undefined;
}

/** Still pictures that are named by their content, of which the shop has tiles. */
const tiled = /^[0-9a-f]{2}\/[0-9a-f]{40}\.(?:svg|png|jpe?g|webp|avif)$/;

/** The address of a stored picture as small as a tile; the picture's own where there is no such tile. */
export function useTileUrl(path: string): string | undefined {
  const whole = useMediaUrl(path);
  return whole === `${ownMedia}/${path}` && tiled.test(path) ? `/tiles/${path}.webp` : whole;
}
