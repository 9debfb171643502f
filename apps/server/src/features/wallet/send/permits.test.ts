/** Permits for wallet actions can be had for nothing: what is kept of them has bounds. */
import { authorize } from '@giftlane/contract/money/wallet.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { makeMember } from '../../../testing/builders.ts';
import { longTest } from '../../../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../../../testing/start-shop.ts';
import { lookUp, makeVoucher, permit, redeem } from '../cards.testing.ts';

const count = async (shop: TestShop, memberId: string) => {
  const { permits } = await shop.db.one(sql<{ permits: number }>`
    select count(*)::int as permits from wallet_permits where member_id = ${memberId}`);
  return permits;
};

describe('permits in one shop', () => {
  const shared = shopForAll({ working: false });

  test('a member has twenty unspent permits at most; the newest hold, the oldest are gone', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    const card = await makeVoucher(shop);
    const berts = await permit(shop, bert);
    const given = [];
    for (let i = 0; i < 30; i += 1) given.push(await permit(shop, anna));
    expect(await count(shop, anna.id)).toBe(20);
    const statuses = [];
    for (const one of given)
      statuses.push((await lookUp(shop, anna, { ...card, permit: one })).status);
    expect(statuses).toEqual([...Array(10).fill(403), ...Array(20).fill(200)]);
    expect((await lookUp(shop, bert, { ...card, permit: berts })).status).toBe(200);
  });

  test('what was left behind before goes with the next permit; what was spent is still known', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const card = await makeVoucher(shop);
    const spent = await permit(shop, anna);
    const first = await redeem(shop, anna, { ...card, permit: spent });
    await shop.db.run(sql`
      insert into wallet_permits (token_hash, secret_hash, member_id, session_id, purpose, expires_at)
      select decode(md5(n::text), 'hex'), '\\x00', ${anna.id}, 'ses_x', 'redeem', app_now()
      from generate_series(1, 2000) as n`);
    for (let i = 0; i < 30; i += 1) await permit(shop, anna);
    expect(await count(shop, anna.id)).toBe(21);
    const again = await redeem(shop, anna, { ...card, permit: spent });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
  });

  test('asking for permits at once leaves no more of them, and fails nobody', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const ask = () => shop.call(authorize, { token: anna.token, body: { purpose: 'redeem' } });
    const replies = await Promise.all(Array.from({ length: 60 }, ask));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    await ask();
    expect(await count(shop, anna.id)).toBe(20);
  });
});

longTest('a hundred permits in five minutes are enough', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const ask = () => shop.call(authorize, { token: anna.token, body: { purpose: 'redeem' } });
  for (let i = 0; i < 100; i += 1) expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
