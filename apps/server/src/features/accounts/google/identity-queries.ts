import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

/** The key of an external account: issuer and subject of its ID tokens. */
export interface IdentityKey {
  readonly issuer: string;
  readonly subject: string;
}

export type LinkedBy = 'registration' | 'password' | 'mail';

/** The member an identity is linked to. */
export async function memberOfIdentity(
  db: Queryable,
  { issuer, subject }: IdentityKey,
): Promise<string | undefined> {
  const row = await db.first(sql<{ memberId: string }>`
    select member_id as "memberId" from identities
    where issuer = ${issuer} and subject = ${subject}`);
  return row?.memberId;
}

/** Whether a member has a linked identity. */
export async function hasIdentity(db: Queryable, memberId: string): Promise<boolean> {
  const found = await db.first(sql`select 1 from identities where member_id = ${memberId} limit 1`);
  return found !== undefined;
}

/**
 * Links an identity to a member, for their current address; false when another member has it. Waits for a
 * parallel link of the same identity. Safe to repeat.
 */
export async function insertIdentity(
  tx: Tx,
  { issuer, subject }: IdentityKey,
  { memberId, by }: { memberId: string; by: LinkedBy },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into identities as i (issuer, subject, member_id, linked_by, email_key)
    select ${issuer}, ${subject}, id, ${by}, email_key from members where id = ${memberId}
    on conflict on constraint identities_once do update set email_key = excluded.email_key
      where i.member_id = excluded.member_id`);
  return inserted === 1 || (await memberOfIdentity(tx, { issuer, subject })) === memberId;
}

/**
 * Unlinks the identities of a member that need not be the owner's: those linked under another e-mail and, until
 * the account's holder is known to read its mails, those linked at registration, or all while the e-mail is not
 * verified. Returns their number.
 */
export async function deleteUnprovenIdentities(tx: Tx, memberId: string): Promise<number> {
  return tx.run(sql`
    delete from identities i using members m
    where i.member_id = ${memberId} and m.id = i.member_id
      and (i.email_key <> m.email_key or (m.owner_shown_at is null
        and (m.email_verified_at is null or i.linked_by = 'registration')))`);
}

export async function deleteIdentitiesOf(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`delete from identities where member_id = ${memberId}`);
}

/** Serialises transactions that link the same identity. */
export async function lockIdentity(tx: Tx, { issuer, subject }: IdentityKey): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`);
}

/** Deletes the mailed links of a member that were not followed. */
export async function voidIdentityLinks(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`delete from identity_links where member_id = ${memberId}`);
}

interface NewLink extends IdentityKey {
  readonly hash: Buffer;
  readonly memberId: string;
  /** The address of the mail: the link is invalid once the member has another. */
  readonly emailKey: string;
  readonly lifeMs: number;
}

/** Stores the token of a mailed link to an identity. */
export async function insertIdentityLink(db: Queryable, link: NewLink): Promise<void> {
  await db.run(sql`
    insert into identity_links (token_hash, member_id, email_key, issuer, subject, expires_at)
    values (${link.hash}, ${link.memberId}, ${link.emailKey}, ${link.issuer}, ${link.subject},
      app_now() + ${link.lifeMs} * interval '1 ms')`);
}

interface IdentityLink extends IdentityKey {
  readonly memberId: string;
}

/** The member and identity of a valid link. */
export function findIdentityLink(db: Queryable, hash: Buffer): Promise<IdentityLink | undefined> {
  return db.first(sql<IdentityLink>`
    select l.member_id as "memberId", l.issuer, l.subject from identity_links l
    join members m on m.id = l.member_id and m.email_key = l.email_key and m.closed_at is null
    where l.token_hash = ${hash} and l.expires_at > app_now()`);
}

/** Spends a link; false when it is spent or expired. */
export async function spendIdentityLink(tx: Tx, hash: Buffer): Promise<boolean> {
  const spent = await tx.run(sql`
    delete from identity_links l using members m
    where l.token_hash = ${hash} and l.expires_at > app_now()
      and m.id = l.member_id and m.email_key = l.email_key and m.closed_at is null`);
  return spent === 1;
}
