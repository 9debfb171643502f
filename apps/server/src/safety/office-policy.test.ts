/** Who may make which call of the back office: every role and call, cell by cell, by HTTP. */
import { type Call, isLogged } from '@giftlane/contract/call.ts';
import {
  type Permission,
  permissions,
  type Role,
  roles,
} from '@giftlane/contract/office/permissions.ts';
import { expect, test } from 'vitest';
import { closeOperator, cookieName, openOperatorSession } from '../features/operators/operators.ts';
import { sql } from '../platform/db/db.ts';
import { apiBase } from '../platform/http/http.ts';
import { newId } from '../platform/secrets/ids.ts';
import { makeMember } from '../testing/builders.ts';
import { makeOperator, officeOf } from '../testing/office.ts';
import {
  type Cell,
  cellsOf,
  fieldsOf,
  isRuled,
  officeCalls,
  routeOf,
  schemaOf,
} from '../testing/office-calls.ts';
import { routesOf } from '../testing/policy.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

const calls = await officeCalls();
const ofStaff = calls.filter(({ policy }) => policy === 'staff');
const named = (some: readonly Call[]) => some.map(({ name }) => name).sort();

const origin = 'http://localhost:3001';

/** The office of a shop on a port of its own, and who asks it. */
async function openOffice(shop: TestShop) {
  const office = officeOf(shop);
  const { id: maker } = await makeOperator(shop, 'support', office);
  for (const kind of ['catalogue', 'codes'])
    await shop.owner.run(sql`
      insert into imports (id, kind, name, encoding, separator, head, columns, state, operator_id)
      values (${kind}, ${kind}, 'a', 'utf-8', ',', '{}', '{}', 'dropped', ${maker})`);
  const url = await office.app.listen({ port: 0, host: '127.0.0.1' });
  /** What a request is answered; streams are left once they have begun. */
  const ask = async (
    { method, path, fileBytes }: Call,
    { params, query, body }: Cell,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; code: string }> => {
    const where = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const ending = new AbortController();
    const reply = await fetch(`${url}${apiBase}${where}${query && `?${query}`}`, {
      method,
      headers: {
        origin,
        ...(method !== 'GET' && {
          'content-type': fileBytes ? 'application/octet-stream' : 'application/json',
        }),
        ...headers,
      },
      ...(method !== 'GET' && { body }),
      signal: ending.signal,
    });
    const isJson = reply.headers.get('content-type')?.includes('json');
    const { code = '' } = isJson ? ((await reply.json()) as { code?: string }) : {};
    ending.abort();
    return { status: reply.status, code };
  };
  /** An operator of this role, as the cookie of a new session each time: some calls end theirs. */
  const operatorOf = async (role: string) => {
    const { id, email } = await makeOperator(shop, 'support', office);
    await shop.owner.run(sql`update operators set role = ${role} where id = ${id}`);
    const session = async () => {
      const token = await shop.db.tx((tx) => openOperatorSession(tx, id));
      return { cookie: `${cookieName(false)}=${token}` };
    };
    return { email, session };
  };
  return { office, ask, operatorOf };
}

const everyCell = ofStaff.flatMap((call) => cellsOf(call).map((cell) => ({ call, cell })));
const inWords = ({ call, cell }: { call: Call; cell: Cell }) =>
  `${call.name} of ${Object.values(cell.params)}`;

test('every route of the office below the API is a call of the contract, and each of those is served', async () => {
  const { served, app } = officeOf(await startShop({ working: false }));
  expect(served.map(routeOf).sort()).toEqual(calls.map(routeOf).sort());
  const found = routesOf(app).filter((route) => route.includes(` ${apiBase}`));
  const expected = served.flatMap(({ method, path }) => {
    const url = apiBase + path.replace(/\{(\w+)\}/g, ':$1');
    return method === 'GET' ? [`GET ${url}`, `HEAD ${url}`] : [`${method} ${url}`];
  });
  // Routes of equal form share a place in the tree, whatever their parameters are called.
  const bare = (routes: string[]) => routes.map((route) => route.replace(/:[\w|:]+/g, ':')).sort();
  expect(bare(found)).toEqual(bare(expected));
});

test('every call of the office is for staff but the ways in, and has a permission or a rule of its own', () => {
  expect(named(calls.filter(({ policy }) => policy !== 'staff'))).toEqual([
    'operators.acceptInvitation',
    'operators.showInvitation',
    'operators.signIn',
  ]);
  expect(named(ofStaff.filter((call) => !isRuled(call)))).toEqual([]);
});

/** Fields that tell who a member is or how they are reached, and what is worth money. */
const contactField =
  /(?:Email|Mobile|Phone|FirstName|LastName|FullName|MemberName|Birth|Street|Address|Pin|imgFront|docFront)$/i;

/** Replies whose fields of such a name are no member's. */
const notOfMembers: Readonly<Record<string, string>> = {
  'operators.showSession': 'one’s own',
  'operators.list': 'colleagues',
  'operators.show': 'colleagues',
};

