/** The mails of accounts. Payloads carry ids; tokens are made when a mail is written, never before. */
import { text } from '@giftlane/contract/messages.ts';
import { defineJob, type Handlers } from '../../jobs/jobs.ts';
import type { Config } from '../../platform/config.ts';
import type { Queryable } from '../../platform/db.ts';
import { hours, minutes } from '../../platform/durations.ts';
import { newToken, tokenHash } from '../../platform/secrets.ts';
import { compose, dispatch, type Letter, type PostParts } from '../mails/mails.ts';
import { insertIdentityLink } from './identity-queries.ts';
import { findMember, type Member } from './queries.ts';
import { emailKey } from './rules.ts';
import { insertMailToken, type Purpose } from './token-queries.ts';

/** `memberId` is null for an e-mail without an account: the job exists all the same, and does nothing. */
type MemberMail = { readonly memberId: string | null; readonly mailId: string };

/** Asks a member to verify the e-mail address. */
export const verificationJob = defineJob<MemberMail>('accounts.send_verification');
/** Sends a link to set a new password. */
export const resetJob = defineJob<MemberMail>('accounts.send_reset', { attempts: 8 });
/** Tells a member that somebody tried to register their e-mail address again. */
export const knownJob = defineJob<MemberMail>('accounts.send_known', { attempts: 8 });
/** Tells a member that their password was changed. */
export const passwordChangedJob = defineJob<MemberMail>('accounts.send_password_changed');

/** Sends a link that ties an identity to the member's account. */
export const googleLinkJob = defineJob<MemberMail & { issuer: string; subject: string }>(
  'accounts.send_google_link',
  { attempts: 8 },
);

export interface MailJobParts extends PostParts {
  readonly db: Queryable;
  readonly config: Pick<Config, 'publicUrl'>;
}

const lives: Readonly<Record<Purpose, number>> = { verify: hours(7 * 24), reset: hours(1) };
const googleLinkMs = hours(1);

/** A new token for a link, stored as a hash and bound to the member's address of this moment. */
async function linkToken(db: Queryable, member: Member, purpose: Purpose): Promise<string> {
  const token = newToken();
  await insertMailToken(db, {
    hash: tokenHash(token),
    memberId: member.id,
    purpose,
    emailKey: emailKey(member.email),
    lifeMs: lives[purpose],
  });
  return token;
}

/** Writes a mail for a member; undefined when there is nothing left to say. */
type Write = (parts: MailJobParts, member: Member) => Promise<Letter | undefined>;

const shop = { shop: text('shop.name') };

// No mail repeats what was typed at registration, such as a name: a stranger's words would travel
// under the shop's sender.
const verification: Write = async ({ db, config }, member) => {
  if (member.emailVerifiedAt !== null) return undefined;
  const token = await linkToken(db, member, 'verify');
  const days = lives.verify / hours(24);
  return compose({
    heading: text('mail.verify.heading'),
    paragraphs: [text('mail.verify.text', { ...shop, days })],
    action: {
      label: text('mail.verify.action'),
      url: `${config.publicUrl}/mail/verification/${token}`,
    },
    remark: text('mail.verify.ignore'),
  });
};

const reset: Write = async ({ db, config }, member) => {
  const token = await linkToken(db, member, 'reset');
  return compose({
    heading: text('mail.reset.heading'),
    paragraphs: [text('mail.reset.text', { minutes: lives.reset / minutes(1) })],
    action: {
      label: text('mail.reset.action'),
      url: `${config.publicUrl}/reset-password/verification/${token}`,
    },
    remark: text('mail.reset.ignore'),
  });
};

const known: Write = async ({ config }) =>
  compose({
    heading: text('mail.known.heading'),
    paragraphs: [text('mail.known.text')],
    action: { label: text('mail.known.action'), url: `${config.publicUrl}/auth/login` },
    remark: text('mail.known.ignore'),
  });

const passwordChanged: Write = async ({ config }) =>
  compose({
    heading: text('mail.passwordChanged.heading'),
    paragraphs: [text('mail.passwordChanged.text'), text('mail.passwordChanged.ignore')],
    action: {
      label: text('mail.passwordChanged.action'),
      url: `${config.publicUrl}/auth/forgot-password`,
    },
  });

const googleLink =
  ({ issuer, subject }: { issuer: string; subject: string }): Write =>
  async ({ db, config }, member) => {
    const token = newToken();
    const link = { issuer, subject, memberId: member.id, emailKey: emailKey(member.email) };
    await insertIdentityLink(db, { ...link, hash: tokenHash(token), lifeMs: googleLinkMs });
    return compose({
      heading: text('mail.google.heading'),
      paragraphs: [text('mail.google.text', { ...shop, minutes: googleLinkMs / minutes(1) })],
      action: {
        label: text('mail.google.action'),
        url: `${config.publicUrl}/google/link/${token}`,
      },
      remark: text('mail.google.ignore'),
    });
  };

/** The handlers of these jobs. Safe to run twice: a repeat sends the same Message-ID. */
export function accountJobs(parts: MailJobParts): Handlers {
  const post = async ({ memberId, mailId }: MemberMail, write: Write) => {
    const member = memberId === null ? undefined : await findMember(parts.db, memberId);
    const letter = member && (await write(parts, member));
    if (member && letter) await dispatch(parts, { mailId, to: member.email, letter });
  };
  const send = (write: Write) => (payload: MemberMail) => post(payload, write);
  return {
    [verificationJob.task]: send(verification),
    [resetJob.task]: send(reset),
    [knownJob.task]: send(known),
    [passwordChangedJob.task]: send(passwordChanged),
    [googleLinkJob.task]: (payload: MemberMail & { issuer: string; subject: string }) =>
      post(payload, googleLink(payload)),
  };
}
