/** Messages to support: stored, and mailed to the support mailbox. */
import { text } from '@giftlane/texts/text.ts';
import { defineJob, enqueue, type Handlers } from '../../jobs/jobs.ts';
import type { Db, Queryable } from '../../platform/db/db.ts';
import { hitFrom, type Throttle } from '../../platform/limits/throttle.ts';
import { hours } from '../../platform/process/durations.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { newReadableCode } from '../../platform/secrets/secrets.ts';
import { plainAddress } from '../../providers/mail/port.ts';
import { emailKey, findMember } from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';
import { compose, dispatch, type Letter } from '../mails/mails.ts';
import { answerJob, mailAnswer } from './answer.ts';
import { findMessage, insertMessage, type Message } from './queries.ts';
import { type ContactJobParts, supportAddress } from './support.ts';
import { insertThread, joinThread } from './thread-queries.ts';

export { type Message, newestMessages, sweepMessages } from './queries.ts';
export { putPrepared, waitingMessages } from './thread-queries.ts';

export interface ContactParts {
  readonly db: Db;
  readonly throttle: Throttle;
  readonly options: Options;
}

/** Mails a message to the support mailbox. */
const forwardJob = defineJob<{ messageId: string }>('contact.forward');

/** Anyone can cause these jobs: low priority, and a queue of their own that takes one worker at a time. */
const forwarding = { priority: 10, queue: 'contact' } as const;

async function countMessage({ throttle, options }: ContactParts, address: string): Promise<void> {
  const limit = await options.whole('throttle_contact_address');
  await hitFrom(throttle, { kind: 'contact', address, limit, windowMs: hours(1) });
}

/** By which the subject of a mail or a message names its thread. */
const referenceIn = (subject: string) =>
  /\[#([0-9a-z]{16})\]/i.exec(subject)?.[1]?.toLowerCase() ?? '';

/** Whether a member's address is the one of a message, and known to be theirs. */
async function isMembers(db: Queryable, memberId: string | undefined, key: string) {
  const member = memberId === undefined ? undefined : await findMember(db, memberId);
  return member !== undefined && member.emailVerifiedAt !== null && emailKey(member.email) === key;
}

/**
 * Stores a message and enqueues its mail; a suspect one is only stored. It joins a thread of its address if its subject
 * has the thread's reference or the address's member is signed in; else it begins one. Refuses `request.throttled`.
 */
export async function leaveMessage(
  parts: ContactParts,
  message: Omit<Message, 'id' | 'createdAt'>,
  { address, memberId }: { readonly address: string; readonly memberId?: string | undefined },
): Promise<void> {
  await countMessage(parts, address);
  const { email, subject, suspect } = message;
  const id = newId('msg');
  const key = emailKey(email);
  await parts.db.tx(async (tx) => {
    const signedIn = await isMembers(tx, memberId, key);
    const joining = { emailKey: key, reference: referenceIn(subject), isMember: signedIn };
    let threadId = suspect ? undefined : await joinThread(tx, joining);
    if (threadId === undefined) {
      threadId = newId('thr');
      const state = suspect ? 'closed' : 'open';
      await insertThread(tx, { id: threadId, email, subject, reference: newReadableCode(), state });
    }
    await insertMessage(tx, { id, ...message, threadId, signedIn });
    if (!suspect) await enqueue(tx, { job: forwardJob, payload: { messageId: id }, ...forwarding });
  });
}

function letterOf({ email, fullName, subject, message }: Message): Letter {
  return compose({
    heading: text('mail.contact.heading', { subject: subject || text('mail.contact.noSubject') }),
    paragraphs: [
      text('mail.contact.from', { from: fullName ? `${fullName}, ${email}` : email }),
      message,
    ],
    bare: true,
    footer: { words: text('mail.contact.footer', { shop: text('shop.name') }) },
  });
}

/** Handlers of the contact jobs. Safe to run twice: a repeat sends the same Message-ID. */
export function contactJobs(parts: ContactJobParts): Handlers {
  return {
    [forwardJob.task]: async ({ messageId }: { messageId: string }) => {
      const message = await findMessage(parts.db, messageId);
      if (!message) return;
      const to = await supportAddress(parts);
      const answerable = plainAddress.test(message.email);
      await dispatch(parts, {
        mailId: message.id,
        to,
        letter: letterOf(message),
        ...(answerable && { replyTo: message.email }),
      });
    },
    [answerJob.task]: ({ answerId }: { answerId: string }) => mailAnswer(parts, answerId),
  };
}
