/** The mails of accounts. Tokens of links are generated when a mail is composed, never earlier. */
import { type TextKey, text } from '@giftlane/texts/text.ts';
import type { Queryable } from '../../platform/db/db.ts';
import type { Config } from '../../platform/process/config.ts';
import { days, hours, minutes } from '../../platform/process/durations.ts';
import { newToken, tokenHash } from '../../platform/secrets/secrets.ts';
import { compose, type Letter } from '../mails/mails.ts';
import type { StandingChange } from './email/email-change-queries.ts';
import { insertIdentityLink } from './google/identity-queries.ts';
import { emailKey } from './names-and-phones.ts';
import { type Member, memberIdOf } from './queries.ts';
import { findSignIn } from './sessions/sign-in-queries.ts';
import { insertMailToken, type Purpose } from './token-queries.ts';

export interface LetterParts {
  readonly db: Queryable;
  readonly config: Pick<Config, 'publicUrl'>;
}

/** Composes a mail to a member, to their current address unless it names another; undefined when none is due. */
export type Write = (
  parts: LetterParts,
  member: Member,
) => Promise<(Letter & { readonly to?: string }) | undefined>;

const lives: Readonly<Record<Exclude<Purpose, 'reopen'>, number>> = {
  verify: days(7),
  reset: hours(1),
  undo: days(7),
};
const googleLinkMs = hours(1);
const verifyDays = lives.verify / days(1);

/** A new link token, stored as a hash and bound to the address it is mailed to. */
async function linkToken(
  db: Queryable,
  purpose: keyof typeof lives,
  { id, email }: Pick<Member, 'id' | 'email'>,
): Promise<string> {
  const token = newToken();
  await insertMailToken(db, {
    hash: tokenHash(token),
    memberId: id,
    purpose,
    emailKey: emailKey(email),
    lifeMs: lives[purpose],
  });
  return token;
}

const shop = { shop: text('shop.name') };

const button = ({ config }: LetterParts, label: TextKey, path: string) => ({
  label: text(label),
  url: `${config.publicUrl}${path}`,
});
const toLogin = (parts: LetterParts) => button(parts, 'mail.known.action', '/auth/login');
const toNewPassword = (parts: LetterParts) =>
  button(parts, 'mail.passwordChanged.action', '/auth/forgot-password');
const toContact = (parts: LetterParts) => button(parts, 'mail.emailDone.action', '/contact-us');
const toSecurity = (parts: LetterParts) =>
  button(parts, 'mail.security.action', '/account/security');

// No mail repeats what was typed at registration, such as a name: it would carry a stranger's words under the
// shop's sender.

async function verify(
  parts: LetterParts,
  member: Pick<Member, 'id' | 'email'>,
  [paragraph, remark]: readonly ['mail.verify.text' | 'mail.newEmail.text', TextKey],
) {
  const token = await linkToken(parts.db, 'verify', member);
  return compose({
    heading: text('mail.verify.heading'),
    paragraphs: [text(paragraph, { ...shop, days: verifyDays })],
    action: button(parts, 'mail.verify.action', `/mail/verification/${token}`),
    remark: text(remark),
  });
}

export const verification: Write = async (parts, member) => {
  if (member.pendingEmail !== null) return newEmail(parts, member, member.pendingEmail);
  if (member.emailVerifiedAt !== null) return undefined;
  return verify(parts, member, ['mail.verify.text', 'mail.verify.ignore']);
};

/** To a pending address: a link that confirms it, or the notice that it has an account already. */
async function newEmail(parts: LetterParts, { id }: Member, to: string) {
  const isTaken = (await memberIdOf(parts.db, emailKey(to))) !== undefined;
  const letter = isTaken
    ? compose({
        heading: text('mail.takenEmail.heading'),
        paragraphs: [text('mail.takenEmail.text', shop)],
        action: toLogin(parts),
        remark: text('mail.newEmail.ignore'),
      })
    : await verify(parts, { id, email: to }, ['mail.newEmail.text', 'mail.newEmail.ignore']);
  return { to, ...letter };
}

