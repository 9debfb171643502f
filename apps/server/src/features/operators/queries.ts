import type { Permission } from '@giftlane/contract/office/permissions.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

export interface StoredOperator {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The id of the role. */
  readonly role: string;
  readonly passwordHash: string | null;
  readonly totpSecret: Buffer | null;
}

/** Adds an operator who can not sign in yet; false when the e-mail has an account already. */
export async function insertOperator(
  db: Queryable,
  { id, email, role }: { id: string; email: string; role: string },
): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into operators (id, email, email_key, role)
    values (${id}, ${email}, lower(${email} collate "C"), ${role})
    on conflict on constraint operators_email_once do nothing`);
  return inserted === 1;
}

/** The open account of an e-mail. */
export function findByEmail(db: Queryable, email: string) {
  return db.first(sql<StoredOperator>`
    select id, email, name, role, password_hash as "passwordHash", totp_secret as "totpSecret"
    from operators
    where email_key = lower(${email} collate "C") and closed_at is null`);
}

/** The open account with an id. */
export function findById(db: Queryable, id: string) {
  return db.first(sql<StoredOperator>`
    select id, email, name, role, password_hash as "passwordHash", totp_secret as "totpSecret"
    from operators where id = ${id} and closed_at is null`);
}

/** Names whoever is stored as an operator: by name, or as the command line's account that it is. */
export async function operatorNaming(
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<(id: string) => string> {
  const rows = await db.rows(sql<{ id: string; name: string }>`
    select id, coalesce(nullif(name, ''), email) as name from operators where id = any(${ids}::text[])`);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

/** Stores an invitation in place of earlier ones of the operator; the same one again stays as it is. */
export async function putInvitation(
  tx: Tx,
  invitation: { hash: Buffer; operatorId: string; totpSecret: Buffer; days: number },
): Promise<void> {
  const { hash, operatorId, totpSecret, days } = invitation;
  await tx.run(sql`
    insert into operator_invitations (token_hash, operator_id, totp_secret, expires_at)
    values (${hash}, ${operatorId}, ${totpSecret}, app_now() + ${days} * interval '1 day')
    on conflict (operator_id) do update set token_hash = excluded.token_hash,
      totp_secret = excluded.totp_secret, expires_at = excluded.expires_at
    where operator_invitations.token_hash <> excluded.token_hash`);
}

/** A valid invitation and its operator. */
export function findInvitation(db: Queryable, hash: Buffer) {
  return db.first(sql<Pick<StoredOperator, 'id' | 'email'> & { role: string; offered: Buffer }>`
    select o.id, o.email, r.name as role, i.totp_secret as offered
    from operator_invitations i join operators o on o.id = i.operator_id
      join operator_roles r on r.id = o.role
    where i.token_hash = ${hash} and i.expires_at > app_now() and o.closed_at is null`);
}

/** Spends an invitation; false when another request has. */
export async function spendInvitation(tx: Tx, hash: Buffer): Promise<boolean> {
  return (await tx.run(sql`delete from operator_invitations where token_hash = ${hash}`)) === 1;
}

/** Sets how an operator signs in, and ends their sessions and the recovery that led here. */
export async function setFactors(
  tx: Tx,
  {
    id,
    name,
    passwordHash,
    totpSecret,
    step,
  }: Pick<StoredOperator, 'id' | 'name'> & {
    passwordHash: string;
    totpSecret: Buffer;
    step: bigint;
  },
): Promise<void> {
  await tx.run(sql`
    update operators set name = ${name}, password_hash = ${passwordHash}, totp_secret = ${totpSecret},
      totp_step = ${step} where id = ${id}`);
  await tx.run(sql`delete from operator_sessions where operator_id = ${id}`);
  await tx.run(sql`delete from operator_recoveries where operator_id = ${id}`);
}

/** Spends a time step of an operator whose password hash is still the one that was checked; false when it was spent. */
export async function spendOperatorStep(
  tx: Tx,
  { id, passwordHash }: { id: string; passwordHash: string },
  step: bigint,
): Promise<boolean> {
  const spent = await tx.run(sql`
    update operators set totp_step = ${step} where id = ${id} and totp_step < ${step}
      and password_hash = ${passwordHash} and closed_at is null`);
  return spent === 1;
}

/** Where a session was opened, for its owner. */
export interface Place {
  readonly device: string;
  readonly place: string;
}

/** Opens a session; the operator was seen now. */
export async function insertOperatorSession(
  tx: Tx,
  session: Place & { hash: Buffer; id: string; operatorId: string },
): Promise<void> {
  const { hash, id, operatorId, device, place } = session;
  await tx.run(sql`
    insert into operator_sessions (token_hash, id, operator_id, device, place)
    values (${hash}, ${id}, ${operatorId}, ${device}, ${place})`);
  await tx.run(sql`update operators set seen_at = app_now() where id = ${operatorId}`);
}

export interface Ends {
  readonly idleMs: number;
  readonly longestMs: number;
}

/**
 * The operator of a session with the permissions of an own role; undefined when it was not used for `idleMs`, is older
 * than `longestMs`, or the account is closed.
 */
export function findOperatorSession(db: Queryable, hash: Buffer, { idleMs, longestMs }: Ends) {
  return db.first(sql<
    Pick<StoredOperator, 'id' | 'email' | 'name' | 'role'> & {
      roleName: string;
      granted: Permission[] | null;
      sessionId: string;
      stale: boolean;
    }
  >`
    select o.id, o.email, o.name, o.role, r.name as "roleName", r.permissions as granted, s.id as "sessionId",
      s.seen_at < app_now() - interval '1 minute' as stale
    from operator_sessions s join operators o on o.id = s.operator_id join operator_roles r on r.id = o.role
    where s.token_hash = ${hash} and s.seen_at > app_now() - ${idleMs} * interval '1 ms'
      and s.created_at > app_now() - ${longestMs} * interval '1 ms' and o.closed_at is null`);
}

/** The ids among `ids` of sessions that have not ended; not a use of them. */
export async function openAmong(
  db: Queryable,
  ids: readonly string[],
  { idleMs, longestMs }: { idleMs: number; longestMs: number },
): Promise<ReadonlySet<string>> {
  const rows = await db.rows(sql<{ id: string }>`
    select s.id from operator_sessions s join operators o on o.id = s.operator_id
    where s.id = any(${ids}::text[]) and s.seen_at > app_now() - ${idleMs} * interval '1 ms'
      and s.created_at > app_now() - ${longestMs} * interval '1 ms' and o.closed_at is null`);
  return new Set(rows.map(({ id }) => id));
}

/** Records a use of a session. */
export async function touchOperatorSession(db: Queryable, hash: Buffer): Promise<void> {
  await db.run(sql`
    with used as (
      update operator_sessions set seen_at = app_now() where token_hash = ${hash} returning operator_id
    )
    update operators set seen_at = app_now() where id in (select operator_id from used)`);
}

/** The open sessions of an operator, last used first. */
export function sessionsOfOperator(db: Queryable, operatorId: string, { idleMs, longestMs }: Ends) {
  return db.rows(sql<Place & { id: string; createdAt: Date; seenAt: Date }>`
    select id, device, place, created_at as "createdAt", seen_at as "seenAt"
    from operator_sessions
    where operator_id = ${operatorId} and seen_at > app_now() - ${idleMs} * interval '1 ms'
      and created_at > app_now() - ${longestMs} * interval '1 ms'
    order by seen_at desc, id limit 50`);
}

/** Replaces the password of an operator, and ends all sessions but one. */
export async function replacePassword(
  tx: Tx,
  { id, passwordHash, sessionId }: { id: string; passwordHash: string; sessionId: string },
): Promise<void> {
  await tx.run(sql`update operators set password_hash = ${passwordHash} where id = ${id}`);
  await tx.run(sql`
    delete from operator_sessions where operator_id = ${id} and id <> ${sessionId}`);
}

/** Ends a session of an operator. */
export async function deleteOperatorSession(
  db: Queryable,
  { operatorId, sessionId }: { operatorId: string; sessionId: string },
): Promise<void> {
  await db.run(sql`
    delete from operator_sessions where id = ${sessionId} and operator_id = ${operatorId}`);
}

/** Closes an account that is open, and ends its sessions, invitations and recovery. */
export async function endOperator(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update operators set closed_at = app_now() where id = ${id}`);
  await tx.run(sql`delete from operator_sessions where operator_id = ${id}`);
  await tx.run(sql`delete from operator_invitations where operator_id = ${id}`);
  await tx.run(sql`delete from operator_recoveries where operator_id = ${id}`);
}
