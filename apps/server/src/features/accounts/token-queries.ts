import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

export type Purpose = 'verify' | 'reset' | 'reopen' | 'undo';

interface NewMailToken {
  readonly hash: Buffer;
  readonly memberId: string;
  readonly purpose: Purpose;
  /** The address it is sent to: it is worth nothing once the member has another. */
  readonly emailKey: string;
  readonly lifeMs: number;
}

/** Stores the token of a mail. */
export async function insertMailToken(db: Queryable, token: NewMailToken): Promise<void> {
  await db.run(sql`
    insert into mail_tokens (token_hash, member_id, purpose, email_key, expires_at)
    values (${token.hash}, ${token.memberId}, ${token.purpose}, ${token.emailKey},
      app_now() + ${token.lifeMs} * interval '1 ms')`);
}

/** Whose reset token it is, if it may still be spent. */
export async function findResetToken(db: Queryable, hash: Buffer): Promise<string | undefined> {
  const row = await db.first(sql<{ memberId: string }>`
    select m.id as "memberId" from mail_tokens t
    join members m on m.id = t.member_id and m.email_key = t.email_key and m.closed_at is null
    where t.token_hash = ${hash} and t.purpose = 'reset'
      and t.used_at is null and t.expires_at > app_now()`);
  return row?.memberId;
}

/** Spends a reset token; false when somebody was faster. */
export async function spendResetToken(tx: Tx, hash: Buffer): Promise<boolean> {
  const spent = await tx.run(sql`
    update mail_tokens t set used_at = app_now() from members m
    where t.token_hash = ${hash} and t.purpose = 'reset'
      and t.used_at is null and t.expires_at > app_now()
      and m.id = t.member_id and m.email_key = t.email_key and m.closed_at is null`);
  return spent === 1;
}

/** Ends what other reset links of the member could still do. */
export async function voidResetTokens(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    update mail_tokens set used_at = app_now()
    where member_id = ${memberId} and purpose = 'reset'
      and used_at is null and expires_at > app_now()`);
}

/** Whose link of a mail it is, whatever it is still good for. */
export async function memberOfLink(db: Queryable, hash: Buffer): Promise<string | undefined> {
  const row = await db.first(sql<{ memberId: string }>`
    select member_id as "memberId" from mail_tokens
    where token_hash = ${hash} and purpose = 'verify'`);
  return row?.memberId;
}

/**
 * Verifies the address a token was sent to, if it is still the member's; false otherwise. Repeating it
 * within the token's life is a success again: mail scanners open links before people do.
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

/** Whose link it is that undoes closing their account, if it may still be spent. */
export async function findReopenToken(db: Queryable, hash: Buffer): Promise<string | undefined> {
  const row = await db.first(sql<{ memberId: string }>`
    select m.id as "memberId" from mail_tokens t
    join members m on m.id = t.member_id and m.email_key = t.email_key
    where t.token_hash = ${hash} and t.purpose = 'reopen'
      and t.used_at is null and t.expires_at > app_now()
      and m.closed_at is not null and m.erased_at is null`);
  return row?.memberId;
}

/** Ends the links that undo closing the member's account. */
export async function voidReopenTokens(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    update mail_tokens set used_at = app_now()
    where member_id = ${memberId} and purpose = 'reopen'
      and used_at is null and expires_at > app_now()`);
}
