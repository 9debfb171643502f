import type { ProofMethod } from '@giftlane/contract/members/security.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

/** By what a member can prove that a session is theirs: a factor where there is one, else the password. */
export async function methodsOf(db: Queryable, memberId: string): Promise<ProofMethod[]> {
  const found = await db.first(sql<{ factor: boolean; passkey: boolean; password: boolean }>`
    select has_factor(id) as factor, password_hash is not null as password,
      exists (select 1 from passkeys p where p.member_id = members.id) as passkey
    from members where id = ${memberId}`);
  if (found?.factor) return found.passkey ? ['passkey', 'code'] : ['code'];
  return [found?.password ? 'password' : 'sign_in'];
}

/** The secret of an authenticator app as it is stored. */
export interface StoredTotp {
  readonly secret: Buffer;
  readonly confirmedAt: Date | null;
}

/** The member's authenticator app, confirmed or only begun. */
export function findTotp(db: Queryable, memberId: string): Promise<StoredTotp | undefined> {
  return db.first(sql<StoredTotp>`
    select secret, confirmed_at as "confirmedAt" from totp_factors where member_id = ${memberId}`);
}

/** Keeps a secret that is not confirmed yet, in the place of another that is not; false beside one that is. */
export async function putTotp(tx: Tx, memberId: string, secret: Buffer): Promise<boolean> {
  const put = await tx.run(sql`
    insert into totp_factors as t (member_id, secret, owned)
    select id, ${secret}, owner_shown_at is not null from members where id = ${memberId}
    on conflict (member_id) do update
      set secret = excluded.secret, created_at = app_now(), last_step = 0, owned = excluded.owned
      where t.confirmed_at is null`);
  return put === 1;
}

/** Lets a secret count that was not confirmed yet. */
export async function confirmTotp(tx: Tx, memberId: string): Promise<boolean> {
  const confirmed = await tx.run(sql`
    update totp_factors set confirmed_at = app_now()
    where member_id = ${memberId} and confirmed_at is null`);
  return confirmed === 1;
}

/** Spends a step of time: false when it, or a later one, was spent before. */
export async function spendStep(tx: Tx, memberId: string, step: bigint): Promise<boolean> {
  const spent = await tx.run(sql`
    update totp_factors set last_step = ${step}
    where member_id = ${memberId} and last_step < ${step}`);
  return spent === 1;
}

/** Forgets the authenticator app; false when there was none. */
export async function deleteTotp(tx: Tx, memberId: string): Promise<boolean> {
  return (await tx.run(sql`delete from totp_factors where member_id = ${memberId}`)) === 1;
}

