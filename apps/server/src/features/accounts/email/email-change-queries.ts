import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import { dropIdleRecoveryCodes } from '../factors/factor-queries.ts';

export interface EmailChange {
  readonly id: string;
  readonly memberId: string;
  readonly from: string;
  readonly fromKey: string;
  readonly to: string;
  readonly sessionId: string;
}

/** A change, and whether the former address can undo it now. */
export interface StandingChange extends EmailChange {
  readonly undoable: boolean;
}

export function findEmailChange(db: Queryable, id: string): Promise<StandingChange | undefined> {
  return db.first(sql<StandingChange>`
    select id, member_id as "memberId", from_email as from, from_key as "fromKey",
      to_email as to, session_id as "sessionId", is_undoable(c) as undoable
    from email_changes c where id = ${id}`);
}

/**
 * The change of a valid link: for a link to the new address the pending change, for one to the former address
 * the first change within a week that replaced it.
 */
export function findLinkedChange(
  db: Queryable,
  hash: Buffer,
  purpose: 'verify' | 'undo',
): Promise<EmailChange | undefined> {
  return db.first(sql<EmailChange>`
    select c.id, c.member_id as "memberId", c.from_email as from, c.from_key as "fromKey",
      c.to_email as to, c.session_id as "sessionId"
    from mail_tokens t
    join email_changes c on c.member_id = t.member_id
      and case t.purpose when 'verify' then c.to_key = t.email_key and c.state = 'asked'
        else c.from_key = t.email_key and is_undoable(c) end
    join members m on m.id = c.member_id and m.erased_at is null
    where t.token_hash = ${hash} and t.purpose = ${purpose} and t.expires_at > app_now()
    order by c.decided_at limit 1`);
}

/** Inserts a pending change. The member must be locked and have no other pending change. */
export async function insertEmailChange(
  tx: Tx,
  change: EmailChange & { readonly toKey: string },
): Promise<void> {
  await tx.run(sql`
    insert into email_changes (id, member_id, from_email, from_key, to_email, to_key, session_id)
    values (${change.id}, ${change.memberId}, ${change.from}, ${change.fromKey}, ${change.to},
      ${change.toKey}, ${change.sessionId})`);
}

/** Drops the pending change, if any: its link becomes invalid. */
export async function dropEmailChange(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    update email_changes set state = 'dropped', decided_at = app_now()
    where member_id = ${memberId} and state = 'asked'`);
}

/** Drops the pending change if it was asked for in the session `ended`, or in any but `kept`. */
export async function dropChangeAskedIn(
  tx: Tx,
  memberId: string,
  { ended, kept }: { ended: string | undefined; kept?: string },
): Promise<void> {
  await tx.run(sql`
    update email_changes set state = 'dropped', decided_at = app_now()
    where member_id = ${memberId} and state = 'asked'
      and session_id is distinct from ${kept ?? null}
      and session_id = coalesce(${ended ?? null}, session_id)`);
}

/** Marks a pending change as done; false when it was not pending. */
export async function closeEmailChange(tx: Tx, id: string): Promise<boolean> {
  const closed = await tx.run(sql`
    update email_changes set state = 'done', decided_at = app_now(), from_shown_at =
      (select owner_shown_at from members where id = member_id)
    where id = ${id} and state = 'asked'`);
  return closed === 1;
}

/**
 * Sets a member's address as verified. Neither the account's holder nor its factors are known to belong to the
 * owner of the new address. Violates `members_email_once` when another member has it or can take it back.
 */
export async function setEmail(tx: Tx, memberId: string, email: string, key: string) {
  await tx.run(sql`
    with apps as (update totp_factors set owned = false where member_id = ${memberId}),
      keys as (update passkeys set owned = false where member_id = ${memberId})
    update members set email = ${email}, email_key = ${key}, email_verified_at = app_now(),
      owner_shown_at = null
    where id = ${memberId}`);
}

/**
 * Restores the address of a locked member to the one before a change, removes the password, and the factors
 * added since a week before the change was asked for: a thief adds theirs first. Reopens a closed account.
 * Later changes are undone with it.
 */
export async function restoreEmail(tx: Tx, { id, memberId }: EmailChange): Promise<void> {
  await tx.run(sql`
    with change as (
        select *, asked_at - interval '7 days' as since from email_changes where id = ${id}),
      undone as (
        update email_changes c set state = 'undone' from change
        where c.member_id = change.member_id and c.state = 'done'
          and c.decided_at >= change.decided_at),
      apps as (
        delete from totp_factors f using change
        where f.member_id = change.member_id
          and coalesce(f.confirmed_at, f.created_at) >= change.since),
      keys as (
        delete from passkeys f using change
        where f.member_id = change.member_id and f.created_at >= change.since),
      codes as (
        delete from recovery_codes f using change
        where f.member_id = change.member_id and f.created_at >= change.since)
    update members m set email = change.from_email, email_key = change.from_key,
      email_verified_at = app_now(), owner_shown_at = change.from_shown_at, password_hash = null,
      closed_at = null
    from change where m.id = change.member_id`);
  await dropIdleRecoveryCodes(tx, memberId);
}

/** Updates the spelling of an address that stays the same. */
export async function respellEmail(tx: Tx, memberId: string, email: string, key: string) {
  await tx.run(sql`
    update members set email = ${email} where id = ${memberId} and email_key = ${key}`);
}
