import * as calls from '@giftlane/contract/office/operators.ts';
import type { Role } from '@giftlane/contract/office/permissions.ts';
import {
  acceptInvitation,
  showInvitation,
  showSession,
} from '@giftlane/contract/office/session.ts';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { makeOperator, officeOf, type TestOperator } from '../../testing/office.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { mailsTo } from '../accounts/profile/people.testing.ts';
import { closeOperator, operatorJobs } from './operators.ts';

/** An operator who has accepted an invitation. */
async function makeActive(shop: TestShop, role: Role, office = officeOf(shop)) {
  const operator = await makeOperator(shop, role, office);
  await shop.db.run(sql`
    update operators set password_hash = 'x', totp_secret = 'x', name = ${role} where id = ${operator.id}`);
  return operator;
}

/** A shop with an owner, and a role of some permissions that somebody has. */
async function openHouse({ working = false } = {}) {
  const env = { OFFICE_URL: 'http://localhost:3001' };
  const shop = await startShop({ working, ...(working && { env }) });
  const office = officeOf(shop);
  const owner = await makeActive(shop, 'owner', office);
  const make = (role: Role) => makeActive(shop, role, office);
  /** Gives an operator a new role of these permissions. */
  const permit = async (operator: TestOperator, ...aPermissions: string[]) => {
    const body = { sName: `Role of ${operator.id}`, aPermissions } as never;
    const { data } = await owner.call(calls.createRole, { body });
    const to = { params: { id: operator.id }, body: { sRole: data._id } };
    expect((await owner.call(calls.changeOperatorRole, to)).status).toBe(200);
    return data._id as string;
  };
  return { shop, office, owner, make, permit };
}

const at = ({ id }: { id: string }) => ({ params: { id } });
const role = (operator: { id: string }, sRole: string) => ({ ...at(operator), body: { sRole } });

test('an operator is invited by mail; a repeat of the job sends the same link, until it is accepted', async () => {
  const { shop, office, owner } = await openHouse({ working: true });
  const sEmail = 'ines@giftlane.test';
  const { data } = await owner.call(calls.inviteOperator, { body: { sEmail, sRole: 'support' } });
  const twice = await owner.call(calls.inviteOperator, { body: { sEmail, sRole: 'support' } });
  expect(twice.code).toBe('operator.exists');
  const subject = 'You are invited to the Giftlane office';
  const [mail] = await mailsTo(shop, sEmail, subject);
  const sToken = /http:\/\/localhost:3001\/invitation#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const state = async () => (await owner.call(calls.showOperator, at({ id: data._id }))).data;
  expect(await state()).toMatchObject({ sEmail, eState: 'invited', sRoleName: 'support' });
  const mailId = /<([^@]+)@/.exec(mail?.messageId ?? '')?.[1] ?? '';
  const repeat = () =>
    operatorJobs({ ...shop, keys: shop.config.keys })['operators.send_invitation']?.({
      operatorId: data._id,
      mailId,
    } as never);
  await repeat();
  const mails = await mailsTo(shop, sEmail, subject, 2);
  expect(new Set(mails.map(({ text }) => text)).size).toBe(1);
  const open = office.app.inject.bind(office.app);
  const send = (path: string, payload: object) =>
    open({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { origin: 'http://localhost:3001' },
      payload,
    });
  const shown = (await send(showInvitation.path, { sToken })).json();
  const { at: now } = await shop.db.one(sql<{ at: Date }>`select app_now() as at`);
  const sCode = new TOTP({ secret: shown.data.sSecret }).generate({ timestamp: now.getTime() });
  const choice = { sToken, sName: 'Ines', sPassword: 'Correct-horse-7', sCode };
  expect((await send(acceptInvitation.path, choice)).statusCode).toBe(200);
  expect(await state()).toMatchObject({ sName: 'Ines', eState: 'active', dInvitedUntil: null });
  expect((await state()).dSeenAt).not.toBeNull();
  await repeat();
  expect(shop.sandbox.mails(sEmail)).toHaveLength(2);
  const again = await owner.call(calls.inviteOperatorAgain, at({ id: data._id }));
  expect(again.code).toBe('operator.not_invited');
});

