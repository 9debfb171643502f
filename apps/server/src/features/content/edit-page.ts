/** Editing of static pages by the shop's owner. */
import { longestProse, readProse, sectionsOf } from '@giftlane/prose/prose.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { allPages, type StaticPage, updatePage } from './queries.ts';

export type { StaticPage } from './queries.ts';

/** A text refused as a page; the message is for its author. */
export class PageRefused extends Error {}

const longestTitle = 200;

/**
 * Requires what the kind of page needs: questions in the FAQ, sections for the table of contents of legal
 * pages.
 */
function requireSections({ path, kind, body }: StaticPage): void {
  if (kind === 'plain' || sectionsOf(readProse(body)).sections.length > 0) return;
  const needed = kind === 'faq' ? 'error.pageNeedsQuestions' : 'error.pageNeedsSections';
  throw new PageRefused(text(needed, { path }));
}

/** A page by its path, such as `/faq`; the leading slash is optional. */
export async function findPage(db: Queryable, typed: string): Promise<StaticPage> {
  const path = `/${typed.replace(/^\/+/, '')}`;
  const pages = await allPages(db);
  const page = pages.find((one) => one.path === path);
  if (page) return page;
  throw new PageRefused(
    `There is no page ${path}. There are ${pages.map((one) => one.path).join(', ')}.`,
  );
}

/**
 * Replaces a page's text and optionally its title, and keeps what it was; later releases no longer overwrite it. Refuses
 * `page.changed` when its version is not `version`, if that is given.
 */
export async function setPage(
  db: Queryable,
  typed: string,
  wish: {
    readonly body: string;
    readonly title?: string | undefined;
    readonly editor?: string;
    readonly version?: number;
  },
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
  const { editor = '', version } = wish;
  const saved = await updatePage(db, changed, { editor, version });
  if (!saved) throw new Refusal('page.changed');
  return saved;
}
