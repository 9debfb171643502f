/** Layout and sending of mails; features provide their contents. */
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
  /** Constant over all tries of one mail, from the job's payload: mailboxes drop repeats by it. */
  readonly mailId: string;
  readonly to: string;
  readonly letter: Letter;
  /** Reply-To address; the shop's own when absent. */
  readonly replyTo?: string;
  /** For `List-Unsubscribe`; set for every newsletter. */
  readonly unsubscribeUrl?: string;
}

/** Suffix of an erased account's address (RFC 2606). */
const erasedHost = '@erased.invalid';

/**
 * Sends a mail from a job. Throws when the outcome is unknown, so that the job is retried. `refused` is final
 * (no such mailbox) and logged; `nobody` is the address of an erased account.
 */
export async function dispatch(
  parts: PostParts,
  { mailId, letter, ...addresses }: Dispatch,
): Promise<'taken' | 'refused' | 'nobody'> {
  if (addresses.to.endsWith(erasedHost)) return 'nobody';
  const messageId = `<${mailId}@${new URL(parts.config.publicUrl).hostname}>`;
  const outcome = await parts.mail.send({ ...addresses, messageId, ...letter });
  if (outcome.kind === 'unknown')
    throw new Error(`mail ${mailId} was not taken: ${outcome.reason}`);
  if (outcome.kind === 'done') return 'taken';
  parts.log.warn({ mailId, reason: outcome.reason }, 'a mail can not be delivered');
  return 'refused';
}
