/** `newsletter send`. */
import { sendIssue } from '../../features/newsletter/newsletter.ts';
import { type Command, CommandRefused, WrongUsage } from '../command.ts';
import { readText } from '../files.ts';

const longestSubject = 200;
const longestText = 100_000;

export const newsletterSend: Command = {
  words: 'newsletter send',
  deed: true,
  operand: 'FILE',
  flags: { subject: 'needed' },
  usage:
    'newsletter send FILE.md --subject S      emails each confirmed subscriber, once per issue',
  async run({ db, by }, { operand, values }) {
    const subject = (values.get('subject') ?? '').trim();
    if (subject === '' || subject.length > longestSubject || /\p{Cc}/u.test(subject))
      throw new WrongUsage(`--subject is one line of 1 to ${longestSubject} characters.`);
    const { text, notes } = await readText(operand);
    const body = text.trim();
    if (body === '' || body.length > longestText)
      throw new CommandRefused(`The text has to have 1 to ${longestText} characters.`);
    const sent = await sendIssue(db, { subject, body, sender: by });
    const before = sent.total - sent.added;
    const told = before > 0 ? `; ${before} had it before` : '';
    const lines = [...notes, `${sent.added} mails are on their way${told}.`];
    return { lines, json: { ...sent, notes } };
  },
};
