/** What operators do to operators: invite, give roles, close, recover. Nobody acts beyond their own permissions. */
import { type Permission, roles } from '@giftlane/contract/office/permissions.ts';
import { enqueue } from '../../jobs/jobs.ts';
import type { Tx } from '../../platform/db/db.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { invitationJob } from './jobs.ts';
import { endOperator, findByEmail, insertOperator } from './queries.ts';
import {
  deleteRecovery,
  findRole,
  type LockedOperator,
  lockOperators,
  putRecovery,
  setConfirmed,
  setRole,
} from './staff-queries.ts';

const fixed: Readonly<Record<string, readonly Permission[]>> = roles;

/** What a role permits: a fixed one by the program, an own one by its row. */
export const permissionsOf = (role: string, granted: readonly Permission[] | null) =>
  granted ?? fixed[role] ?? [];

/** Who does it, and to whom. */
export interface Deed {
  readonly by: string;
  readonly to: string;
}

/** Locks those of a deed; refuses `operator.not_found` and, once the one who acts was closed, `session.required`. */
async function lockBoth(tx: Tx, { by, to }: Deed) {
  const found = await lockOperators(tx, [by, to]);
  const actor = found.find(({ id }) => id === by);
  if (!actor) throw new Refusal('session.required');
  const target = found.find(({ id }) => id === to);
  if (!target) throw new Refusal('operator.not_found');
  return { actor, target };
}

function requireWithin(actor: LockedOperator, asked: readonly Permission[]): void {
  const own = new Set(permissionsOf(actor.role, actor.granted));
  if (!asked.every((permission) => own.has(permission))) throw new Refusal('operator.beyond');
}

/** Locks an operator who acts; refuses `operator.beyond` unless they have all these permissions. */
export async function requirePermissions(tx: Tx, by: string, asked: readonly Permission[]) {
  const { actor } = await lockBoth(tx, { by, to: by });
  requireWithin(actor, asked);
}

/** Locks an operator whom another one may act on, who has all of their permissions. */
async function lockForDeed(tx: Tx, deed: Deed) {
  const { actor, target } = await lockBoth(tx, deed);
  requireWithin(actor, permissionsOf(target.role, target.granted));
  return { actor, target };
}

/** The permissions of a role that is given to somebody. Refuses `role.not_found`. */
async function requireRole(tx: Tx, role: string) {
  const found = await findRole(tx, role);
  if (!found) throw new Refusal('role.not_found');
  return permissionsOf(role, found.granted);
}

const mailInvitation = (tx: Tx, operatorId: string) =>
  enqueue(tx, { job: invitationJob, payload: { operatorId, mailId: newId('mail') } });

/** Adds an operator and has them invited; returns their id. Refuses `operator.exists`. */
export async function inviteOperator(
  tx: Tx,
  by: string,
  { email, role }: { email: string; role: string },
): Promise<string> {
  await requirePermissions(tx, by, await requireRole(tx, role));
  const id = newId('opr');
  if (!(await insertOperator(tx, { id, email, role }))) throw new Refusal('operator.exists');
  await mailInvitation(tx, id);
  return id;
}

/** Mails another invitation. Refuses `operator.not_invited` once one was accepted. */
export async function inviteOnceMore(tx: Tx, deed: Deed): Promise<void> {
  const { target } = await lockForDeed(tx, deed);
  if (target.signsIn) throw new Refusal('operator.not_invited');
  await mailInvitation(tx, target.id);
}

/** Turns the database's rule into its refusal. */
async function unlessLastOwner(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const isLast = brokenConstraint(error) === 'operators_last_owner';
    throw isLast ? new Refusal('operator.last_owner') : error;
  }
}

/** Gives an operator another role. Refuses `operator.last_owner`. */
export async function changeRole(tx: Tx, deed: Deed, role: string): Promise<void> {
  const { actor, target } = await lockForDeed(tx, deed);
  requireWithin(actor, await requireRole(tx, role));
  await unlessLastOwner(setRole(tx, target.id, role));
}

/** Closes an account for good, with its sessions. Refuses `operator.last_owner`. */
export async function closeColleague(tx: Tx, deed: Deed): Promise<void> {
  const { target } = await lockForDeed(tx, deed);
  await unlessLastOwner(endOperator(tx, target.id));
}

/** The same for the command line, by e-mail; false when there is no account that is open. */
export async function closeOperator(tx: Tx, email: string): Promise<boolean> {
  const found = await findByEmail(tx, email);
  if (found) await unlessLastOwner(endOperator(tx, found.id));
  return found !== undefined;
}

/**
 * Starts the recovery of an operator who lost password or app. Refuses `operator.owners_only`, `operator.invited` and, for
 * oneself, `operator.others`.
 */
export async function startRecovery(tx: Tx, deed: Deed): Promise<void> {
  const { actor, target } = await lockBoth(tx, deed);
  if (actor.role !== 'owner') throw new Refusal('operator.owners_only');
  if (actor.id === target.id) throw new Refusal('operator.others');
  if (!target.signsIn) throw new Refusal('operator.invited');
  await putRecovery(tx, target.id, actor.id);
}

/** Confirms a recovery and has the operator invited. Refuses `operator.no_recovery` and `operator.others`. */
export async function confirmRecovery(tx: Tx, { by, to }: Deed): Promise<void> {
  try {
    if (!(await setConfirmed(tx, to, by))) throw new Refusal('operator.no_recovery');
  } catch (error) {
    const isTwo = brokenConstraint(error)?.startsWith('operator_recoveries_');
    throw isTwo ? new Refusal('operator.others') : error;
  }
  await mailInvitation(tx, to);
}

/** Ends a recovery and voids its invitation. Refuses `operator.no_recovery`. */
export async function cancelRecovery(tx: Tx, { to }: Deed): Promise<void> {
  if (!(await deleteRecovery(tx, to))) throw new Refusal('operator.no_recovery');
}
