import type { ProofMethod } from '@giftlane/contract/members/security.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

/**
 * The methods by which a member can prove a session: factors if there are any, else the password, else a new
 * sign-in.
 */
export async function methodsOf(db: Queryable, memberId: string): Promise<ProofMethod[]> {
  const found = await db.first(sql<{ factor: boolean; passkey: boolean; password: boolean }>`
    select has_factor(id) as factor, password_hash is not null as password,
      exists (select 1 from passkeys p where p.member_id = members.id) as passkey
    from members where id = ${memberId}`);
  if (found?.factor) return found.passkey ? ['passkey', 'code'] : ['code'];
  return [found?.password ? 'password' : 'sign_in'];
}

/** An authenticator app's secret as stored: encrypted. */
export interface StoredTotp {
  readonly secret: Buffer;
  readonly confirmedAt: Date | null;
}

/** The member's authenticator app, confirmed or not yet. */
export function findTotp(db: Queryable, memberId: string): Promise<StoredTotp | undefined> {
  return db.first(sql<StoredTotp>`
    select secret, confirmed_at as "confirmedAt" from totp_factors where member_id = ${memberId}`);
}

/** Stores an unconfirmed secret, in place of another unconfirmed one; false if a confirmed one exists. */
export async function putTotp(tx: Tx, memberId: string, secret: Buffer): Promise<boolean> {
  const put = await tx.run(sql`
    insert into totp_factors as t (member_id, secret, owned)
    select id, ${secret}, owner_shown_at is not null from members where id = ${memberId}
    on conflict (member_id) do update
      set secret = excluded.secret, created_at = app_now(), last_step = 0, owned = excluded.owned
      where t.confirmed_at is null`);
  return put === 1;
}

/** Confirms a secret; false when there is no unconfirmed one. */
export async function confirmTotp(tx: Tx, memberId: string): Promise<boolean> {
  const confirmed = await tx.run(sql`
    update totp_factors set confirmed_at = app_now()
    where member_id = ${memberId} and confirmed_at is null`);
  return confirmed === 1;
}

/** Spends a TOTP time step; false when it, or a later one, was spent before. */
export async function spendStep(tx: Tx, memberId: string, step: bigint): Promise<boolean> {
  const spent = await tx.run(sql`
    update totp_factors set last_step = ${step}
    where member_id = ${memberId} and last_step < ${step}`);
  return spent === 1;
}

/** Deletes the authenticator app; false when there was none. */
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

export function findPasskey(db: Queryable, credentialId: Buffer) {
  return db.first(sql<StoredPasskey>`
    select credential_id as "credentialId", id, member_id as "memberId", public_key as "publicKey",
      counter, transports, name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where credential_id = ${credentialId}`);
}

/** Stores a passkey; false when its credential id is stored already. */
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
 * Records a use of a passkey and its signature counter; false when the counter does not increase, as with a
 * copy of the passkey, or the passkey is gone. A counter that stays 0 is accepted: the device does not count.
 */
export async function usePasskey(tx: Tx, credentialId: Buffer, counter: bigint): Promise<boolean> {
  const used = await tx.run(sql`
    update passkeys set counter = ${counter}, last_used_at = app_now()
    where credential_id = ${credentialId} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`);
  return used === 1;
}

/** Deletes a passkey of a member; false when they have none with this id. */
export async function deletePasskey(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const gone = await tx.run(sql`delete from passkeys where member_id = ${memberId} and id = ${id}`);
  return gone === 1;
}

/** Spends a challenge or nonce; false when it was spent before. */
export async function spendChallenge(tx: Tx, hash: Buffer): Promise<boolean> {
  const spent = await tx.run(sql`
    insert into spent_challenges (challenge_hash) values (${hash}) on conflict do nothing`);
  return spent === 1;
}

/** The number of a member's unused recovery codes. */
export async function countRecoveryCodes(db: Queryable, memberId: string): Promise<number> {
  const { left } = await db.one(sql<{ left: number }>`
    select count(*)::int as left from recovery_codes
    where member_id = ${memberId} and used_at is null`);
  return left;
}

/** Replaces a member's recovery codes, given as hashes. */
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

/** Spends a recovery code; false when it is not the member's or was used. */
export async function spendRecoveryCode(tx: Tx, memberId: string, hash: Buffer): Promise<boolean> {
  const spent = await tx.run(sql`
    update recovery_codes set used_at = app_now()
    where member_id = ${memberId} and code_hash = ${hash} and used_at is null`);
  return spent === 1;
}

/** Deletes the recovery codes of a member without a factor: they only stand in for one. */
export async function dropIdleRecoveryCodes(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    delete from recovery_codes where member_id = ${memberId} and not has_factor(${memberId})`);
}

/** Deletes all factors of a member; returns whether there were any. */
export async function deleteFactors(tx: Tx, memberId: string): Promise<boolean> {
  const { gone } = await tx.one(sql<{ gone: number }>`
    with totp as (delete from totp_factors where member_id = ${memberId} returning 1),
    keys as (delete from passkeys where member_id = ${memberId} returning 1),
    codes as (delete from recovery_codes where member_id = ${memberId})
    select ((select count(*) from totp) + (select count(*) from keys))::int as gone`);
  return gone > 0;
}

/**
 * Deletes factors that need not be the owner's: while the account's holder is not known to read the mails of
 * its address, those not marked as `owned`.
 */
export async function deleteUnprovenFactors(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    with stranger as (select id from members where id = ${memberId} and owner_shown_at is null),
    totp as (
      delete from totp_factors where member_id in (select id from stranger) and not owned)
    delete from passkeys where member_id in (select id from stranger) and not owned`);
  await dropIdleRecoveryCodes(tx, memberId);
}

/** Whether a member has factors, all of them added within the last week. */
export async function hasYoungFactorsOnly(tx: Tx, memberId: string): Promise<boolean> {
  const found = await tx.first(sql`
    select 1 from (
      select created_at from passkeys where member_id = ${memberId}
      union all select confirmed_at from totp_factors
        where member_id = ${memberId} and confirmed_at is not null) factor
    having min(created_at) > app_now() - interval '7 days'`);
  return found !== undefined;
}

/** The shop's time, in milliseconds since 1970; tests can shift it. */
export async function shopNow(db: Queryable): Promise<number> {
  const { at } = await db.one(sql<{ at: Date }>`select app_now() as at`);
  return at.getTime();
}