export const reset: Write = async (parts, member) => {
  const token = await linkToken(parts.db, 'reset', member);
  return compose({
    heading: text('mail.reset.heading'),
    paragraphs: [text('mail.reset.text', { minutes: lives.reset / minutes(1) })],
    action: button(parts, 'mail.reset.action', `/reset-password/verification/${token}`),
    remark: text('mail.reset.ignore'),
  });
};

export const known: Write = async (parts) =>
  compose({
    heading: text('mail.known.heading'),
    paragraphs: [text('mail.known.text')],
    action: toLogin(parts),
    remark: text('mail.known.ignore'),
  });

export const passwordChanged: Write = async (parts) =>
  compose({
    heading: text('mail.passwordChanged.heading'),
    paragraphs: [text('mail.passwordChanged.text'), text('mail.passwordChanged.ignore')],
    action: toNewPassword(parts),
  });

export const googleLink =
  ({ issuer, subject }: { issuer: string; subject: string }): Write =>
  async (parts, { id: memberId, email }) => {
    const token = newToken();
    const link = { issuer, subject, memberId, emailKey: emailKey(email) };
    await insertIdentityLink(parts.db, { ...link, hash: tokenHash(token), lifeMs: googleLinkMs });
    return compose({
      heading: text('mail.google.heading'),
      paragraphs: [text('mail.google.text', { ...shop, minutes: googleLinkMs / minutes(1) })],
      action: button(parts, 'mail.google.action', `/google/link/${token}`),
      remark: text('mail.google.ignore'),
    });
  };

export const googleLinkedAnew: Write = async (parts) =>
  compose({
    heading: text('mail.googleAnew.heading'),
    paragraphs: [text('mail.googleAnew.text', shop), text('mail.googleAnew.more')],
    action: toNewPassword(parts),
  });

/** Events of factors, linked accounts and the owner's freeze that a member is mailed about. */
export type SecurityNotice =
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_used'
  | 'recovery_renewed'
  | 'factors_reset'
  | 'reset_frozen'
  | 'google_linked'
  | 'google_unlinked'
  | 'wrong_codes'
  | 'guessed'
  | 'locked'
  | 'unlocking'
  | 'unlocked'
  | 'code_shown';

export const securityNotice =
  (notice: SecurityNotice): Write =>
  async (parts) =>
    compose({
      heading: text(`mail.security.${notice}.heading`),
      paragraphs: [text(`mail.security.${notice}.text`)],
      action: toSecurity(parts),
      remark: text('mail.security.ignore'),
    });

export const signedIn =
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

export const emailAsked = (parts: LetterParts) =>
  compose({
    heading: text('mail.emailAsked.heading'),
    paragraphs: [text('mail.emailAsked.text', shop), text('mail.emailAsked.ignore')],
    action: toNewPassword(parts),
  });

export async function emailDone(parts: LetterParts, change: StandingChange) {
  const heading = text('mail.emailDone.heading');
  const told = text('mail.emailDone.text', shop);
  if (!change.undoable)
    return compose({
      heading,
      paragraphs: [told, text('mail.emailUndone.ignore')],
      action: toContact(parts),
    });
  const { memberId: id, from: email } = change;
  const token = await linkToken(parts.db, 'undo', { id, email });
  return compose({
    heading,
    paragraphs: [told, text('mail.emailDone.ignore', { days: lives.undo / days(1) })],
    action: button(parts, 'mail.emailDone.undo', `/mail/undo/${token}`),
  });
}

export const emailUndone = (parts: LetterParts) =>
  compose({
    heading: text('mail.emailUndone.heading'),
    paragraphs: [text('mail.emailUndone.text', shop), text('mail.emailUndone.ignore')],
    action: toContact(parts),
  });

/** Sent instead of the requested mail while an account is closed but not erased yet. */
export const closed: Write = async (parts) =>
  compose({
    heading: text('mail.closedAccount.heading'),
    paragraphs: [text('mail.closedAccount.text', shop)],
    action: toContact(parts),
    remark: text('mail.closedAccount.ignore'),
  });
