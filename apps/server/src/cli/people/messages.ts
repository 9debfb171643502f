/** `message list`. */
import { newestMessages } from '../../features/contact/contact.ts';
import { type Command, WrongUsage } from '../command.ts';
import { letterLines, letters } from './letters.ts';

const mostAtOnce = 1_000;

function limitOf(typed: string): number {
  const limit = /^\d{1,6}$/.test(typed) ? Number(typed) : 0;
  if (limit < 1 || limit > mostAtOnce)
    throw new WrongUsage(`--limit is a whole number from 1 to ${mostAtOnce}.`);
  return limit;
}

export const messageList: Command = {
  words: 'message list',
  flags: { limit: 'value' },
  usage: 'message list [--limit N]                 messages to support, newest first',
  async run({ db }, { values }) {
    const found = await newestMessages(db, limitOf(values.get('limit') ?? '20'));
    const json = found.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() }));
    const lines = found.flatMap(({ createdAt, email, fullName, subject, message, suspect }) => [
      letters(
        `${createdAt.toISOString()}  ${email}${fullName ? ` (${fullName})` : ''}${suspect ? '  suspect, not mailed' : ''}`,
      ),
      ...(subject ? [`  ${letters(subject)}`] : []),
      ...letterLines(message).map((line) => `  ${line}`),
    ]);
    return { json, lines: found.length > 0 ? lines : ['There are no messages.'] };
  },
};
