/** Site options, loaded with every page without delaying it (SESS-02, OPEN-85). */
import { send } from '@giftlane/client/api.ts';
import { apiKey } from '@giftlane/client/queries.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';

const anonymous = { anonymous: true };

/** The options by name. */
export const optionsQuery = queryOptions({
  queryKey: apiKey('GET /options', anonymous),
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
    const { data } = await send('GET /options', { ...anonymous, signal });
    return new Map(data.map(({ sName, sValue }) => [sName, sValue]));
  },
  staleTime: Number.POSITIVE_INFINITY,
  // The shop works without them.
  meta: { quiet: true },
});

/** The value of an option; undefined while it is loading and when it is not set. */
export function useOption(name: string): string | undefined {
  return useQuery(optionsQuery).data?.get(name) || undefined;
}

const ownMedia = '/media';

/** Stored pictures, named by their content, which the server also has as small tiles. */
const tiled = /^[0-9a-f]{2}\/[0-9a-f]{40}\.(?:svg|png|jpe?g|webp|avif)$/;

/**
 * The URL of a stored picture (CONST-08, OPEN-87), or of its small tile where there is one. Undefined while the options
 * are loading: a picture requested from the wrong address would be loaded twice.
 */
export function useMediaUrl(path: string, tile = false): string | undefined {
  const { data, isError } = useQuery(optionsQuery);
  if (!path || (!data && !isError)) return undefined;
  const base = (data?.get('media_url') || ownMedia).replace(/\/+$/, '');
  if (tile && base === ownMedia && tiled.test(path)) return `/tiles/${path}.webp`;
  return `${base}/${path.replace(/^\/+/, '')}`;
}
