/** The page texts of a release: one Markdown file per page; its first line is the title. */
import { readFile } from 'node:fs/promises';
import type { Db } from '../../platform/db/db.ts';
import { type PageKind, putOwnPage } from './queries.ts';

const kinds: Readonly<Record<string, PageKind>> = {
  'about-us': 'plain',
  'contact-us': 'plain',
  faq: 'faq',
  'privacy-policy': 'legal',
  'refund-policy': 'legal',
  'shipping-policy': 'legal',
  tnc: 'legal',
};

/**
 * Edition of these texts, raised with every change of one: a process of an older release, which may start at
 * any time, does not overwrite newer texts.
 */
export const edition = 10;

/** Stores the release's pages; edited and newer ones stay. Idempotent. */
export async function publishPages(db: Db): Promise<void> {
  for (const [name, kind] of Object.entries(kinds)) {
    const text = await readFile(new URL(`./pages/${name}.md`, import.meta.url), 'utf8');
    const [, title = '', body = ''] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? [];
    await putOwnPage(db, { path: `/${name}`, kind, title, body: body.trim(), edition });
  }
}
