/** The mails of accounts. Payloads carry ids; tokens are made when a mail is written, never before. */
import { text } from '@giftlane/contract/messages.ts';
import { defineJob, type Handlers } from '../../jobs/jobs.ts';
import type { Config } from '../../platform/config.ts';
import type { Queryable } from '../../platform/db.ts';
import { days, hours, minutes } from '../../platform/durations.ts';
import { newToken, tokenHash } from '../../platform/secrets.ts';
import { compose, dispatch, type Letter, type PostParts } from '../mails/mails.ts';
import { findEmailChange, type StandingChange } from './email-change-queries.ts';
import { insertIdentityLink } from './identity-queries.ts';
import { type LimitParts, type MailKind, mailWithin } from './limits.ts';
import { findMember, type Member, memberIdOf } from './queries.ts';
import { emailKey } from './rules.ts';
import { findSignIn } from './sign-in-queries.ts';
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

type ChangeMail = { readonly changeId: string; readonly mailId: string };

/** Tells the old address that another one was asked for. */
export const emailChangeAskedJob = defineJob<ChangeMail>('accounts.send_email_asked');
/** Tells the old address that it counts no more, with a link that undoes it. */
export const emailChangeDoneJob = defineJob<ChangeMail>('accounts.send_email_done');
/** Tells the address of an undone change that it counts no more. */
export const emailChangeUndoneJob = defineJob<ChangeMail>('accounts.send_email_undone');

/** Sends a link that ties an identity to the member's account. */
export const googleLinkJob = defineJob<MemberMail & { issuer: string; subject: string }>(
  'accounts.send_google_link',
  { attempts: 8 },
);

/** Tells a member that linking an identity ended a password that need not have been theirs. */
export const googleLinkedAnewJob = defineJob<MemberMail>('accounts.send_google_linked_anew');

/** What a member is told of what guards their account. */
export const securityNotices = [
  'totp_added',
  'totp_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_used',
  'recovery_renewed',
  'factors_reset',
  'reset_frozen',
  'google_linked',
  'google_unlinked',
  'wrong_codes',
  'guessed',
  'locked',
  'unlocking',
  'unlocked',
] as const;
export type SecurityNotice = (typeof securityNotices)[number];

/** Tells a member what happened to what guards their account. */
export const securityNoticeJob = defineJob<MemberMail & { notice: SecurityNotice }>(
  'accounts.send_security_notice',
);

/** Tells a member of a sign-in with a browser that is new to their account. */
export const signedInJob = defineJob<MemberMail & { signInId: string }>('accounts.send_signed_in');

export interface MailJobParts extends PostParts, LimitParts {
  readonly db: Queryable;
  readonly config: Pick<Config, 'publicUrl'>;
}

const lives: Readonly<Record<Exclude<Purpose, 'reopen'>, number>> = {
  verify: days(7),
  reset: hours(1),
  undo: days(7),
};
const googleLinkMs = hours(1);
const verifyDays = lives.verify / days(1);

/** A new token for a link, stored as a hash and bound to the address it is sent to. */
async function linkToken(
  db: Queryable,
  {
    member,
    to = member.email,
    purpose,
  }: { member: Pick<Member, 'id' | 'email'>; to?: string; purpose: keyof typeof lives },
): Promise<string> {
  const token = newToken();
  await insertMailToken(db, {
    hash: tokenHash(token),
    memberId: member.id,
    purpose,
    emailKey: emailKey(to),
    lifeMs: lives[purpose],
  });
  return token;
}

/** Writes a mail for a member, to their address if it names no other; undefined when there is nothing to say. */
type Write = (
  parts: MailJobParts,
  member: Member,
) => Promise<(Letter & { readonly to?: string }) | undefined>;

const shop = { shop: text('shop.name') };

