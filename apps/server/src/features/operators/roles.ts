/** The house's own roles: sets of single permissions. */
import type { Permission } from '@giftlane/contract/office/permissions.ts';
import type { Tx } from '../../platform/db/db.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { permissionsOf, requirePermissions } from './staff.ts';
import { deleteRole, findRole, insertRole, type StoredRole, updateRole } from './staff-queries.ts';

const mostRoles = 105;

export interface RoleChoice {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

const broken = {
  operator_roles_name_once: 'role.exists',
  operators_role_at_work: 'role.in_use',
} as const;

/** Turns what the database refuses into refusals. */
async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const rule = brokenConstraint(error) as keyof typeof broken;
    throw rule in broken ? new Refusal(broken[rule]) : error;
  }
}

const stored = (id: string, { name, permissions }: RoleChoice): StoredRole => ({
  id,
  name,
  granted: [...new Set(permissions)],
});

/** Makes a role; returns its id. Refuses `role.exists`, `role.too_many` and `operator.beyond`. */
export async function makeRole(tx: Tx, by: string, choice: RoleChoice): Promise<string> {
  await requirePermissions(tx, by, choice.permissions);
  const id = newId('rol');
  if (!(await orRefused(insertRole(tx, { ...stored(id, choice), most: mostRoles }))))
    throw new Refusal('role.too_many');
  return id;
}

/** Refuses `role.not_found`, for a fixed role too, and `operator.beyond` for one of more permissions than one has. */
async function requireOwn(tx: Tx, by: string, id: string): Promise<void> {
  const found = await findRole(tx, id);
  if (!found?.granted) throw new Refusal('role.not_found');
  await requirePermissions(tx, by, permissionsOf(id, found.granted));
}

/** Changes a role for all who have it. */
export async function alterRole(tx: Tx, by: string, id: string, choice: RoleChoice): Promise<void> {
  await requireOwn(tx, by, id);
  await requirePermissions(tx, by, choice.permissions);
  await orRefused(updateRole(tx, stored(id, choice)));
}

/** Deletes a role. Refuses `role.in_use` while somebody has it who works here. */
export async function dropRole(tx: Tx, by: string, id: string): Promise<void> {
  await requireOwn(tx, by, id);
  await orRefused(deleteRole(tx, id));
}
