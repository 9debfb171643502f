/** Texts that an operator edits, by the path of their page (CONT-08). */
import { apiQuery } from '@giftlane/client/queries.ts';
import { readProse } from '@giftlane/prose/prose.ts';
import { queryOptions } from '@tanstack/react-query';

/** Element ids of the shell, which sections of a text must not have. */
const shellIds = ['root', 'content', 'user-menu', 'page-menu', 'wallet-popover'];

const readPage = ({ sTitle, sValue }: { sTitle: string; sValue: string }) => ({
  title: sTitle,
  blocks: readProse(sValue, shellIds),
});

/** A page's title and its text as a tree; `path` begins with a slash. */
export const pageQuery = (path: string) =>
  queryOptions({
    ...apiQuery('GET /settings/{path}', { params: { path: path.slice(1) }, anonymous: true }),
    select: readPage,
    staleTime: 300_000,
    // The page itself shows the failure.
    meta: { quiet: true },
  });
