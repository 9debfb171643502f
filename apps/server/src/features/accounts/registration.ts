import { setTimeout as pause } from 'node:timers/promises';
import { enqueue } from '../../jobs/jobs.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { addMember, type NewMember } from './accounts.ts';
import { knownJob, verificationJob } from './jobs.ts';
import { countMail, countRegistration, type LimitParts, mayMail } from './limits.ts';
import { hashPassword } from './passwords.ts';
import { findMember, memberIdOf } from './queries.ts';
import { emailKey } from './rules.ts';

export interface RegistrationParts extends LimitParts {
  readonly db: Db;
  readonly config: Pick<Config, 'passwordCost'>;
}

/**
 * Writing a new member takes some milliseconds longer than finding a known one. Both are answered after
 * this time, which neither needs, so that a clock tells no more than the answer does.
 */
const writtenWithinMs = 60;

/**
 * Opens an account and has the verification mail sent. For an e-mail that has an account it does and
 * answers the same, except that the mail tells its owner so.
 */
export async function register(
  parts: RegistrationParts,
  member: NewMember,
  { password, address }: { password: string; address: string },
): Promise<void> {
  const { db, config } = parts;
  await countRegistration(parts, address);
  const key = emailKey(member.email);
  const mailWelcome = await mayMail(parts, key);
  const passwordHash = await hashPassword(password, config.passwordCost);
  const writing = db.tx(async (tx) => {
    const added = await addMember(tx, member, passwordHash);
    const memberId = added ?? (await memberIdOf(tx, key)) ?? null;
    const payload = { memberId, mailId: newId('mail') };
    if (added !== undefined) await enqueue(tx, { job: verificationJob, payload });
    else if (mailWelcome) await enqueue(tx, { job: knownJob, payload });
  });
  await Promise.all([writing, pause(writtenWithinMs)]);
}

/** Has the verification mail sent again; nothing happens when the e-mail is verified. */
export async function resendVerification(parts: RegistrationParts, memberId: string) {
  const member = await findMember(parts.db, memberId);
  if (!member || member.emailVerifiedAt !== null) return;
  await countMail(parts, emailKey(member.email));
  const payload = { memberId, mailId: newId('mail') };
  await enqueue(parts.db, { job: verificationJob, payload });
}
