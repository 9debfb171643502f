/** Messages to support: stored, and mailed to the support mailbox. */
import { text } from '@giftlane/texts/text.ts';
import { defineJob, enqueue, type Handlers } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import { hitFrom, type Throttle } from '../../platform/limits/throttle.ts';
import type { Config } from '../../platform/process/config.ts';
import { hours } from '../../platform/process/durations.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { plainAddress } from '../../providers/mail/port.ts';
import type { Options } from '../content/content.ts';
import { compose, dispatch, type Letter, type PostParts } from '../mails/mails.ts';
import { findMessage, insertMessage, type Message } from './queries.ts';

export { type Message, newestMessages, sweepMessages } from './queries.ts';

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

/** Stores a message and enqueues its mail; a suspect one is only stored. Refuses `request.throttled`. */
export async function leaveMessage(
  parts: ContactParts,
  message: Omit<Message, 'id' | 'createdAt'>,
  address: string,
): Promise<void> {
  await countMessage(parts, address);
  const id = newId('msg');
  await parts.db.tx(async (tx) => {
    await insertMessage(tx, { id, ...message });
    if (!message.suspect)
      await enqueue(tx, { job: forwardJob, payload: { messageId: id }, ...forwarding });
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

export interface ContactJobParts extends PostParts {
  readonly db: Db;
  readonly options: Options;
  readonly config: Pick<Config, 'publicUrl' | 'mail'>;
}

/** The address inside a sender such as `Giftlane <shop@example.com>`. */
const addressIn = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();

/** Handlers of the contact jobs. Safe to run twice: a repeat sends the same Message-ID. */
export function contactJobs(parts: ContactJobParts): Handlers {
  return {
    [forwardJob.task]: async ({ messageId }: { messageId: string }) => {
      const message = await findMessage(parts.db, messageId);
      if (!message) return;
      const to = (await parts.options.supportEmail()) || addressIn(parts.config.mail.from);
      const answerable = plainAddress.test(message.email);
      await dispatch(parts, {
        mailId: message.id,
        to,
        letter: letterOf(message),
        ...(answerable && { replyTo: message.email }),
      });
    },
  };
}
