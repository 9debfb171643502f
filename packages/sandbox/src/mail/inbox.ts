/** The mails that came in: read, kept newest last, and never more than a thousand. */
import { randomUUID } from 'node:crypto';
import type { Journal } from '../journal.ts';

export interface Mail {
  readonly id: string;
  readonly receivedAt: string;
  readonly messageId: string;
  readonly from: string;
  /** The addresses it was delivered to (the envelope's). */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: readonly { readonly key: string; readonly value: string }[];
  /** Names of what was attached. */
  readonly attachments: readonly string[];
}

export interface Inbox {
  add(mail: Omit<Mail, 'id' | 'receivedAt'>): Mail;
  find(id: string): Mail | undefined;
  /** Newest first; only those delivered to `to`, if it is given. */
  all(to?: string): Mail[];
  clear(): void;
}

export const capacity = 1_000;

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Opens the inbox on the mails an earlier run left in `journal`. */
export function openInbox(journal: Journal): Inbox {
  const mails = journal.shelf<Mail>('mails');
  return {
    add(mail) {
      const kept = { ...mail, id: randomUUID(), receivedAt: new Date().toISOString() };
      mails.put(kept.id, kept);
      if (mails.size > capacity)
        for (const old of mails.all().slice(0, mails.size - capacity)) mails.drop(old.id);
      return kept;
    },
    find: (id) => mails.get(id),
    all(to) {
      const found = mails.all().reverse();
      return to === undefined ? found : found.filter((mail) => mail.to.some((a) => same(a, to)));
    },
    clear() {
      for (const { id } of mails.all()) mails.drop(id);
    },
  };
}