test('nobody gives, takes or closes what is beyond their own permissions', async () => {
  const { owner, make, permit } = await openHouse();
  const [hr, support] = [await make('support'), await make('support')];
  const roleId = await permit(hr, 'operators.edit', 'orders.read');
  const refused = [
    await hr.call(calls.inviteOperator, { body: { sEmail: 'x@giftlane.test', sRole: 'owner' } }),
    await hr.call(calls.changeOperatorRole, role(support, roleId)),
    await hr.call(calls.changeOperatorRole, role(hr, 'owner')),
    await hr.call(calls.closeOperator, at(owner)),
    await hr.call(calls.createRole, { body: { sName: 'All', aPermissions: ['audit.read'] } }),
    await hr.call(calls.changeRole, {
      params: { id: roleId },
      body: { sName: 'All', aPermissions: ['operators.edit', 'codes.show'] },
    }),
  ];
  expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 'operator.beyond'));
  const own = { sName: 'Readers', aPermissions: ['orders.read' as const] };
  const { data } = await hr.call(calls.createRole, { body: own });
  const invited = { sEmail: 'rita@giftlane.test', sRole: data._id };
  expect((await hr.call(calls.inviteOperator, { body: invited })).status).toBe(200);
  // Without the permission there is nothing.
  expect((await support.call(calls.listOperators)).code).toBe('session.not_permitted');
});

test('a changed role is what the next call sees; a closed account has no call any more', async () => {
  const { owner, make, permit } = await openHouse();
  const mia = await make('finance');
  const roleId = await permit(mia, 'today.read', 'audit.read');
  const shown = async () => (await mia.call(showSession)).data;
  expect(await shown()).toMatchObject({ aPermissions: ['today.read', 'audit.read'] });
  const change = {
    params: { id: roleId },
    body: { sName: 'Night', aPermissions: ['orders.read' as const] },
  };
  await owner.call(calls.changeRole, change);
  expect(await shown()).toMatchObject({ sRole: 'Night', aPermissions: ['orders.read'] });
  expect((await owner.call(calls.closeOperator, at(mia))).status).toBe(200);
  expect((await mia.call(showSession)).code).toBe('session.required');
  expect((await owner.call(calls.closeOperator, at(mia))).code).toBe('operator.not_found');
});

