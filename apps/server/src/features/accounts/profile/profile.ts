/** Changes members make to their own profile. */
import { wordsOf } from '@giftlane/contract/members/letters.ts';
import { fullNameOf } from '@giftlane/contract/members/names.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/http.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { adoptUploads, releaseUploads } from '../../uploads/uploads.ts';
import { needActing } from '../acting.ts';
import { permitEmail, wantEmail } from '../email/email-change.ts';
import type { LimitParts } from '../limits.ts';
import { requireMobile } from '../names-and-phones.ts';
import { findMember, lockMember, type Member, updateMember, updatePicture } from '../queries.ts';
import { requireProven } from '../sessions/proof.ts';
import { lockSession } from '../sessions/proof-queries.ts';

export interface ProfileParts extends LimitParts {
  readonly db: Db;
  /** Marks a new name as not verified (KYC). */
  readonly renameMember: (tx: Tx, memberId: string) => Promise<void>;
}

export interface ProfileChange {
  readonly firstName: string;
  readonly lastName: string;
  /** First and last name when absent. */
  readonly fullName?: string | undefined;
  readonly email: string;
  /** Unchanged when absent, like the dial code. */
  readonly mobile?: string | undefined;
  readonly dialCode?: string | undefined;
  readonly country: { readonly code: string; readonly name: string };
}

type Names = Pick<Member, 'firstName' | 'lastName' | 'fullName'>;

/** Canonical form of names: equal if they differ only in case, accents and word order. */
const wordsIn = ({ firstName, lastName, fullName }: Names): string =>
  JSON.stringify([`${firstName} ${lastName}`, fullName].map((name) => wordsOf(name).sort()));

/**
 * Changes a member's profile. Another e-mail becomes a pending change: returns the address that stays in effect
 * until the link in the new one is opened. Another name loses its verification. Refuses `account.unproven`, and
 * then changes nothing.
 */
export async function changeProfile(
  parts: ProfileParts,
  caller: Caller,
  change: ProfileChange,
): Promise<string | undefined> {
  const { memberId } = caller;
  const { email, firstName, lastName, mobile } = change;
  const asking = await permitEmail(parts, caller, email);
  return parts.db.tx(async (tx) => {
    await lockMember(tx, memberId);
    const until = await wantEmail(tx, caller, { email, asking });
    const before = await findMember(tx, memberId);
    const fullName = change.fullName?.trim() || fullNameOf(firstName, lastName);
    if (before && wordsIn(before) !== wordsIn({ firstName, lastName, fullName })) {
      // A stolen session must not end the owner's verification.
      if (before.kycStatus === 's' || before.kycStatus === 'v') {
        await needActing(tx, memberId);
        await requireProven(tx, caller);
      }
      await parts.renameMember(tx, memberId);
    }
    await updateMember(tx, memberId, {
      firstName,
      lastName,
      fullName,
      ...(mobile === undefined
        ? { mobile: null, dialCode: null }
        : requireMobile(mobile, change.dialCode ?? '', change.country.code)),
      countryCode: change.country.code,
      countryName: change.country.name.trim(),
    });
    return until;
  });
}

/**
 * Sets an uploaded picture as the member's profile picture and releases the one before. An empty path removes
 * it.
 */
export async function changePicture(db: Db, memberId: string, path: string): Promise<void> {
  const usedBy = `member:${memberId}`;
  const pictures = path === '' ? [] : [{ field: 'sProfilePicture', path }];
  await db.tx(async (tx) => {
    // Of two parallel changes the later one wins, and only its picture stays in use.
    await lockMember(tx, memberId);
    await adoptUploads(tx, { memberId, kind: 'profilepictures', usedBy, pictures });
    await releaseUploads(tx, { usedBy, except: pictures.map((picture) => picture.path) });
    await updatePicture(tx, memberId, path);
  });
}

/**
 * Locks a session until the transaction ends, and tells whether it was proven within five minutes. Refuses
 * `session.required` when it has ended.
 */
export async function holdSession(
  tx: Tx,
  sessionId: string,
): Promise<{ readonly proven: boolean }> {
  const held = await lockSession(tx, sessionId);
  if (!held) throw new Refusal('session.required');
  return held;
}
