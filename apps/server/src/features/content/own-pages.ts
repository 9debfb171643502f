/** The texts a release brings along: one file of Markdown per page, its first line the title. */
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
 * The number of these texts, raised with each change of one of them: a process of a release before, which
 * may start again at any time, leaves newer texts alone.
 */
export const edition = 9;

/** Puts the release's pages into the shop; what somebody has edited, or is newer, stays. Safe to repeat. */
export async function publishPages(db: Db): Promise<void> {
  for (const [name, kind] of Object.entries(kinds)) {
    const text = await readFile(new URL(`./pages/${name}.md`, import.meta.url), 'utf8');
    const [, title = '', body = ''] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? [];
    await putOwnPage(db, { path: `/${name}`, kind, title, body: body.trim(), edition });
  }
}
