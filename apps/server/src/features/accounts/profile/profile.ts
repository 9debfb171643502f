/** What members change about themselves. */
import { wordsOf } from '@giftlane/contract/members/letters.ts';
import { fullNameOf } from '@giftlane/contract/members/names.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/http.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { adoptUploads, releaseUploads } from '../../uploads/uploads.ts';
import { needActing } from '../acting.ts';
import { permitEmail, wantEmail } from '../email/email-change.ts';
import type { LimitParts } from '../limits.ts';
import { findMember, lockMember, type Member, updateMember, updatePicture } from '../queries.ts';
import { requireMobile } from '../rules.ts';
import { requireProven } from '../sessions/proof.ts';
import { lockSession } from '../sessions/proof-queries.ts';

export interface ProfileParts extends LimitParts {
  readonly db: Db;
  /** Has a new name count as not verified. */
  readonly renameMember: (tx: Tx, memberId: string) => Promise<void>;
}

export interface ProfileChange {
  readonly firstName: string;
  readonly lastName: string;
  /** Both names when absent. */
  readonly fullName?: string | undefined;
  readonly email: string;
  /** Left as it is when absent, and the dial code with it. */
  readonly mobile?: string | undefined;
  readonly dialCode?: string | undefined;
  readonly country: { readonly code: string; readonly name: string };
}

type Names = Pick<Member, 'firstName' | 'lastName' | 'fullName'>;

/** Equal for names that differ in case, accents and order alone. */
const wordsIn = ({ firstName, lastName, fullName }: Names): string =>
  JSON.stringify([`${firstName} ${lastName}`, fullName].map((name) => wordsOf(name).sort()));

/**
 * Changes a member's data. Another e-mail is only asked for: answers the address that counts until the
 * link in the new one is opened. Another name is not verified. Refuses `account.unproven`, and then changes nothing.
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
      // A stolen session does not end its owner's verification.
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

/** Takes an uploaded picture as the member's; the one before goes. An empty path leaves none. */
export async function changePicture(db: Db, memberId: string, path: string): Promise<void> {
  const usedBy = `member:${memberId}`;
  const pictures = path === '' ? [] : [{ field: 'sProfilePicture', path }];
  await db.tx(async (tx) => {
    // Of two at once the later one is the picture, and the only one in use.
    await lockMember(tx, memberId);
    await adoptUploads(tx, { memberId, kind: 'profilepictures', usedBy, pictures });
    await releaseUploads(tx, { usedBy, except: pictures.map((picture) => picture.path) });
    await updatePicture(tx, memberId, path);
  });
}

/**
 * Holds a session to the end of the transaction, and says whether its member has proved lately that it is
 * theirs. Refuses `session.required` when it has ended.
 */
export async function holdSession(
  tx: Tx,
  sessionId: string,
): Promise<{ readonly proven: boolean }> {
  const held = await lockSession(tx, sessionId);
  if (!held) throw new Refusal('session.required');
  return held;
}
