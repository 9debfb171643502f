/** Members in the back office. */
import { login, myProfile } from '@giftlane/contract/members/accounts.ts';
import * as calls from '@giftlane/contract/office/members.ts';
import type { Role } from '@giftlane/contract/office/permissions.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { isFrozen, makeMember, testPassword } from '../../testing/builders.ts';
import { makeOperator, officeOf } from '../../testing/office.ts';
import { shopForAll, startShop } from '../../testing/start-shop.ts';
import { bought, staff } from './desk.testing.ts';

describe('in one shop', () => {
  const shared = shopForAll({ working: false });

  test('the page has balances, limits, sessions, orders and what was noted', async () => {
    const shop = shared();
    const { anna, order } = await bought(shop);
    const { call } = await staff(shop, 'support');
    const params = { id: anna.id };
    const sNote = '<img src=x onerror=alert(1)> called twice';
    expect((await call(calls.addMemberNote, { params, body: { sNote } })).status).toBe(200);
    const { data } = await call(calls.showOfficeMember, { params });
    expect(data).toMatchObject({
      sEmail: anna.email,
      aBalances: [{ sAccount: 'wallet:usd', sAmount: '80.00' }],
      aOrders: [{ _id: order._id }],
      aNotes: [{ sNote, sOperator: 'Olga support' }],
    });
    expect(data.aSessions).toHaveLength(1);
    expect(data.oTerms.oAdd.nLeft).toBeGreaterThan(0);
    const { data: moves } = await call(calls.listOfficeMovements, { params, query: {} });
    expect(moves).toHaveLength(2);
    // Contents of notes are no part of the log, which is kept.
    const logged = await shop.db.rows(sql<{ facts: object }>`
      select facts from audit_entries where subject = ${anna.id}`);
    expect(JSON.stringify(logged)).not.toContain('onerror');
  });

  test('a member is frozen with a reason and released with one, once; both are in the log', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const { call } = await makeOperator(shop, 'support');
    const params = { id: anna.id };
    const release = () => call(calls.releaseMember, { params, body: { sReason: 'Explained' } });
    expect((await release()).code).toBe('account.not_frozen');
    expect((await call(calls.freezeMember, { params, body: { sReason: ' ' } })).status).toBe(400);
    await call(calls.freezeMember, { params, body: { sReason: 'Odd orders' } });
    expect(await isFrozen(shop, anna.id)).toBe(true);
    const both = await Promise.all([release(), release()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { data } = await call(calls.showOfficeMember, { params });
    expect(data.aDeeds.map(({ sReason }: { sReason: string }) => sReason)).toEqual(
      expect.arrayContaining(['Odd orders', 'Explained']),
    );
  });

  test('one session is ended, or all of them', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { verified: true });
    const second = await shop.call(login, {
      body: { sEmail: anna.email, sPassword: testPassword },
    });
    const token = second.body.Authorization ?? '';
    const { call } = await makeOperator(shop, 'support');
    const params = { id: anna.id };
    const { data } = await call(calls.showOfficeMember, { params });
    const newest = data.aSessions.find(({ sDevice }: { sDevice: string }) => sDevice !== '');
    expect(data.aSessions).toHaveLength(2);
    await call(calls.endOfficeSessions, {
      params,
      body: { sSessionId: newest?._id ?? data.aSessions[0]._id },
    });
    expect((await call(calls.showOfficeMember, { params })).data.aSessions).toHaveLength(1);
    await call(calls.endOfficeSessions, { params, body: {} });
    expect((await call(calls.showOfficeMember, { params })).data.aSessions).toHaveLength(0);
    await expect.poll(async () => (await shop.call(myProfile, { token })).status).toBe(401);
  });

  test.each<[Role, readonly number[]]>([
    ['owner', [200, 200, 200, 409]],
    ['support', [200, 200, 200, 403]],
    ['finance', [200, 200, 403, 403]],
    ['reviewer', [200, 200, 403, 403]],
    ['catalogue', [403, 403, 403, 403]],
  ])('a %s sees, notes and changes what the role says', async (role, expected) => {
    const shop = shared();
    const { id } = await makeMember(shop);
    const { call, code } = await staff(shop, role);
    const params = { id };
    const replies = [
      await call(calls.listOfficeMembers, { query: {} }),
      await call(calls.showOfficeMember, { params }),
      await call(calls.addMemberNote, { params, body: { sNote: 'x' } }),
      await call(calls.resetMemberFactors, { params, body: { sReason: 'x', sCode: await code() } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(expected);
  });

  test('closing and exporting take a new code of the app each, and say what stands in the way', async () => {
    const shop = shared();
    const office = officeOf(shop);
    const { cookie, call, code } = await staff(shop, 'owner', office);
    const rich = await makeMember(shop, { walletMinor: 5_00n });
    const { id } = await makeMember(shop);
    const close = async (memberId: string, sCode: string) =>
      call(calls.closeMember, {
        params: { id: memberId },
        body: { sReason: 'Asked by letter', sCode },
      });
    expect((await close(id, '000000')).code).toBe('factor.wrong_code');
    const refused = await close(rich.id, await code());
    expect([refused.code, refused.message]).toEqual([
      'account.still_needed',
      "This account can't be closed yet: wallet.",
    ]);
    const used = await code();
    const zip = await office.app.inject({
      method: 'POST',
      url: `/api/v1/office/members/${id}/export`,
      headers: { cookie, origin: 'http://localhost:3001', 'content-type': 'application/json' },
      payload: JSON.stringify({ sReason: 'Asked by letter', sCode: used }),
    });
    expect([zip.statusCode, zip.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(zip.rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect((await close(id, used)).code).toBe('factor.wrong_code');
    expect((await close(id, await code())).status).toBe(200);
    expect((await close(id, await code())).code).toBe('account.closed');
    expect((await call(calls.showOfficeMember, { params: { id } })).data.bClosed).toBe(true);
  });
});

test('members are listed by level, freeze and search, the newest first', async () => {
  const shop = await startShop({ working: false });
  const members = [];
  for (let n = 0; n < 4; n += 1) members.push(await makeMember(shop));
  const [, second, third] = members;
  await shop.db.run(sql`update members set membership_level = 2 where id = ${second?.id ?? ''}`);
  const { call } = await makeOperator(shop, 'support');
  await call(calls.freezeMember, { params: { id: third?.id ?? '' }, body: { sReason: 'Odd' } });
  const list = async (query: object) =>
    (await call(calls.listOfficeMembers, { query })).data.aRows.map(
      ({ _id }: { _id: string }) => _id,
    );
  expect(await list({})).toEqual(members.map(({ id }) => id).reverse());
  expect(await list({ nLevel: '2' })).toEqual([second?.id]);
  expect(await list({ bFrozen: 'true' })).toEqual([third?.id]);
  expect(await list({ bFrozen: 'true', nLevel: '2' })).toEqual([]);
  expect(await list({ sSearch: 'anna arch' })).toHaveLength(4);
  expect(await list({ sSearch: 'anna', bFrozen: 'true' })).toEqual([third?.id]);
  expect(await list({ sAfter: third?.id })).toEqual([second?.id, members[0]?.id]);
});
