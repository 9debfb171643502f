/** Titles and questions of static pages that the owner edits, for their heads. */
import { type Block, plainTextOf, readProse, sectionsOf } from '@giftlane/prose/prose.ts';
import type { Log } from '../../platform/process/log.ts';
import type { StaticPage } from '../content/content.ts';
import type { PageWords } from './pages.ts';

/** Reads a page through a short cache. */
export type ReadPage = (path: string) => Promise<StaticPage | undefined>;

/** Title and questions of an edited page, which override the shop's own. */
export type WrittenWords = (path: string) => Promise<Partial<PageWords> | undefined>;

const questionsOf = (blocks: readonly Block[]) =>
  sectionsOf(blocks).sections.map(({ title, blocks: answer }) => ({
    question: title,
    answer: plainTextOf(answer),
  }));

const wordsOfPage = ({ kind, title, body }: StaticPage): Partial<PageWords> => ({
  title,
  ...(kind === 'faq' && { questions: questionsOf(readProse(body)) }),
});

/** Its heading is fixed: the text stands beside a form. */
const besideForm = '/contact-us';

/** Reads them. Without a database, the shop's own words are used. */
export function makeWrittenWords(read: ReadPage, log: Log): WrittenWords {
  const known = new Map<string, { page: StaticPage; words: Partial<PageWords> }>();
  return async (path) => {
    try {
      const page = path === besideForm ? undefined : await read(path);
      if (!page) return undefined;
      const last = known.get(path);
      if (last?.page.title === page.title && last.page.body === page.body) return last.words;
      const words = wordsOfPage(page);
      known.set(path, { page, words });
      return words;
    } catch (error) {
      log.warn({ err: error, path }, 'the text of a page could not be read for its head');
      // The shop's own words; the caller does not cache heads of written pages.
      return {};
    }
  };
}
