/** Static pages as their owner edits them. */
import { longestProse, readProse, sectionsOf } from '@giftlane/prose/prose.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { allPages, type StaticPage, updatePage } from './queries.ts';

export type { StaticPage } from './queries.ts';

/** A text that can not be a page, in words for its author. */
export class PageRefused extends Error {}

const longestTitle = 200;

/** What its place in the shop asks of a text: questions fold, legal pages have a table of contents. */
function requireSections({ path, kind, body }: StaticPage): void {
  if (kind === 'plain' || sectionsOf(readProse(body)).sections.length > 0) return;
  const wanted = kind === 'faq' ? 'questions' : 'sections';
  throw new PageRefused(`${path} needs ${wanted}: lines that begin with ##.`);
}

/** A page by its path, such as `/faq`; the slash may be left out. */
export async function findPage(db: Queryable, typed: string): Promise<StaticPage> {
  const path = `/${typed.replace(/^\/+/, '')}`;
  const pages = await allPages(db);
  const page = pages.find((one) => one.path === path);
  if (page) return page;
  throw new PageRefused(
    `There is no page ${path}. There are ${pages.map((one) => one.path).join(', ')}.`,
  );
}

/** Gives a page another text, and another title if it is wished; releases leave it alone from now on. */
export async function setPage(
  db: Queryable,
  typed: string,
  wish: { readonly body: string; readonly title?: string | undefined },
): Promise<StaticPage> {
  const page = await findPage(db, typed);
  const changed = {
    ...page,
    title: (wish.title ?? page.title).trim(),
    body: wish.body.replaceAll('\r\n', '\n').trim(),
  };
  if (changed.body === '') throw new PageRefused('The text is empty.');
  if (changed.body.length > longestProse)
    throw new PageRefused(`A page has at most ${longestProse} characters.`);
  if (changed.title === '' || changed.title.length > longestTitle)
    throw new PageRefused(`A title has 1 to ${longestTitle} characters.`);
  if (changed.body.includes('\0')) throw new PageRefused('This is no text.');
  requireSections(changed);
  return (await updatePage(db, changed)) ?? changed;
}