// No mail repeats what was typed at registration, such as a name: a stranger's words would travel
// under the shop's sender.
const verification: Write = async (parts, member) => {
  if (member.pendingEmail !== null) return newEmail(parts, member, member.pendingEmail);
  if (member.emailVerifiedAt !== null) return undefined;
  const { db, config } = parts;
  const token = await linkToken(db, { member, purpose: 'verify' });
  return compose({
    heading: text('mail.verify.heading'),
    paragraphs: [text('mail.verify.text', { ...shop, days: verifyDays })],
    action: {
      label: text('mail.verify.action'),
      url: `${config.publicUrl}/mail/verification/${token}`,
    },
    remark: text('mail.verify.ignore'),
  });
};

/** To the address a member wants: a link that lets it count, or that it has an account already. */
async function newEmail({ db, config }: MailJobParts, member: Member, to: string) {
  if ((await memberIdOf(db, emailKey(to))) !== undefined)
    return {
      to,
      ...compose({
        heading: text('mail.takenEmail.heading'),
        paragraphs: [text('mail.takenEmail.text', shop)],
        action: { label: text('mail.known.action'), url: `${config.publicUrl}/auth/login` },
        remark: text('mail.newEmail.ignore'),
      }),
    };
  const token = await linkToken(db, { member, to, purpose: 'verify' });
  return {
    to,
    ...compose({
      heading: text('mail.verify.heading'),
      paragraphs: [text('mail.newEmail.text', { ...shop, days: verifyDays })],
      action: {
        label: text('mail.verify.action'),
        url: `${config.publicUrl}/mail/verification/${token}`,
      },
      remark: text('mail.newEmail.ignore'),
    }),
  };
}

