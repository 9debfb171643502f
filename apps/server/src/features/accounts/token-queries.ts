import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

export type Purpose = 'verify' | 'reset' | 'reopen' | 'undo';

interface NewMailToken {
  readonly hash: Buffer;
  readonly memberId: string;
  readonly purpose: Purpose;
  /** The address of the mail: the token is invalid once the member has another. */
  readonly emailKey: string;
  readonly lifeMs: number;
}

/** Stores the token of a mailed link. */
export async function insertMailToken(db: Queryable, token: NewMailToken): Promise<void> {
  await db.run(sql`
    insert into mail_tokens (token_hash, member_id, purpose, email_key, expires_at)
    values (${token.hash}, ${token.memberId}, ${token.purpose}, ${token.emailKey},
      app_now() + ${token.lifeMs} * interval '1 ms')`);
}

/** The member of a valid reset token. */
export async function findResetToken(db: Queryable, hash: Buffer): Promise<string | undefined> {
  const row = await db.first(sql<{ memberId: string }>`
    select m.id as "memberId" from mail_tokens t
    join members m on m.id = t.member_id and m.email_key = t.email_key and m.closed_at is null
    where t.token_hash = ${hash} and t.purpose = 'reset'
      and t.used_at is null and t.expires_at > app_now()`);
  return row?.memberId;
}

/** Spends a reset token; false when it is spent or expired. */
export async function spendResetToken(tx: Tx, hash: Buffer): Promise<boolean> {
  const spent = await tx.run(sql`
    update mail_tokens t set used_at = app_now() from members m
    where t.token_hash = ${hash} and t.purpose = 'reset'
      and t.used_at is null and t.expires_at > app_now()
      and m.id = t.member_id and m.email_key = t.email_key and m.closed_at is null`);
  return spent === 1;
}

/** Voids the unspent reset tokens of a member. */
export async function voidResetTokens(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    update mail_tokens set used_at = app_now()
    where member_id = ${memberId} and purpose = 'reset'
      and used_at is null and expires_at > app_now()`);
}

/** The member of a verification link, valid or not. */
export async function memberOfLink(db: Queryable, hash: Buffer): Promise<string | undefined> {
  const row = await db.first(sql<{ memberId: string }>`
    select member_id as "memberId" from mail_tokens
    where token_hash = ${hash} and purpose = 'verify'`);
  return row?.memberId;
}

/**
 * Verifies the address a token was mailed to, if it is still the member's; false otherwise. Succeeds again
 * within the token's life: mail scanners open links before people do.
 */
export async function verifyByToken(tx: Tx, hash: Buffer): Promise<boolean> {
  const verified = await tx.run(sql`
    with spent as (
      update mail_tokens t set used_at = coalesce(t.used_at, app_now()) from members m
      where t.token_hash = ${hash} and t.purpose = 'verify' and t.expires_at > app_now()
        and m.id = t.member_id and m.email_key = t.email_key and m.closed_at is null
      returning t.member_id)
    update members set email_verified_at = coalesce(email_verified_at, app_now())
    where id = (select member_id from spent)`);
  return verified === 1;
}

/** The member of a valid link that reopens a closed account. */
export async function findReopenToken(db: Queryable, hash: Buffer): Promise<string | undefined> {
  const row = await db.first(sql<{ memberId: string }>`
    select m.id as "memberId" from mail_tokens t
    join members m on m.id = t.member_id and m.email_key = t.email_key
    where t.token_hash = ${hash} and t.purpose = 'reopen'
      and t.used_at is null and t.expires_at > app_now()
      and m.closed_at is not null and m.erased_at is null`);
  return row?.memberId;
}

/** Voids the links that reopen the member's account. */
export async function voidReopenTokens(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    update mail_tokens set used_at = app_now()
    where member_id = ${memberId} and purpose = 'reopen'
      and used_at is null and expires_at > app_now()`);
}
