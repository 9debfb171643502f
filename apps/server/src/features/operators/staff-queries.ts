/** SQL of operators as others see them, and of roles. */
import type { Permission } from '@giftlane/contract/office/permissions.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

interface ListedOperator {
  readonly id: string;
  readonly email: string;
  readonly emailKey: string;
  readonly name: string;
  readonly role: string | null;
  readonly roleName: string | null;
  readonly signsIn: boolean;
  readonly closedAt: Date | null;
  readonly seenAt: Date | null;
  readonly invitedUntil: Date | null;
  readonly startedBy: string | null;
  readonly starter: string | null;
  readonly confirmer: string | null;
}

/** One operator, or those of a list after an e-mail. */
export function listOperators(
  db: Queryable,
  asked: { id?: string; closed?: boolean; after?: string; most?: number },
) {
  const { id = null, closed = false, after = '', most = 1 } = asked;
  return db.rows(sql<ListedOperator>`
    select o.id, o.email, o.email_key as "emailKey", o.name, o.role, r.name as "roleName",
      o.password_hash is not null as "signsIn", o.closed_at as "closedAt", o.seen_at as "seenAt",
      (select i.expires_at from operator_invitations i
       where i.operator_id = o.id and i.expires_at > app_now()) as "invitedUntil",
      c.started_by as "startedBy", starter.name as starter, confirmer.name as confirmer
    from operators o
      left join operator_roles r on r.id = o.role
      left join operator_recoveries c on c.operator_id = o.id
      left join operators starter on starter.id = c.started_by
      left join operators confirmer on confirmer.id = c.confirmed_by
    where case when ${id}::text is null
      then (o.closed_at is not null) = ${closed} and o.email_key > ${after} else o.id = ${id} end
    order by o.email_key limit ${most}`);
}

export interface LockedOperator {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly granted: Permission[] | null;
  readonly signsIn: boolean;
}

/** Locks those of some operators whose accounts are open, in the order of their ids. */
export const lockOperators = (tx: Tx, ids: readonly string[]) =>
  tx.rows(sql<LockedOperator>`
    select o.id, o.email, o.role, r.permissions as granted, o.password_hash is not null as "signsIn"
    from operators o join operator_roles r on r.id = o.role
    where o.id = any(${ids}) and o.closed_at is null
    order by o.id for no key update of o`);

export async function setRole(tx: Tx, id: string, role: string): Promise<void> {
  await tx.run(sql`update operators set role = ${role} where id = ${id}`);
}

/** Starts a recovery, in place of an earlier one. */
export async function putRecovery(tx: Tx, operatorId: string, startedBy: string): Promise<void> {
  await tx.run(sql`
    insert into operator_recoveries (operator_id, started_by) values (${operatorId}, ${startedBy})
    on conflict (operator_id) do update set started_by = excluded.started_by,
      started_at = app_now(), confirmed_by = null`);
}

/** Confirms a recovery that nobody has confirmed; false when there is none. */
export async function setConfirmed(tx: Tx, operatorId: string, by: string): Promise<boolean> {
  const confirmed = await tx.run(sql`
    update operator_recoveries set confirmed_by = ${by}
    where operator_id = ${operatorId} and confirmed_by is null`);
  return confirmed === 1;
}

/** Ends a recovery; false when there is none. */
export async function deleteRecovery(tx: Tx, operatorId: string): Promise<boolean> {
  const ended = await tx.run(
    sql`delete from operator_recoveries where operator_id = ${operatorId}`,
  );
  await tx.run(sql`delete from operator_invitations where operator_id = ${operatorId}`);
  return ended === 1;
}

/** Whom an invitation is due: an operator who can not sign in yet, or whose recovery is confirmed. */
export const findInvited = (db: Queryable, id: string) =>
  db.first(sql<{ id: string; email: string }>`
    select o.id, o.email from operators o left join operator_recoveries c on c.operator_id = o.id
    where o.id = ${id} and o.closed_at is null
      and (o.password_hash is null or c.confirmed_by is not null) for no key update of o`);

export interface StoredRole {
  readonly id: string;
  readonly name: string;
  /** Null: a fixed one. */
  readonly granted: Permission[] | null;
}

export const findRole = (db: Queryable, id: string) =>
  db.first(sql<StoredRole>`
    select id, name, permissions as granted from operator_roles where id = ${id}`);

export const listRoles = (db: Queryable) =>
  db.rows(sql<StoredRole & { operators: number }>`
    select r.id, r.name, r.permissions as granted,
      (select count(*)::int from operators o where o.role = r.id and o.closed_at is null) as operators
    from operator_roles r order by r.permissions is not null, lower(r.name), r.id`);

/** Stores an own role while there are fewer than `most` roles; false when there are as many. */
export async function insertRole(
  tx: Tx,
  { id, name, granted, most }: StoredRole & { most: number },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into operator_roles (id, name, permissions)
    select ${id}, ${name}, ${granted} where (select count(*) from operator_roles) < ${most}`);
  return inserted === 1;
}

export async function updateRole(tx: Tx, { id, name, granted }: StoredRole): Promise<void> {
  await tx.run(sql`
    update operator_roles set name = ${name}, permissions = ${granted} where id = ${id}`);
}

export async function deleteRole(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from operator_roles where id = ${id}`);
}
