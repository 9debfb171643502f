import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';
import { nameWords } from './rules.ts';

/** A person with an account, as the shop knows them. Never carries the password. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly emailVerifiedAt: Date | null;
  /** The address they want instead; it counts once the link sent there is opened. */
  readonly pendingEmail: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly fullName: string;
  readonly mobile: string;
  readonly dialCode: string;
  readonly countryCode: string;
  readonly countryName: string;
  readonly currency: Currency;
  readonly picture: string;
  readonly kycStatus: 'p' | 's' | 'v' | 'r';
  readonly membershipLevel: 1 | 2;
  readonly useWallet: boolean;
  readonly frozenAt: Date | null;
  readonly frozenReason: string | null;
  /** Whether its owner has frozen what leaves the account. */
  readonly locked: boolean;
  /** Nobody signs in any more; what has to be kept stays. */
  readonly closedAt: Date | null;
  readonly createdAt: Date;
}

/** The member of an id; undefined when there is none. */
export async function findMember(db: Queryable, memberId: string): Promise<Member | undefined> {
  return (await findMembers(db, [memberId])).get(memberId);
}

/** Those of these members that there are, by their ids. */
export async function findMembers(
  db: Queryable,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, Member>> {
  const members = await db.rows(sql<Member>`
    select id, email, email_verified_at as "emailVerifiedAt", first_name as "firstName",
      last_name as "lastName", full_name as "fullName", mobile, dial_code as "dialCode",
      country_code as "countryCode", country_name as "countryName", currency, picture,
      kyc_status as "kycStatus", membership_level as "membershipLevel",
      use_wallet as "useWallet", frozen_at as "frozenAt", frozen_reason as "frozenReason",
      is_locked(members) as locked,
      closed_at as "closedAt",
      created_at as "createdAt",
      (select to_email from email_changes where member_id = members.id and state = 'asked')
        as "pendingEmail"
    from members where id = any(${memberIds}::text[])`);
  return new Map(members.map((member) => [member.id, member]));
}

/** The rule that `requireSpenders` breaks. */
export const spenderRule = 'members_may_spend';

/** Ends the transaction unless each member may spend, out of a wallet in `currency` if one is given. */
export async function requireSpenders(
  tx: Tx,
  spenders: readonly { memberId: string; currency: Currency | null }[],
): Promise<void> {
  await tx.run(sql`
    select must_hold(not exists (
      select 1 from unnest(${spenders.map((s) => s.memberId)}::text[],
        ${spenders.map((s) => s.currency)}::text[]) as spender (id, currency)
      where not exists (select 1 from members m where m.id = spender.id and m.frozen_at is null
        and not is_locked(m)
        and m.closed_at is null
        and m.currency = coalesce(spender.currency, m.currency))), ${spenderRule})`);
}

type Names = 'firstName' | 'lastName' | 'fullName' | 'countryCode' | 'countryName';

export interface MemberRow
  extends Pick<Member, Names | 'id' | 'email' | 'mobile' | 'dialCode' | 'currency'> {
  readonly emailKey: string;
  readonly passwordHash: string;
}

/** Whether the row was written; false when the e-mail has an account already, or one that left it can take it back. */
export async function insertMember(tx: Tx, row: MemberRow): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into members (id, email, email_key, first_name, last_name, full_name, name_words, mobile, dial_code,
      country_code, country_name, currency, password_hash)
    select ${row.id}, ${row.email}, ${row.emailKey}, ${row.firstName}, ${row.lastName},
      ${row.fullName}, ${nameWords(row.fullName)}, ${row.mobile}, ${row.dialCode}, ${row.countryCode}, ${row.countryName},
      ${row.currency}, ${row.passwordHash}
    where not is_kept_for_other(${row.emailKey}, ${row.id})
    on conflict on constraint members_email_once do nothing`);
  return inserted === 1;
}

/** The addresses of a member: the one that counts, and the one they want instead. */
export async function emailsOf(db: Queryable, memberId: string): Promise<string[]> {
  const member = await findMember(db, memberId);
  return member ? [member.email, ...(member.pendingEmail ? [member.pendingEmail] : [])] : [];
}

/** The member of an e-mail address, as `emailKey` writes it. */
export async function memberIdOf(db: Queryable, emailKey: string): Promise<string | undefined> {
  const row = await db.first(
    sql<{ id: string }>`select id from members where email_key = ${emailKey}`,
  );
  return row?.id;
}

/** Changes of one member wait for each other from here to the end of the transaction. */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`select 1 from members where id = ${memberId} for no key update`);
}

/** Like `lockMember`, and nobody writes anything new for the member meanwhile, nor has since. */
export async function lockMemberWhole(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`select 1 from members where id = ${memberId} for update`);
}

/** Marks a locked member's account as closed. */
export async function markClosed(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`update members set closed_at = app_now() where id = ${memberId}`);
}

/** Takes that back; false when its data has begun to go. */
export async function markReopened(tx: Tx, memberId: string): Promise<boolean> {
  const reopened = await tx.run(sql`
    update members set closed_at = null where id = ${memberId} and erased_at is null`);
  return reopened === 1;
}

/** A member’s password as it is stored; undefined when they have none. */
export async function passwordHashOf(db: Queryable, memberId: string): Promise<string | undefined> {
  const row = await db.first(
    sql<{ hash: string | null }>`select password_hash as hash from members where id = ${memberId}`,
  );
  return row?.hash ?? undefined;
}

export interface Credentials {
  /** Null when the e-mail has no account. */
  readonly memberId: string | null;
  readonly passwordHash: string | null;
  /** Whether the member has signed in from this place before. */
  readonly placeKnown: boolean;
}

/** Always a row, found by the same steps: whether there is a member must not show on a clock. */
export function findCredentials(
  db: Queryable,
  emailKey: string,
  placeHash: Buffer,
): Promise<Credentials> {
  return db.one(sql<Credentials>`
    select m.id as "memberId", m.password_hash as "passwordHash",
      exists (select 1 from sign_in_places p
        where p.member_id = coalesce(m.id, '') and p.place_hash = ${placeHash}) as "placeKnown"
    from (select 1) always
    left join members m on m.email_key = ${emailKey} and m.closed_at is null`);
}

/** Replaces a password if it still is `from`; false when somebody was faster. */
export async function replacePasswordHash(
  db: Queryable,
  memberId: string,
  hashes: { from: string; to: string },
): Promise<boolean> {
  const changed = await db.run(sql`update members set password_hash = ${hashes.to}
    where id = ${memberId} and password_hash = ${hashes.from}`);
  return changed === 1;
}

/** Sets a password by a link in a mail: whoever follows it reads the mails of the address. */
export async function setPassword(tx: Tx, memberId: string, passwordHash: string): Promise<void> {
  await tx.run(sql`
    update members set password_hash = ${passwordHash},
      email_verified_at = coalesce(email_verified_at, app_now()),
      owner_shown_at = coalesce(owner_shown_at, app_now())
    where id = ${memberId}`);
}

/** Takes an address as verified, if it is the member's. */
export async function verifyAddress(tx: Tx, memberId: string, emailKey: string): Promise<void> {
  await tx.run(sql`
    update members set email_verified_at = app_now()
    where id = ${memberId} and email_key = ${emailKey} and email_verified_at is null`);
}

/**
 * Takes the password of an account unless whoever holds it is known to read the mails of its address, so that
 * it opens nothing any more; answers whether it did.
 */
export async function clearUnprovenPassword(tx: Tx, memberId: string): Promise<boolean> {
  const cleared = await tx.run(sql`
    update members set password_hash = null where id = ${memberId} and owner_shown_at is null`);
  return cleared === 1;
}

/** Notes that whoever holds the account reads the mails of its address, which is verified by that. */
export async function showOwner(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    update members set email_verified_at = coalesce(email_verified_at, app_now()),
      owner_shown_at = coalesce(owner_shown_at, app_now())
    where id = ${memberId}`);
}

