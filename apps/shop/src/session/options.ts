/** Site options: loaded for everyone, beside everything else (SESS-02, OPEN-85). */

import { send } from '@giftlane/client/api.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';

export const optionsQuery = queryOptions({
  queryKey: ['options'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
    const { data } = await send('GET /options', { signal, anonymous: true });
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

/** Still pictures that are named by their content, of which the shop has tiles. */
const tiled = /^[0-9a-f]{2}\/[0-9a-f]{40}\.(?:svg|png|jpe?g|webp|avif)$/;

/**
 * The address of a stored picture (CONST-08, OPEN-87), or of its `tile`, as small as a list shows it,
 * where there is one. Undefined while the options are on their way: a picture asked for at the wrong address
 * would be loaded twice.
 */
export function useMediaUrl(path: string, tile = false): string | undefined {
  const { data, isError } = useQuery(optionsQuery);
  if (!path || (!data && !isError)) return undefined;
  const base = (data?.get('media_url') || ownMedia).replace(/\/+$/, '');
  if (tile && base === ownMedia && tiled.test(path)) return `/tiles/${path}.webp`;
  return `${base}/${path.replace(/^\/+/, '')}`;
}