const reset: Write = async ({ db, config }, member) => {
  const token = await linkToken(db, { member, purpose: 'reset' });
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

const googleLinkedAnew: Write = async ({ config }) =>
  compose({
    heading: text('mail.googleAnew.heading'),
    paragraphs: [text('mail.googleAnew.text', shop), text('mail.googleAnew.more')],
    action: {
      label: text('mail.passwordChanged.action'),
      url: `${config.publicUrl}/auth/forgot-password`,
    },
  });

const toSecurity = ({ config }: MailJobParts) => ({
  label: text('mail.security.action'),
  url: `${config.publicUrl}/account/security`,
});

const securityNotice =
  (notice: SecurityNotice): Write =>
  async (parts) =>
    compose({
      heading: text(`mail.security.${notice}.heading`),
      paragraphs: [text(`mail.security.${notice}.text`)],
      action: toSecurity(parts),
      remark: text('mail.security.ignore'),
    });

const signedIn =
  (signInId: string): Write =>
  async (parts) => {
    const found = await findSignIn(parts.db, signInId);
    if (!found) return undefined;
    const when = `${found.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    const device = found.device || text('security.device.unknown');
    return compose({
      heading: text('mail.signedIn.heading'),
      paragraphs: [
        text('mail.signedIn.text', { ...shop, device, place: found.place, when }),
        text('mail.signedIn.ignore'),
      ],
      action: toSecurity(parts),
    });
  };

const emailAsked = ({ config }: MailJobParts) =>
  compose({
    heading: text('mail.emailAsked.heading'),
    paragraphs: [text('mail.emailAsked.text', shop), text('mail.emailAsked.ignore')],
    action: {
      label: text('mail.passwordChanged.action'),
      url: `${config.publicUrl}/auth/forgot-password`,
    },
  });

async function emailDone({ db, config }: MailJobParts, change: StandingChange) {
  const heading = text('mail.emailDone.heading');
  if (!change.undoable)
    return compose({
      heading,
      paragraphs: [text('mail.emailDone.text', shop), text('mail.emailUndone.ignore')],
      action: { label: text('mail.emailDone.action'), url: `${config.publicUrl}/contact-us` },
    });
  const { memberId, from } = change;
  const token = await linkToken(db, { member: { id: memberId, email: from }, purpose: 'undo' });
  const ignore = text('mail.emailDone.ignore', { days: lives.undo / days(1) });
  return compose({
    heading,
    paragraphs: [text('mail.emailDone.text', shop), ignore],
    action: { label: text('mail.emailDone.undo'), url: `${config.publicUrl}/mail/undo/${token}` },
  });
}

const emailUndone = ({ config }: MailJobParts) =>
  compose({
    heading: text('mail.emailUndone.heading'),
    paragraphs: [text('mail.emailUndone.text', shop), text('mail.emailUndone.ignore')],
    action: { label: text('mail.emailDone.action'), url: `${config.publicUrl}/contact-us` },
  });

/** In place of what was asked for, while an account is closed and not erased yet. */
const closed: Write = async ({ config }) =>
  compose({
    heading: text('mail.closedAccount.heading'),
    paragraphs: [text('mail.closedAccount.text', shop)],
    action: { label: text('mail.emailDone.action'), url: `${config.publicUrl}/contact-us` },
    remark: text('mail.closedAccount.ignore'),
  });

/** The handlers of these jobs. Safe to run twice: a repeat sends the same Message-ID. */
export function accountJobs(parts: MailJobParts): Handlers {
  const post = async (
    { memberId, mailId }: MemberMail,
    write: Write,
    { kind, ifClosed }: { kind?: MailKind | undefined; ifClosed?: Write } = {},
  ) => {
    const member = memberId === null ? undefined : await findMember(parts.db, memberId);
    const written = member && (await (member.closedAt ? ifClosed : write)?.(parts, member));
    if (!member || !written) return;
    const { to = member.email, ...letter } = written;
    const mail = () => dispatch(parts, { mailId, to, letter });
    // Nobody has shown that the address is theirs: somebody else may do all this to have its reader mailed.
    const counted = member.emailVerifiedAt ? kind : kind && 'unread';
    await (counted === undefined ? mail() : mailWithin(parts, { kind: counted, to }, mail));
  };
  /** To one address of a change, whatever counts by now. */
  const tellOf = async (
    { changeId, mailId }: ChangeMail,
    write: (change: StandingChange) => Letter | Promise<Letter>,
    { end = 'from', kind }: { end?: 'from' | 'to'; kind?: MailKind } = {},
  ) => {
    const change = await findEmailChange(parts.db, changeId);
    if (!change) return;
    const to = change[end];
    const mail = async () => dispatch(parts, { mailId, to, letter: await write(change) });
    await (kind === undefined ? mail() : mailWithin(parts, { kind, to }, mail));
  };
  const send = (write: Write, kind?: MailKind) => (payload: MemberMail) =>
    post(payload, write, { kind });
  return {
    [verificationJob.task]: send(verification),
    [resetJob.task]: (payload: MemberMail) => post(payload, reset, { ifClosed: closed }),
    [knownJob.task]: (payload: MemberMail) => post(payload, known, { ifClosed: closed }),
    [passwordChangedJob.task]: send(passwordChanged, 'password_changed'),
    [googleLinkedAnewJob.task]: send(googleLinkedAnew),
    [emailChangeAskedJob.task]: (payload: ChangeMail) =>
      tellOf(payload, () => emailAsked(parts), { kind: 'email_asked' }),
    [emailChangeDoneJob.task]: (payload: ChangeMail) =>
      tellOf(payload, (change) => emailDone(parts, change)),
    [emailChangeUndoneJob.task]: (payload: ChangeMail) =>
      tellOf(payload, () => emailUndone(parts), { end: 'to' }),
    [signedInJob.task]: (payload: MemberMail & { signInId: string }) =>
      post(payload, signedIn(payload.signInId), { kind: 'signed_in' }),
    [securityNoticeJob.task]: (payload: MemberMail & { notice: SecurityNotice }) =>
      post(payload, securityNotice(payload.notice), { kind: `notice_${payload.notice}` }),
    [googleLinkJob.task]: (payload: MemberMail & { issuer: string; subject: string }) =>
      post(payload, googleLink(payload), { ifClosed: closed }),
  };
}
