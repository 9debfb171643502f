/** The calls of the back office about operators and roles. */
import * as calls from '@giftlane/contract/office/operators.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageBy, pageLimit } from '../../platform/db/pages.ts';
import type { Http } from '../../platform/http/http.ts';
import { atField, Refusal } from '../../platform/http/refusal.ts';
import { alterRole, dropRole, makeRole } from './roles.ts';
import * as staff from './staff.ts';
import { listOperators, listRoles } from './staff-queries.ts';

type Listed = Awaited<ReturnType<typeof listOperators>>[number];

const rowOf = (found: Listed) => ({
  _id: found.id,
  sEmail: found.email,
  sName: found.name,
  sRole: found.role,
  sRoleName: found.roleName ?? '',
  eState: found.closedAt
    ? ('closed' as const)
    : found.signsIn
      ? ('active' as const)
      : ('invited' as const),
  dSeenAt: found.seenAt?.toISOString() ?? null,
  dInvitedUntil: found.invitedUntil?.toISOString() ?? null,
  oRecovery: found.startedBy
    ? {
        _startedBy: found.startedBy,
        sStartedBy: found.starter ?? '',
        sConfirmedBy: found.confirmer ?? '',
      }
    : null,
});

/** Serves the calls. */
export function operatorOfficeRoutes(http: Http, { db }: { db: Db }): void {
  http.route(calls.listOperators, async ({ query }) => {
    const { sAfter: after = '', sClosed } = query;
    const asked = { closed: sClosed === 'yes', after, most: pageLimit };
    return { data: pageBy(await listOperators(db, asked), rowOf, ({ emailKey }) => emailKey) };
  });
  http.route(calls.showOperator, async ({ params: { id } }) => {
    const [found] = await listOperators(db, { id });
    if (!found) throw new Refusal('operator.not_found');
    return { data: rowOf(found) };
  });
  http.route(calls.inviteOperator, async ({ body }, { operator: { operatorId } }) => {
    const { sEmail: email, sRole: role } = body;
    const inviting = db.tx((tx) => staff.inviteOperator(tx, operatorId, { email, role }));
    return { data: { _id: await atField('sEmail', ['operator.exists'], inviting) } };
  });
  const deeds = [
    [calls.inviteOperatorAgain, staff.inviteOnceMore],
    [calls.closeOperator, staff.closeColleague],
    [calls.startRecovery, staff.startRecovery],
    [calls.confirmRecovery, staff.confirmRecovery],
    [calls.cancelRecovery, staff.cancelRecovery],
  ] as const;
  for (const [call, act] of deeds)
    http.route(call, async ({ params }, { operator }) => {
      await db.tx((tx) => act(tx, { by: operator.operatorId, to: params.id }));
      return { data: null };
    });
  http.route(calls.changeOperatorRole, async ({ params, body }, { operator: { operatorId } }) => {
    const deed = { by: operatorId, to: params.id };
    await db.tx((tx) => staff.changeRole(tx, deed, body.sRole));
    return { data: null };
  });
  http.route(calls.listRoles, async () => {
    const roles = await listRoles(db);
    return {
      data: roles.map(({ id, name, granted, operators }) => ({
        _id: id,
        sName: name,
        bFixed: granted === null,
        aPermissions: [...staff.permissionsOf(id, granted)],
        nOperators: operators,
      })),
    };
  });
  http.route(calls.createRole, async ({ body }, { operator: { operatorId } }) => {
    const choice = { name: body.sName, permissions: body.aPermissions };
    const making = db.tx((tx) => makeRole(tx, operatorId, choice));
    return { data: { _id: await atField('sName', ['role.exists'], making) } };
  });
  http.route(calls.changeRole, async ({ params, body }, { operator: { operatorId } }) => {
    const choice = { name: body.sName, permissions: body.aPermissions };
    const changing = db.tx((tx) => alterRole(tx, operatorId, params.id, choice));
    await atField('sName', ['role.exists'], changing);
    return { data: null };
  });
  http.route(calls.deleteRole, async ({ params }, { operator: { operatorId } }) => {
    await db.tx((tx) => dropRole(tx, operatorId, params.id));
    return { data: null };
  });
}
