/** The people of the back office and their roles. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { emailSchema } from '../members/accounts.ts';
import { idSchema, nothing, textSchema, timeSchema } from '../shapes.ts';
import { afterQuery, pageOf } from './lists.ts';
import { permissions } from './permissions.ts';

const permission = 'operators.edit';
const params = z.strictObject({ id: idSchema });
const roleChoice = z.strictObject({ sRole: idSchema });

const rowSchema = z.strictObject({
  _id: idSchema,
  sEmail: z.string(),
  /** Empty until an invitation is accepted. */
  sName: z.string(),
  /** The role's id; null once its own role was deleted. */
  sRole: idSchema.nullable(),
  sRoleName: z.string(),
  eState: z.enum(['invited', 'active', 'closed']),
  dSeenAt: timeSchema.nullable(),
  /** Until when an invitation can be accepted. */
  dInvitedUntil: timeSchema.nullable(),
  /** A recovery that is under way, by the names of those who started and confirmed it. */
  oRecovery: z
    .strictObject({ _startedBy: idSchema, sStartedBy: z.string(), sConfirmedBy: z.string() })
    .nullable(),
});

export const listOperators = defineCall({
  name: 'operators.list',
  method: 'GET',
  path: '/office/operators',
  policy: 'staff',
  permission,
  summary: 'Operators by e-mail: those who work here, or those whose accounts are closed.',
  query: z.strictObject({ ...afterQuery, sClosed: z.literal('yes').optional() }),
  data: pageOf(rowSchema),
});

export const showOperator = defineCall({
  name: 'operators.show',
  method: 'GET',
  path: '/office/operators/{id}',
  policy: 'staff',
  permission,
  summary: 'One operator.',
  params,
  data: rowSchema,
  refusals: ['operator.not_found'],
});

export const inviteOperator = defineCall({
  name: 'operators.invite',
  method: 'POST',
  path: '/office/operators',
  policy: 'staff',
  permission,
  summary: 'Adds an operator and mails them an invitation, valid for a week.',
  description: 'Nobody gives a permission that they do not have.',
  body: z.strictObject({ sEmail: emailSchema, ...roleChoice.shape }),
  data: z.strictObject({ _id: idSchema }),
  refusals: ['operator.exists', 'operator.beyond', 'role.not_found'],
});

export const inviteOperatorAgain = defineCall({
  name: 'operators.inviteAgain',
  method: 'POST',
  path: '/office/operators/{id}/invitation',
  policy: 'staff',
  permission,
  summary:
    'Mails another invitation to an operator who has not accepted one; earlier links are void.',
  params,
  data: nothing,
  refusals: ['operator.not_found', 'operator.beyond', 'operator.not_invited'],
});

export const changeOperatorRole = defineCall({
  name: 'operators.changeRole',
  method: 'PUT',
  path: '/office/operators/{id}/role',
  policy: 'staff',
  permission,
  summary: 'Gives an operator another role, from their next call on.',
  params,
  body: roleChoice,
  data: nothing,
  refusals: ['operator.not_found', 'operator.beyond', 'operator.last_owner', 'role.not_found'],
});

export const closeOperator = defineCall({
  name: 'operators.close',
  method: 'DELETE',
  path: '/office/operators/{id}',
  policy: 'staff',
  permission,
  summary: 'Ends an account with its sessions and invitations, for good.',
  params,
  data: nothing,
  refusals: ['operator.not_found', 'operator.beyond', 'operator.last_owner'],
});

const recovery = { path: '/office/operators/{id}/recovery', policy: 'staff', permission } as const;

export const startRecovery = defineCall({
  ...recovery,
  name: 'operators.startRecovery',
  method: 'POST',
  summary:
    'Starts the recovery of an operator who lost password or app, in place of an earlier one. For owners.',
  params,
  data: nothing,
  refusals: ['operator.not_found', 'operator.owners_only', 'operator.invited', 'operator.others'],
});

export const confirmRecovery = defineCall({
  ...recovery,
  name: 'operators.confirmRecovery',
  method: 'PUT',
  summary: 'Confirms a recovery as the second person, and mails the invitation.',
  description: 'Until the invitation is accepted, password and app stay.',
  params,
  data: nothing,
  refusals: ['operator.no_recovery', 'operator.others'],
});

export const cancelRecovery = defineCall({
  ...recovery,
  name: 'operators.cancelRecovery',
  method: 'DELETE',
  summary: 'Ends a recovery, and voids its invitation.',
  params,
  data: nothing,
  refusals: ['operator.no_recovery'],
});

const roleBody = z.strictObject({
  sName: textSchema(40).trim().min(1, text('office.role.name.required')),
  aPermissions: z
    .array(z.enum(permissions))
    .min(1, text('office.role.permissions.required'))
    .max(permissions.length),
});

const roles = { policy: 'staff', permission } as const;

export const listRoles = defineCall({
  ...roles,
  name: 'roles.list',
  method: 'GET',
  path: '/office/roles',
  summary: 'The five fixed roles, then the own ones by name; how many who work here have each.',
  data: z.array(
    z.strictObject({
      _id: idSchema,
      ...roleBody.shape,
      bFixed: z.boolean(),
      nOperators: z.number().int().min(0),
    }),
  ),
});

export const createRole = defineCall({
  ...roles,
  name: 'roles.create',
  method: 'POST',
  path: '/office/roles',
  summary: 'Makes a role of single permissions.',
  body: roleBody,
  data: z.strictObject({ _id: idSchema }),
  refusals: ['role.exists', 'role.too_many', 'operator.beyond'],
});

export const changeRole = defineCall({
  ...roles,
  name: 'roles.change',
  method: 'PUT',
  path: '/office/roles/{id}',
  summary: 'Changes an own role, for all who have it from their next call on.',
  params,
  body: roleBody,
  data: nothing,
  refusals: ['role.not_found', 'role.exists', 'operator.beyond'],
});

export const deleteRole = defineCall({
  ...roles,
  name: 'roles.delete',
  method: 'DELETE',
  path: '/office/roles/{id}',
  summary: 'Deletes an own role that nobody has.',
  params,
  data: nothing,
  refusals: ['role.not_found', 'role.in_use', 'operator.beyond'],
});
