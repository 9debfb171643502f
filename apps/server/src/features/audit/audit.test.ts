import { defineCall } from '@giftlane/contract/call.ts';
import { holdCase, listHeld } from '@giftlane/contract/office/cases.ts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { runOnAs } from '../../cli/run.testing.ts';
import { sealAll } from '../../ledger/seal.ts';
import { verifyLedger } from '../../ledger/verify.ts';
import { sql } from '../../platform/db/db.ts';
import { makeOperator, officeOf } from '../../testing/office.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { sealAudit, writeAudit } from './audit.ts';

const entries = (shop: TestShop) =>
  shop.db.rows(sql<{ id: number }>`
    select id::int, actor, operator_id as "operatorId", deed, subject, facts from audit_entries order by id`);

const entry = { actor: 'olga', deed: 'tried', subject: 'ord_1', facts: {} };

test('a change by an operator is logged before it is done, a look too, another GET is not', async () => {
  const shop = await startShop({ working: false });
  const office = officeOf(shop);
  const look = defineCall({
    name: 'papers.show',
    method: 'GET',
    path: '/office/papers/{id}',
    policy: 'staff',
    looks: true,
    summary: 'Shows a paper.',
    params: z.strictObject({ id: z.string() }),
    data: z.null(),
  });
  const change = defineCall({
    name: 'papers.change',
    method: 'POST',
    path: '/office/papers/{id}',
    policy: 'staff',
    summary: 'Fails.',
    params: z.strictObject({ id: z.string() }),
    body: z.strictObject({ sCode: z.string(), sReason: z.string() }),
    unlogged: ['sCode'],
    data: z.null(),
  });
  const seen: number[] = [];
  office.route(look, async () => {
    seen.push((await entries(shop)).length);
    return { data: null };
  });
  office.route(change, () => Promise.reject(new Error('fails')));
  const reviewer = await makeOperator(shop, 'reviewer', office);
  await reviewer.call(listHeld, { params: { sQueue: 'sales' } });
  await reviewer.call(look, { params: { id: 'kyc_1' } });
  await reviewer.call(change, {
    params: { id: 'kyc_2' },
    body: { sCode: '123456', sReason: 'x'.repeat(600) },
  });
  const { id: operatorId, email: actor } = reviewer;
  expect(seen).toEqual([1]);
  expect(await entries(shop)).toEqual([
    { id: 1, actor, operatorId, deed: 'papers.show', subject: 'kyc_1', facts: { id: 'kyc_1' } },
    {
      id: 2,
      actor,
      operatorId,
      deed: 'papers.change',
      subject: 'kyc_2',
      facts: { id: 'kyc_2', sReason: `${'x'.repeat(500)}…` },
    },
  ]);
});

test('a call that is not permitted is not made and not logged', async () => {
  const shop = await startShop({ working: false });
  const catalogue = await makeOperator(shop, 'catalogue');
  const params = { sQueue: 'sales', id: 'sell_1' } as const;
  expect(await catalogue.call(holdCase, { params })).toMatchObject({
    code: 'session.not_permitted',
  });
});

test('entries of many at once are numbered without gaps and form one chain', async () => {
  const shop = await startShop({ working: false });
  await Promise.all(Array.from({ length: 20 }, () => writeAudit(shop.db, entry)));
  const ids = (await entries(shop)).map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect((await verifyLedger(shop.db, shop.invariants)).problems).toEqual([]);
});

test('the command line writes under the name of the operator it is given, and refuses a name nobody has', async () => {
  const shop = await startShop({ working: false });
  const owner = await makeOperator(shop, 'owner');
  const made = await runOnAs(
    shop,
    owner.email,
    'option',
    'set',
    'company_name',
    '--value',
    'Gifts',
  );
  expect(made).toMatchObject({ code: 0 });
  expect(await entries(shop)).toMatchObject([
    { actor: owner.email, operatorId: owner.id, deed: 'option set', subject: 'company_name' },
  ]);
  const nobody = await runOnAs(
    shop,
    'nobody@giftlane.test',
    'option',
    'set',
    'company_name',
    '--value',
    'X',
  );
  expect(nobody).toMatchObject({ code: 1 });
  expect(nobody.stderr).toContain('no open operator');
  expect(await entries(shop)).toHaveLength(1);
});

test.each([
  ['changed', `update audit_entries set facts = '{"a": 1}' where id = 2`, /^audit entry 2 is not/],
  ['taken out', 'delete from audit_entries where id = 2', /^audit entry 3 is not/],
  [
    'cut off at the end',
    'delete from audit_entries where id = 3',
    /has not what journal audit:3 sealed/,
  ],
  [
    'rewritten with all hashes anew',
    `update audit_entries set deed = 'other' where id = 3;
     update audit_entries e set hash = audit_hash((select hash from audit_entries where id = 2), e) where id = 3`,
    /has not what journal audit:3 sealed/,
  ],
])('16 an entry that is %s is named once the ledger has sealed it', async (_, change, breach) => {
  const ends: (() => Promise<void>)[] = [];
  const shop = await startShop({ working: false, atEnd: (end) => ends.push(end) });
  for (let n = 0; n < 3; n += 1) await writeAudit(shop.db, entry);
  await sealAudit(shop.db);
  await sealAudit(shop.db);
  await sealAll(shop.db);
  const { sealed } = await shop.db.one(sql<{ sealed: bigint }>`
    select count(*) as sealed from ledger_journals where kind = 'audit'`);
  expect(sealed).toBe(1n);
  expect((await verifyLedger(shop.db, shop.invariants)).problems).toEqual([]);
  await shop.owner.script(`alter table audit_entries disable trigger user; ${change};
    alter table audit_entries enable trigger user`);
  const { problems } = await verifyLedger(shop.db, shop.invariants);
  expect(problems.map((problem) => problem.breach)).toEqual([expect.stringMatching(breach)]);
  for (const end of ends) await end().catch(() => undefined);
});
