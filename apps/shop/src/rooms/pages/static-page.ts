/** The texts an owner can edit, by the path of their page (CONT-08). */

import { send } from '@giftlane/client/api.ts';
import { readProse } from '@giftlane/prose/prose.ts';
import { queryOptions } from '@tanstack/react-query';

/** Ids of what stands around every page. */
const shellIds = ['root', 'content', 'user-menu', 'page-menu', 'wallet-popover'];

/** A page's title and its text as a tree; `path` begins with a slash. */
export const pageQuery = (path: string) =>
  queryOptions({
    queryKey: ['page', path],
    queryFn: async ({ signal }) => {
      const { data } = await send('GET /settings/{path}', {
        params: { path: path.slice(1) },
        signal,
      });
      return { title: data.sTitle, blocks: readProse(data.sValue, shellIds) };
    },
    staleTime: 300_000,
    // The page itself says what went wrong.
    meta: { quiet: true },
  });
