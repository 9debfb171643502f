import * as calls from '@giftlane/contract/office/audit.ts';
import { listHeld } from '@giftlane/contract/office/cases.ts';
import { createRole } from '@giftlane/contract/office/operators.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { apiBase } from '../../platform/http/http.ts';
import { makeOperator, officeOf } from '../../testing/office.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { writeAudit } from './audit.ts';

const entry = { actor: 'olga@giftlane.test', deed: 'orders.refund', subject: 'ord_1', facts: {} };

/** Writes entries as if at noon of days of January 2031. */
async function writeOn(shop: TestShop, day: number, ...entries: object[]) {
  for (const one of entries) await writeAudit(shop.db, { ...entry, ...one });
  await shop.owner.script(`alter table audit_entries disable trigger user;
    update audit_entries set created_at = '2031-01-${day}T12:00Z' where created_at < '2031-01-01';
    alter table audit_entries enable trigger user`);
}

async function openLog() {
  const ends: (() => Promise<void>)[] = [];
  const shop = await startShop({ working: false, atEnd: (end) => ends.push(end) });
  const office = officeOf(shop);
  const owner = await makeOperator(shop, 'owner', office);
  // The chain is broken by moved times, which the invariants find.
  const end = async () => {
    for (const one of ends) await one().catch(() => undefined);
  };
  return { shop, office, owner, end };
}

test('the log is searched by operator, deed, subject and day, in pages that miss and repeat nothing', async () => {
  const { shop, owner, end } = await openLog();
  await writeOn(
    shop,
    10,
    {},
    { actor: 'mia@giftlane.test' },
    { deed: 'codes.show', subject: 'cod_1' },
  );
  await writeOn(
    shop,
    11,
    ...Array.from({ length: 60 }, (_, n) => ({ deed: 'sales.decide', subject: `s${n}` })),
  );
  const list = async (query: object) => (await owner.call(calls.listAudit, { query })).data;
  const numbers = ({ aRows }: { aRows: { _id: string }[] }) => aRows.map(({ _id }) => Number(_id));
  expect(numbers(await list({ dDay: '2031-01-10' }))).toEqual([3, 2, 1]);
  expect(numbers(await list({ sActor: 'mia@giftlane.test' }))).toEqual([2]);
  expect(numbers(await list({ sDeed: 'codes.show', sSubject: 'cod_1' }))).toEqual([3]);
  expect(numbers(await list({ sDeed: 'codes.show', dDay: '2031-01-11' }))).toEqual([]);
  expect(numbers(await list({ dDay: '2031-01-12' }))).toEqual([]);
  const first = await list({ dDay: '2031-01-11' });
  const second = await list({ dDay: '2031-01-11', sAfter: first.sNext });
  expect([...numbers(first), ...numbers(second)]).toEqual(
    Array.from({ length: 60 }, (_, n) => 63 - n),
  );
  expect(second.sNext).toBeNull();
  const names = (await owner.call(calls.listAuditNames)).data;
  expect(names.aActors).toEqual(['mia@giftlane.test', 'olga@giftlane.test']);
  expect(names.aDeeds).toEqual(['codes.show', 'orders.refund', 'sales.decide']);
  await end();
});

test('an entry is shown with what the call promises; reading it is an entry itself', async () => {
  const { owner, end } = await openLog();
  const body = { sName: 'Night', aPermissions: ['today.read' as const] };
  await owner.call(createRole, { body });
  const { data } = await owner.call(calls.showAudit, { params: { id: '1' } });
  expect(data).toMatchObject({
    sActor: owner.email,
    sDeed: 'roles.create',
    sSummary: createRole.summary,
    aFacts: [
      { sName: 'sName', sValue: 'Night' },
      { sName: 'aPermissions', sValue: '["today.read"]' },
    ],
  });
  const { aRows } = (await owner.call(calls.listAudit)).data;
  expect(aRows[0]).toMatchObject({ sDeed: 'audit.show', sSubject: '1' });
  expect((await owner.call(calls.showAudit, { params: { id: '99' } })).code).toBe(
    'audit.not_found',
  );
  await end();
});

test('days are exported as CSV that no spreadsheet runs; only with the permission', async () => {
  const { shop, office, owner, end } = await openLog();
  await writeOn(shop, 10, { subject: '=1+1', facts: { sNote: '=cmd;=2' } });
  await writeOn(shop, 11, { actor: '@evil', deed: '+x' });
  await writeOn(shop, 12, {});
  const url = `${apiBase}/office/audit/export?dFrom=2031-01-10&dTo=2031-01-11`;
  const { body, headers } = await office.app.inject({ url, headers: { cookie: owner.cookie } });
  expect(headers['content-disposition']).toContain('audit-2031-01-10-2031-01-11.csv');
  expect(body.split('\r\n').slice(1)).toEqual([
    `1,2031-01-10T12:00:00.000Z,"olga@giftlane.test","orders.refund","'=1+1","{""sNote"": ""=cmd;'=2""}"`,
    `2,2031-01-11T12:00:00.000Z,"'@evil","'+x","ord_1","{}"`,
    '',
  ]);
  const support = await makeOperator(shop, 'support', office);
  const asked = await office.app.inject({ url, headers: { cookie: support.cookie } });
  expect(asked.statusCode).toBe(403);
  expect((await support.call(listHeld, { params: { sQueue: 'messages' } })).status).toBe(200);
  const { last } = await shop.db.one(sql<{ last: string }>`
    select deed as last from audit_entries order by id desc limit 1`);
  expect(last).toBe('audit.export');
  await end();
});
