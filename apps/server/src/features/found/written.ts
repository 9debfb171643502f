/** Static pages whose texts an owner corrects, as their heads have them. */
import { type Block, plainTextOf, readProse, sectionsOf } from '@giftlane/prose/prose.ts';
import type { Log } from '../../platform/process/log.ts';
import type { StaticPage } from '../content/content.ts';
import type { PageWords } from './pages.ts';

/** Reads a page from memory, or nearly so. */
export type ReadPage = (path: string) => Promise<StaticPage | undefined>;

/** What an edited page says of itself beside the words the shop has for every page. */
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

/** Its text stands beside a form that has the title. */
const besideForm = '/contact-us';

/** The words of written pages. Without a database a page has the shop's own. */
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
      // Nothing of its own for now, which nobody remembers.
      return {};
    }
  };
}
