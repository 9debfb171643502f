/** The jobs that send mails of accounts. Payloads carry ids, never tokens. */
import { defineJob, type Handlers } from '../../jobs/jobs.ts';
import { dispatch, type Letter, type PostParts } from '../mails/mails.ts';
import { findEmailChange, type StandingChange } from './email/email-change-queries.ts';
import {
  closed,
  emailAsked,
  emailDone,
  emailUndone,
  googleLink,
  googleLinkedAnew,
  known,
  type LetterParts,
  passwordChanged,
  reset,
  type SecurityNotice,
  securityNotice,
  signedIn,
  verification,
  type Write,
} from './letters.ts';
import { type LimitParts, type MailKind, mailWithin } from './limits.ts';
import { findMember } from './queries.ts';

/** `memberId` is null for an e-mail without an account: its job exists, too, but does nothing. */
type MemberMail = { readonly memberId: string | null; readonly mailId: string };

/** Asks a member to verify the e-mail address. */
export const verificationJob = defineJob<MemberMail>('accounts.send_verification');
/** Sends a link to set a new password. */
export const resetJob = defineJob<MemberMail>('accounts.send_reset', { attempts: 8 });
/** Tells a member that somebody tried to register with their e-mail. */
export const knownJob = defineJob<MemberMail>('accounts.send_known', { attempts: 8 });
/** Tells a member that their password was changed. */
export const passwordChangedJob = defineJob<MemberMail>('accounts.send_password_changed');

type ChangeMail = { readonly changeId: string; readonly mailId: string };

/** Tells the old address that a change to another was asked for. */
export const emailChangeAskedJob = defineJob<ChangeMail>('accounts.send_email_asked');
/** Tells the old address that it was replaced, with a link to undo that. */
export const emailChangeDoneJob = defineJob<ChangeMail>('accounts.send_email_done');
/** Tells the new address that the change to it was undone. */
export const emailChangeUndoneJob = defineJob<ChangeMail>('accounts.send_email_undone');

/** Sends a link that ties an identity to the member's account. */
export const googleLinkJob = defineJob<MemberMail & { issuer: string; subject: string }>(
  'accounts.send_google_link',
  { attempts: 8 },
);

/** Tells a member that linking an identity removed a password that may not have been theirs. */
export const googleLinkedAnewJob = defineJob<MemberMail>('accounts.send_google_linked_anew');

/** Tells a member about a change to the account's security. */
export const securityNoticeJob = defineJob<MemberMail & { notice: SecurityNotice }>(
  'accounts.send_security_notice',
);

/** Tells a member about a sign-in from a new browser. */
export const signedInJob = defineJob<MemberMail & { signInId: string }>('accounts.send_signed_in');

export interface MailJobParts extends PostParts, LimitParts, LetterParts {}

/** The handlers of these jobs. Idempotent: a repeat sends the same Message-ID. */
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
    // Until the address is verified, these mails share one limit: a stranger could cause them to flood its
    // reader.
    const counted = member.emailVerifiedAt ? kind : kind && 'unread';
    await (counted === undefined ? mail() : mailWithin(parts, { kind: counted, to }, mail));
  };
  /** Mails one address of a change, even if it is no longer the member's. */
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
