/** Mails of the shop: how they look and how they are handed over. What they say belongs to features. */
import type { Log } from '../../platform/process/log.ts';
import type { Mail } from '../../providers/mail/port.ts';
import type { Letter } from './compose.ts';

export { type Amount, type Contents, compose, type Letter } from './compose.ts';

export interface PostParts {
  readonly mail: Mail;
  readonly log: Log;
  readonly config: { readonly publicUrl: string };
}

export interface Dispatch {
  /** The same for every try of one mail, from the job's payload; mailboxes drop repeats by it. */
  readonly mailId: string;
  readonly to: string;
  readonly letter: Letter;
  /** Where answers go; the shop's own address when absent. */
  readonly replyTo?: string;
  /** Ends the reader's subscription; every newsletter has it. */
  readonly unsubscribeUrl?: string;
}

/** What the address of an erased account ends with (RFC 2606). */
const erasedHost = '@erased.invalid';

/**
 * Hands a mail over, from a job: throws when it is unknown whether it went, so that the job is tried
 * again. A refusal is final (no such mailbox): it is logged and answered, and that is all.
 */
export async function dispatch(
  parts: PostParts,
  { mailId, letter, ...addresses }: Dispatch,
): Promise<'taken' | 'refused' | 'nobody'> {
  // Of an erased account there is no address: nobody is told any more.
  if (addresses.to.endsWith(erasedHost)) return 'nobody';
  const messageId = `<${mailId}@${new URL(parts.config.publicUrl).hostname}>`;
  const outcome = await parts.mail.send({ ...addresses, messageId, ...letter });
  if (outcome.kind === 'unknown')
    throw new Error(`mail ${mailId} was not taken: ${outcome.reason}`);
  if (outcome.kind === 'done') return 'taken';
  parts.log.warn({ mailId, reason: outcome.reason }, 'a mail can not be delivered');
  return 'refused';
}
