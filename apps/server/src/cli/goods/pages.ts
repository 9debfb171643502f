/** `page show` and `page set`. */
import { findPage, PageRefused, setPage } from '../../features/content/content.ts';
import { type Command, CommandRefused } from '../command.ts';
import { readText } from '../files.ts';

/** Answers what `work` does, or one plain line that says why it can not be. */
async function plainly<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PageRefused) throw new CommandRefused(error.message);
    throw error;
  }
}

export const pageShow: Command = {
  words: 'page show',
  operand: 'PATH',
  usage: 'page show PATH                           the Markdown of a static page, such as /faq',
  async run({ db }, { operand }) {
    const { path, title, body } = await plainly(findPage(db, operand));
    return { lines: [body], json: { path, title, text: body } };
  },
};

export const pageSet: Command = {
  words: 'page set',
  deed: true,
  operand: 'PATH',
  file: 'FILE.md',
  flags: { title: 'value' },
  usage: 'page set PATH FILE.md [--title T]        replaces the text of a static page',
  async run({ db, by }, { operand, file, values }) {
    const { text: body, notes } = await readText(file);
    const wish = { body, title: values.get('title'), editor: by };
    const { path, title } = await plainly(setPage(db, operand, wish));
    return {
      lines: [...notes, `${path} has the new text; the shop shows it within seconds.`],
      json: { path, title, notes },
    };
  },
};