/** The same by a session of the member that lives; answers whether it does. */
export async function showOwnerBySession(
  tx: Tx,
  { memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<boolean> {
  const shown = await tx.run(sql`
    update members set owner_shown_at = coalesce(owner_shown_at, app_now())
    where id = ${memberId} and email_verified_at is not null
      and exists (select 1 from sessions s where s.id = ${sessionId} and s.member_id = ${memberId})`);
  return shown === 1;
}

/** Marks the e-mail address of a member as verified; safe to repeat. */
export async function markVerified(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    update members set email_verified_at = coalesce(email_verified_at, app_now())
    where id = ${memberId}`);
}

export interface MemberChange extends Pick<Member, Names> {
  /** Null leaves it as it is. */
  readonly mobile: string | null;
  readonly dialCode: string | null;
}

/** Writes what a member changed about themselves. */
export async function updateMember(tx: Tx, memberId: string, change: MemberChange): Promise<void> {
  await tx.run(sql`
    update members set first_name = ${change.firstName}, last_name = ${change.lastName},
      full_name = ${change.fullName}, name_words = ${nameWords(change.fullName)},
      mobile = coalesce(${change.mobile}, mobile),
      dial_code = coalesce(${change.dialCode}, dial_code), country_code = ${change.countryCode},
      country_name = ${change.countryName}
    where id = ${memberId}`);
}

/** Sets the path of the profile picture; empty is none. */
export async function updatePicture(tx: Tx, memberId: string, path: string): Promise<void> {
  await tx.run(sql`update members set picture = ${path} where id = ${memberId}`);
}

/** Flips the wallet toggle. */
export async function flipUseWallet(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`update members set use_wallet = not use_wallet where id = ${memberId}`);
}

/** As many characters of all reasons are kept, the newest ones. */
const longestReason = 2_000;

/** Freezes a member; a reason that is not told yet is added to those before. */
export async function setFrozen(tx: Tx, memberId: string, reason: string): Promise<void> {
  await tx.run(sql`
    update members set frozen_at = coalesce(frozen_at, app_now()),
      frozen_reason = right(coalesce(frozen_reason || '; ', '') || ${reason}, ${longestReason})
    where id = ${memberId} and (frozen_at is null or strpos(frozen_reason, ${reason}) = 0)`);
}

/** Ends a freeze; false when there was none. */
export async function clearFrozen(tx: Tx, memberId: string): Promise<boolean> {
  const cleared = await tx.run(sql`
    update members set frozen_at = null, frozen_reason = null
    where id = ${memberId} and frozen_at is not null`);
  return cleared === 1;
}

/** Makes a member a pro member; nothing makes them less. */
export async function setPro(tx: Tx, memberId: string): Promise<void> {
  await tx.run(
    sql`update members set membership_level = 2 where id = ${memberId} and membership_level < 2`,
  );
}