test('a look at contact data or papers is in the audit log, as every change is', () => {
  const unlogged = ofStaff.filter(
    (call) =>
      !isLogged(call) &&
      !(call.name in notOfMembers) &&
      fieldsOf(schemaOf(call.data, 'output')).some((field) => contactField.test(field)),
  );
  expect(named(unlogged), 'they need `looks: true`').toEqual([]);
});

test('no password, code or token of a request is in the audit log', () => {
  const leaks = ofStaff.flatMap(({ name, body, unlogged = [] }) =>
    (body ? Object.keys(schemaOf(body, 'input').properties ?? {}) : [])
      .filter((field) => /Password|^sCode$|Token|Secret|Pin$/.test(field))
      .filter((field) => !unlogged.includes(field))
      .map((field) => `${name}: ${field}`),
  );
  expect(leaks, 'they belong into `unlogged`').toEqual([]);
});

test('without an operator’s open session no call of staff is made', async () => {
  const shop = await startShop({ working: false });
  const { ask, operatorOf } = await openOffice(shop);
  const member = await makeMember(shop);
  const closed = await operatorOf('support');
  const itsSession = await closed.session();
  await shop.db.tx((tx) => closeOperator(tx, closed.email));
  const owner = await operatorOf('owner');
  const late = await owner.session();
  await shop.db.run(sql`update operator_sessions set seen_at = app_now() - interval '31 minutes'`);
  const old = await owner.session();
  await shop.owner.run(sql`
    update operator_sessions set created_at = app_now() - interval '13 hours'
    where seen_at > app_now() - interval '1 minute'`);
  const strangers: Record<string, Record<string, string>> = {
    nobody: {},
    'a member': { authorization: member.token },
    'a member’s token as a cookie': { cookie: `${cookieName(false)}=${member.token}` },
    'a made-up session': { cookie: `${cookieName(false)}=${'x'.repeat(43)}` },
    'one whose account was closed': itsSession,
    'a session not used for 31 minutes': late,
    'a session of 13 hours': old,
  };
  const wrong: string[] = [];
  for (const one of everyCell)
    for (const [who, headers] of Object.entries(strangers)) {
      const { status, code } = await ask(one.call, one.cell, headers);
      if (status !== 401 || code !== 'session.required')
        wrong.push(`${inWords(one)} by ${who}: ${status} ${code}`);
    }
  expect(wrong).toEqual([]);
});

/** What is wrong with these cells for an operator with these permissions. */
async function wrongCells(
  { ask, operatorOf }: Awaited<ReturnType<typeof openOffice>>,
  {
    role,
    granted,
    cells,
  }: { role: string; granted: readonly Permission[]; cells: typeof everyCell },
): Promise<string[]> {
  const { session } = await operatorOf(role);
  const wrong: string[] = [];
  for (const one of cells) {
    const { status, code } = await ask(one.call, one.cell, await session());
    const isRefused = status === 403 && code === 'session.not_permitted';
    const isAllowed = one.cell.allows(new Set(granted));
    const isServed = !isRefused && status !== 401 && status < 500;
    if (isAllowed ? !isServed : !isRefused)
      wrong.push(`${inWords(one)} by ${role}, ${isAllowed ? 'may' : 'may not'}: ${status} ${code}`);
  }
  return wrong;
}

for (const role of Object.keys(roles) as Role[])
  test(`${role} makes every call of the role and no other`, async () => {
    const office = await openOffice(await startShop({ working: false }));
    const cells = everyCell;
    expect(await wrongCells(office, { role, granted: roles[role], cells })).toEqual([]);
  });

test('a permission alone opens its calls, and all others together do not', async () => {
  const shop = await startShop({ working: false });
  const office = await openOffice(shop);
  const wrong: string[] = [];
  for (const permission of permissions) {
    const cells = everyCell.filter(({ cell }) => cell.needs === permission);
    for (const granted of [[permission], permissions.filter((one) => one !== permission)]) {
      const role = newId('rol');
      await shop.owner.run(sql`
        insert into operator_roles (id, name, permissions) values (${role}, ${role}, ${granted})`);
      wrong.push(...(await wrongCells(office, { role, granted, cells })));
    }
  }
  expect(wrong).toEqual([]);
});

test('what changes something is refused to a page of another origin, also with an owner’s session', async () => {
  const shop = await startShop({ working: false });
  const { ask, operatorOf } = await openOffice(shop);
  const owner = await operatorOf('owner');
  const session = await owner.session();
  const wrong: string[] = [];
  const changes = calls
    .filter(({ method }) => method !== 'GET')
    .flatMap((call) => cellsOf(call).map((cell) => ({ call, cell })));
  for (const one of changes)
    for (const from of ['http://localhost:3000', 'https://evil.example', 'null']) {
      const { status, code } = await ask(one.call, one.cell, { ...session, origin: from });
      if (status !== 403 || code !== 'request.other_origin')
        wrong.push(`${inWords(one)} from ${from}: ${status} ${code}`);
    }
  expect(wrong).toEqual([]);
});