test('the last owner is neither closed nor demoted, also when two owners close each other at once', async () => {
  const { shop, owner, make } = await openHouse();
  expect((await owner.call(calls.closeOperator, at(owner))).code).toBe('operator.last_owner');
  const demoted = await owner.call(calls.changeOperatorRole, role(owner, 'support'));
  expect(demoted.code).toBe('operator.last_owner');
  let last = owner;
  for (let round = 0; round < 5; round += 1) {
    const other = await make('owner');
    const both = await Promise.all([
      last.call(calls.closeOperator, at(last)),
      other.call(calls.changeOperatorRole, role(other, 'support')),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    if (both[0].status === 200) last = other;
    const { owners } = await shop.db.one(sql<{ owners: number }>`
      select count(*)::int as owners from operators where role = 'owner' and closed_at is null`);
    expect(owners).toBe(1);
  }
  const invited = await makeOperator(shop, 'owner');
  expect((await last.call(calls.closeOperator, at(last))).code).toBe('operator.last_owner');
  expect(await shop.db.tx((tx) => closeOperator(tx, invited.email))).toBe(true);
  const error = await shop.db
    .run(sql`update operators set closed_at = app_now() where id = ${last.id}`)
    .catch((cause: unknown) => cause);
  expect(brokenConstraint(error)).toBe('operators_last_owner');
});

test('an own role has a name of its own, and stays while somebody has it who works here', async () => {
  const { owner, make, permit } = await openHouse();
  const mia = await make('finance');
  const id = await permit(mia, 'today.read');
  const named = (sName: string) =>
    owner.call(calls.createRole, { body: { sName, aPermissions: ['today.read'] } });
  expect((await named(`ROLE of ${mia.id}`)).code).toBe('role.exists');
  expect((await named('Owner')).code).toBe('role.exists');
  expect((await owner.call(calls.deleteRole, { params: { id: 'support' } })).code).toBe(
    'role.not_found',
  );
  expect((await owner.call(calls.deleteRole, { params: { id } })).code).toBe('role.in_use');
  await owner.call(calls.closeOperator, at(mia));
  expect((await owner.call(calls.deleteRole, { params: { id } })).status).toBe(200);
  const { data } = await owner.call(calls.showOperator, at(mia));
  expect(data).toMatchObject({ eState: 'closed', sRole: null });
  const gone = { body: { sEmail: 'x@giftlane.test', sRole: id } };
  expect((await owner.call(calls.inviteOperator, gone)).code).toBe('role.not_found');
});

test('a recovery takes an owner and a second person, never oneself; then the operator is invited', async () => {
  const { shop, owner, make, permit } = await openHouse({ working: true });
  const [lost, hr, other] = [await make('support'), await make('support'), await make('owner')];
  await permit(hr, 'operators.edit');
  const codeOf = async (
    who: TestOperator,
    call: typeof calls.startRecovery | typeof calls.confirmRecovery,
  ) => (await who.call(call, at(lost))).code;
  expect(await codeOf(hr, calls.startRecovery)).toBe('operator.owners_only');
  expect((await other.call(calls.startRecovery, at(other))).code).toBe('operator.others');
  expect(await codeOf(hr, calls.confirmRecovery)).toBe('operator.no_recovery');
  expect(await codeOf(owner, calls.startRecovery)).toBe('');
  expect(await codeOf(owner, calls.confirmRecovery)).toBe('operator.others');
  await owner.call(calls.startRecovery, at(other));
  expect((await other.call(calls.confirmRecovery, at(other))).code).toBe('operator.others');
  const both = await Promise.all([
    codeOf(hr, calls.confirmRecovery),
    codeOf(other, calls.confirmRecovery),
  ]);
  expect(both.sort()).toEqual(['', 'operator.no_recovery']);
  await mailsTo(shop, lost.email, 'You are invited to the Giftlane office');
  // Until it is accepted all stays; an end of the recovery voids the link.
  expect((await lost.call(showSession)).status).toBe(200);
  expect((await owner.call(calls.cancelRecovery, at(lost))).status).toBe(200);
  const row = (await owner.call(calls.showOperator, at(lost))).data;
  expect(row).toMatchObject({ eState: 'active', oRecovery: null, dInvitedUntil: null });
  const alone = await shop.db
    .run(sql`insert into operator_recoveries (operator_id, started_by, confirmed_by)
      values (${lost.id}, ${owner.id}, ${owner.id})`)
    .catch((cause: unknown) => cause);
  expect(brokenConstraint(alone)).toBe('operator_recoveries_by_two');
});

test('operators are listed by e-mail in pages; closed accounts in a list of their own', async () => {
  const { shop, owner, make } = await openHouse();
  await shop.db.run(sql`
    insert into operators (id, email, email_key, role)
    select 'opr_n' || n, 'n' || n || '@giftlane.test', 'n' || n || '@giftlane.test', 'support'
    from generate_series(100, 159) n`);
  const first = (await owner.call(calls.listOperators)).data;
  const second = (await owner.call(calls.listOperators, { query: { sAfter: first.sNext } })).data;
  expect([first.aRows.length, second.aRows.length, second.sNext]).toEqual([50, 11, null]);
  const mia = await make('support');
  await owner.call(calls.closeOperator, at(mia));
  const closed = (await owner.call(calls.listOperators, { query: { sClosed: 'yes' } })).data;
  expect(closed.aRows).toMatchObject([{ sEmail: mia.email, eState: 'closed' }]);
});