export interface StoredPasskey {
  readonly credentialId: Buffer;
  readonly id: string;
  readonly memberId: string;
  readonly publicKey: Buffer;
  readonly counter: bigint;
  readonly transports: string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A member's passkeys, the oldest first. */
export function passkeysOf(db: Queryable, memberId: string): Promise<StoredPasskey[]> {
  return db.rows(sql<StoredPasskey>`
    select credential_id as "credentialId", id, member_id as "memberId", public_key as "publicKey",
      counter, transports, name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where member_id = ${memberId} order by created_at, id`);
}

/** The passkey of a credential id. */
export function findPasskey(db: Queryable, credentialId: Buffer) {
  return db.first(sql<StoredPasskey>`
    select credential_id as "credentialId", id, member_id as "memberId", public_key as "publicKey",
      counter, transports, name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where credential_id = ${credentialId}`);
}

/** Keeps a passkey; false when it is somebody's already. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<StoredPasskey, 'createdAt' | 'lastUsedAt'>,
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into passkeys (credential_id, id, member_id, public_key, counter, transports, name, owned)
    select ${passkey.credentialId}, ${passkey.id}, id, ${passkey.publicKey}, ${passkey.counter},
      ${passkey.transports}, ${passkey.name}, owner_shown_at is not null
    from members where id = ${passkey.memberId}
    on conflict (credential_id) do nothing`);
  return inserted === 1;
}

/**
 * Notes that a passkey signed, and how often it says to have; false when it has signed more often before, as a
 * copy of it would, or is gone.
 */
export async function usePasskey(tx: Tx, credentialId: Buffer, counter: bigint): Promise<boolean> {
  const used = await tx.run(sql`
    update passkeys set counter = ${counter}, last_used_at = app_now()
    where credential_id = ${credentialId} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`);
  return used === 1;
}

/** Forgets a passkey of a member; false when it is none of theirs. */
export async function deletePasskey(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const gone = await tx.run(sql`delete from passkeys where member_id = ${memberId} and id = ${id}`);
  return gone === 1;
}

/** Spends what a passkey has signed; false when it was spent before. */
export async function spendChallenge(tx: Tx, hash: Buffer): Promise<boolean> {
  const spent = await tx.run(sql`
    insert into spent_challenges (challenge_hash) values (${hash}) on conflict do nothing`);
  return spent === 1;
}

/** Recovery codes of a member that were not used. */
export async function countRecoveryCodes(db: Queryable, memberId: string): Promise<number> {
  const { left } = await db.one(sql<{ left: number }>`
    select count(*)::int as left from recovery_codes
    where member_id = ${memberId} and used_at is null`);
  return left;
}

/** Puts recovery codes, as hashes, in the place of those there were. */
export async function replaceRecoveryCodes(
  tx: Tx,
  memberId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.run(sql`delete from recovery_codes where member_id = ${memberId}`);
  await tx.run(sql`
    insert into recovery_codes (code_hash, member_id)
    select hash, ${memberId} from unnest(${hashes}::bytea[]) as hash`);
}

/** Spends a recovery code; false when it is none of the member's or was used. */
export async function spendRecoveryCode(tx: Tx, memberId: string, hash: Buffer): Promise<boolean> {
  const spent = await tx.run(sql`
    update recovery_codes set used_at = app_now()
    where member_id = ${memberId} and code_hash = ${hash} and used_at is null`);
  return spent === 1;
}

/** Recovery codes are worth something beside a factor only. */
export async function dropIdleRecoveryCodes(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    delete from recovery_codes where member_id = ${memberId} and not has_factor(${memberId})`);
}

/** Takes every factor of a member; answers whether there was one. */
export async function deleteFactors(tx: Tx, memberId: string): Promise<boolean> {
  const { gone } = await tx.one(sql<{ gone: number }>`
    with totp as (delete from totp_factors where member_id = ${memberId} returning 1),
    keys as (delete from passkeys where member_id = ${memberId} returning 1),
    codes as (delete from recovery_codes where member_id = ${memberId})
    select ((select count(*) from totp) + (select count(*) from keys))::int as gone`);
  return gone > 0;
}

/**
 * Takes the factors of a member that need not be the owner's: those added before whoever holds the account was
 * known to read the mails of its address, as long as nobody is.
 */
export async function deleteUnprovenFactors(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    with stranger as (select id from members where id = ${memberId} and owner_shown_at is null),
    totp as (
      delete from totp_factors where member_id in (select id from stranger) and not owned)
    delete from passkeys where member_id in (select id from stranger) and not owned`);
  await dropIdleRecoveryCodes(tx, memberId);
}

/** Whether a member has factors, and all of them were added within the last week. */
export async function hasYoungFactorsOnly(tx: Tx, memberId: string): Promise<boolean> {
  const found = await tx.first(sql`
    select 1 from (
      select created_at from passkeys where member_id = ${memberId}
      union all select confirmed_at from totp_factors
        where member_id = ${memberId} and confirmed_at is not null) factor
    having min(created_at) > app_now() - interval '7 days'`);
  return found !== undefined;
}

/** The shop's time, in milliseconds since 1970; tests move it. */
export async function shopNow(db: Queryable): Promise<number> {
  const { at } = await db.one(sql<{ at: Date }>`select app_now() as at`);
  return at.getTime();
}
