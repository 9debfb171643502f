import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';
import { nameWords } from './names-and-phones.ts';

/** A member as stored, without the password hash. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly emailVerifiedAt: Date | null;
  /** The pending address; it takes effect once the link mailed there is opened. */
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
  /** Whether the owner has frozen the account. */
  readonly locked: boolean;
  /** Set once the account is closed: it allows no sign-in, and only what must be kept remains. */
  readonly closedAt: Date | null;
  readonly createdAt: Date;
}

/** The member with an id; undefined when there is none. */
export async function findMember(db: Queryable, memberId: string): Promise<Member | undefined> {
  return (await findMembers(db, [memberId])).get(memberId);
}

/** The members that exist among these ids, by id. */
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

/** Registered members by day (UTC). */
export function signUpsByDay(db: Queryable, { from, to }: { from: Date; to: Date }) {
  return db.rows(sql<{ day: string; members: bigint }>`
    select (created_at at time zone 'UTC')::date::text as day, count(*) as members
    from members
    -- Both levels: an index begins with them.
    where membership_level in (1, 2) and created_at >= ${from} and created_at < ${to} group by 1`);
}

/** The rule name in the error that `requireSpenders` raises. */
export const spenderRule = 'members_may_spend';

/** Fails the transaction unless each member may spend, from a wallet in `currency` if one is given. */
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

/** Inserts a member; false when the e-mail has an account, or an account that left it can take it back. */
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

/** The addresses of a member: the current one and, if any, the pending one. */
export async function emailsOf(db: Queryable, memberId: string): Promise<string[]> {
  const member = await findMember(db, memberId);
  return member ? [member.email, ...(member.pendingEmail ? [member.pendingEmail] : [])] : [];
}

/** The member with an e-mail, in the form of `emailKey`. */
export async function memberIdOf(db: Queryable, emailKey: string): Promise<string | undefined> {
  const row = await db.first(
    sql<{ id: string }>`select id from members where email_key = ${emailKey}`,
  );
  return row?.id;
}

/** Locks a member until the transaction ends, which serialises changes of the same member. */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`select 1 from members where id = ${memberId} for no key update`);
}

/** Like `lockMember`, but also blocks new rows that reference the member, and waits for those under way. */
export async function lockMemberWhole(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`select 1 from members where id = ${memberId} for update`);
}

/** Marks the account of a locked member as closed. */
export async function markClosed(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`update members set closed_at = app_now() where id = ${memberId}`);
}

/** Reopens a closed account; false when erasure of its data has begun. */
export async function markReopened(tx: Tx, memberId: string): Promise<boolean> {
  const reopened = await tx.run(sql`
    update members set closed_at = null where id = ${memberId} and erased_at is null`);
  return reopened === 1;
}

/** A member’s password hash; undefined without a password. */
export async function passwordHashOf(db: Queryable, memberId: string): Promise<string | undefined> {
  const row = await db.first(
    sql<{ hash: string | null }>`select password_hash as hash from members where id = ${memberId}`,
  );
  return row?.hash ?? undefined;
}

export interface Credentials {
  /** Null when the e-mail has no open account. */
  readonly memberId: string | null;
  readonly passwordHash: string | null;
  /** Whether the member has signed in from this network before. */
  readonly placeKnown: boolean;
}

/** Always returns a row, by the same steps: the response time must not show whether the e-mail has an account. */
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

/** Replaces a password hash if it still is `from` (compare and set); false otherwise. */
export async function replacePasswordHash(
  db: Queryable,
  memberId: string,
  hashes: { from: string; to: string },
): Promise<boolean> {
  const changed = await db.run(sql`update members set password_hash = ${hashes.to}
    where id = ${memberId} and password_hash = ${hashes.from}`);
  return changed === 1;
}

/**
 * Sets a password by a mailed link. Following it shows that the account's holder reads the mails of its
 * address, which verifies the address.
 */
export async function setPassword(tx: Tx, memberId: string, passwordHash: string): Promise<void> {
  await tx.run(sql`
    update members set password_hash = ${passwordHash},
      email_verified_at = coalesce(email_verified_at, app_now()),
      owner_shown_at = coalesce(owner_shown_at, app_now())
    where id = ${memberId}`);
}

/** Verifies an address, if it is the member's current one. */
export async function verifyAddress(tx: Tx, memberId: string, emailKey: string): Promise<void> {
  await tx.run(sql`
    update members set email_verified_at = app_now()
    where id = ${memberId} and email_key = ${emailKey} and email_verified_at is null`);
}

/**
 * Removes the password of an account, unless its holder is known to read the mails of its address; false if so.
 */
export async function clearUnprovenPassword(tx: Tx, memberId: string): Promise<boolean> {
  const cleared = await tx.run(sql`
    update members set password_hash = null where id = ${memberId} and owner_shown_at is null`);
  return cleared === 1;
}

/** Records that the account's holder reads the mails of its address, which verifies the address. */
export async function showOwner(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    update members set email_verified_at = coalesce(email_verified_at, app_now()),
      owner_shown_at = coalesce(owner_shown_at, app_now())
    where id = ${memberId}`);
}

/** Records the same for a verified address, if the session exists and is the member's; returns whether it did. */
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

/** Marks the member's e-mail as verified; safe to repeat. */
export async function markVerified(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    update members set email_verified_at = coalesce(email_verified_at, app_now())
    where id = ${memberId}`);
}

export interface MemberChange extends Pick<Member, Names> {
  /** Null keeps the current number. */
  readonly mobile: string | null;
  readonly dialCode: string | null;
}

/** Updates the profile of a member. */
export async function updateMember(tx: Tx, memberId: string, change: MemberChange): Promise<void> {
  await tx.run(sql`
    update members set first_name = ${change.firstName}, last_name = ${change.lastName},
      full_name = ${change.fullName}, name_words = ${nameWords(change.fullName)},
      mobile = coalesce(${change.mobile}, mobile),
      dial_code = coalesce(${change.dialCode}, dial_code), country_code = ${change.countryCode},
      country_name = ${change.countryName}
    where id = ${memberId}`);
}

/** Sets the path of the profile picture; empty for none. */
export async function updatePicture(tx: Tx, memberId: string, path: string): Promise<void> {
  await tx.run(sql`update members set picture = ${path} where id = ${memberId}`);
}

export async function flipUseWallet(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`update members set use_wallet = not use_wallet where id = ${memberId}`);
}

/** Length of all reasons together, in characters; the newest are kept. */
const longestReason = 2_000;

/** Freezes a member (the house's freeze); appends the reason unless it is listed already. */
export async function setFrozen(tx: Tx, memberId: string, reason: string): Promise<void> {
  await tx.run(sql`
    update members set frozen_at = coalesce(frozen_at, app_now()),
      frozen_reason = right(coalesce(frozen_reason || '; ', '') || ${reason}, ${longestReason})
    where id = ${memberId} and (frozen_at is null or strpos(frozen_reason, ${reason}) = 0)`);
}

/** Ends the house's freeze; false when there was none. */
export async function clearFrozen(tx: Tx, memberId: string): Promise<boolean> {
  const cleared = await tx.run(sql`
    update members set frozen_at = null, frozen_reason = null
    where id = ${memberId} and frozen_at is not null`);
  return cleared === 1;
}

/** Makes a member a pro member; never lowers the level. */
export async function setPro(tx: Tx, memberId: string): Promise<void> {
  await tx.run(
    sql`update members set membership_level = 2 where id = ${memberId} and membership_level < 2`,
  );
}
