/** The newsletter: subscribers confirm by mail (double opt-in) and unsubscribe with one click. */

import type { Handlers } from '../../jobs/jobs.ts';
import { enqueue } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  hitFrom,
  type Throttle,
  throttleKey,
  withinLimit,
} from '../../platform/limits/throttle.ts';
import { hours } from '../../platform/process/durations.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { type KeyRing, tokenHash } from '../../platform/secrets/secrets.ts';
import { emailKey } from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';
import {
  confirmationJob,
  mailJobs,
  type NewsletterJobParts,
  resumeJob,
  spreadJob,
} from './jobs.ts';
import { askFor, confirmByToken, leaveByToken } from './queries.ts';
import { spreadAgain, spreadIssue } from './send-issue.ts';
import { leaveToken } from './tokens.ts';

export { leaveByAddress, sweepSubscribers } from './queries.ts';
export { sendIssue } from './send-issue.ts';

/** Handlers of the newsletter jobs. */
export const newsletterJobs = (parts: NewsletterJobParts): Handlers => ({
  ...mailJobs(parts),
  [spreadJob.task]: async ({ issueId }: { issueId: string }) => {
    await spreadIssue(parts.db, issueId);
  },
  [resumeJob.task]: ({ issueId }: { issueId: string }) => spreadAgain(parts.db, issueId),
});

export interface NewsletterParts {
  readonly db: Db;
  readonly throttle: Throttle;
  readonly options: Options;
  readonly keys: KeyRing;
}

/** True when another confirmation mail may go to an address. The count is separate from that of account mails. */
async function mayMail({ throttle, options }: NewsletterParts, key: string): Promise<boolean> {
  const limit = await options.whole('throttle_mail_account');
  return withinLimit(throttle.hit(throttleKey('newsletter mail', key), limit, hours(1)));
}

/**
 * Enqueues the confirmation mail. Every address is treated alike, so that the response does not reveal
 * subscriptions; the job skips confirmed ones.
 */
export async function subscribeReader(
  parts: NewsletterParts,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const { db, throttle, options, keys } = parts;
  const limit = await options.whole('throttle_newsletter_address');
  await hitFrom(throttle, { kind: 'newsletter', address, limit, windowMs: hours(1) });
  const key = emailKey(email);
  const mailWelcome = await mayMail(parts, key);
  const id = newId('nls');
  const leaveHash = tokenHash(leaveToken(keys, id));
  await db.tx(async (tx) => {
    const subscriberId = await askFor(tx, { id, email: email.trim(), emailKey: key, leaveHash });
    const payload = { subscriberId, mailId: newId('mail') };
    if (mailWelcome)
      await enqueue(tx, { job: confirmationJob, payload, priority: 10, queue: 'newsletter asks' });
  });
}

/** Confirms a subscription by the token of its mail; refuses `newsletter.token_expired`. */
export async function confirm(db: Db, token: string): Promise<void> {
  if (!(await confirmByToken(db, tokenHash(token)))) throw new Refusal('newsletter.token_expired');
}

/** Unsubscribes by the token of a mail; harmless when already unsubscribed. */
export async function leave(db: Db, token: string): Promise<void> {
  await leaveByToken(db, tokenHash(token));
}
