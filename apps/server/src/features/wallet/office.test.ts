import * as calls from '@giftlane/contract/office/vouchers.ts';
import { expect, test } from 'vitest';
import { runOn } from '../../cli/run.testing.ts';
import { sql } from '../../platform/db/db.ts';
import { newToken } from '../../platform/secrets/secrets.ts';
import { makeMember } from '../../testing/builders.ts';
import { makeOperator } from '../../testing/office.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { permit, redeem } from './cards.testing.ts';

const wish = { nCount: 3, nValue: 25.5, sCurrency: 'usd' } as const;

const setOption = (shop: TestShop, value: string) =>
  shop.db.run(sql`update site_options set value = ${value} where name = 'vouchers_alone'`);

async function withIssuer() {
  const shop = await startShop({ working: false });
  const olga = await makeOperator(shop, 'finance');
  const make = (sKey: string, changes = {}) =>
    olga.call(calls.createBatch, { body: { ...wish, sKey, ...changes } });
  const list = async () => (await olga.call(calls.listBatches)).data.aRows;
  return { shop, olga, make, list };
}

test('a batch is made once, however often its request comes, and every time shows the same codes', async () => {
  const { shop, olga, make, list } = await withIssuer();
  const key = newToken();
  const replies = await Promise.all([make(key), make(key), make(key)]);
  replies.push(await make(key));
  expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  const { data } = await make(key);
  expect(data.aCodes).toHaveLength(3);
  for (const { sCode, sPin } of data.aCodes)
    expect([sCode, sPin]).toEqual([
      expect.stringMatching(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/),
      expect.stringMatching(/^\d{6}$/),
    ]);
  expect(await list()).toMatchObject([
    { ...wish, _id: data._id, nRedeemed: 0, sIssuer: olga.email },
  ]);
  const { count } = await shop.db.one(sql<{ count: number }>`select count(*)::int from vouchers`);
  expect(count).toBe(3);
});

test('a key stands for one wish of one person, and another key for other codes', async () => {
  const { shop, make } = await withIssuer();
  const key = newToken();
  const first = await make(key);
  expect((await make(key, { nCount: 4 })).code).toBe('voucher.key_used');
  expect((await make(key, { nValue: 30 })).code).toBe('voucher.key_used');
  const ben = await makeOperator(shop, 'finance');
  const his = await ben.call(calls.createBatch, { body: { ...wish, sKey: key } });
  expect(his.code).toBe('voucher.key_used');
  const codes = (data: { aCodes: { sCode: string }[] }) => data.aCodes.map(({ sCode }) => sCode);
  const second = await make(newToken());
  expect(new Set([...codes(first.data), ...codes(second.data)]).size).toBe(6);
});

test('neither codes nor the key are stored in clear, also not in the audit log', async () => {
  const { shop, make } = await withIssuer();
  const key = newToken();
  const { data } = await make(key);
  const stored = await shop.db.rows(sql<{ row: string }>`
    select v::text as row from vouchers v union all select b::text from voucher_batches b
    union all select facts::text from audit_entries`);
  const whole = JSON.stringify(stored);
  expect(whole).toContain('"nCount"'.replaceAll('"', '\\"'));
  for (const secret of [key, data.aCodes[0].sCode, data.aCodes[0].sCode.replaceAll('-', '')])
    expect(whole).not.toContain(secret);
});

test('vouchers of a batch are redeemed as others are, and the list counts them', async () => {
  const { shop, make, list } = await withIssuer();
  const { data } = await make(newToken());
  const anna = await makeMember(shop);
  const [first] = data.aCodes;
  const paid = await redeem(shop, anna, {
    code: first.sCode,
    pin: first.sPin,
    permit: await permit(shop, anna),
  });
  expect(paid.status).toBe(200);
  expect(await anna.balance()).toBe(25_50n);
  expect(await list()).toMatchObject([{ nCount: 3, nRedeemed: 1 }]);
});

test('the command line makes batches, too; what is no number or amount is refused at its field', async () => {
  const { shop, make, list } = await withIssuer();
  const made = await runOn(shop, 'voucher', 'create', '--value', '10', '--currency', 'eur');
  expect(made.code).toBe(0);
  expect(await list()).toMatchObject([
    { nCount: 1, nValue: 10, sCurrency: 'eur', sIssuer: expect.stringMatching(/^command line/) },
  ]);
  for (const wrong of [
    { nCount: 0 },
    { nCount: 10_001 },
    { nValue: 0 },
    { nValue: 1.005 },
    { sCurrency: 'xyz' },
  ])
    expect((await make(newToken(), wrong)).status).toBe(400);
  expect(await list()).toHaveLength(1);
});

test('one operator makes vouchers up to the limit in 24 hours, also by many requests at once', async () => {
  const { shop, make, list } = await withIssuer();
  await setOption(shop, '100');
  const part = { nCount: 3, nValue: 20 };
  const keys = Array.from({ length: 6 }, newToken);
  const replies = await Promise.all(keys.map((key) => make(key, part)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, code, message } of replies.filter(({ status }) => status !== 200)) {
    expect([status, code]).toEqual([409, 'voucher.over_limit']);
    expect(message).toContain('$40.00');
  }
  const made = keys[replies.findIndex(({ status }) => status === 200)] ?? '';
  expect((await make(newToken(), { nCount: 1, nValue: 40.01 })).code).toBe('voucher.over_limit');
  const rest = newToken();
  expect((await make(rest, { nCount: 2, nValue: 20 })).status).toBe(200);
  // What was made is shown again.
  expect((await make(made, part)).status).toBe(200);
  expect((await make(rest, { nCount: 2, nValue: 20 })).status).toBe(200);
  expect((await make(newToken(), { nCount: 1, nValue: 0.01 })).message).toContain('$0.00');
  expect(await list()).toHaveLength(2);
  const stored = sql<{ count: number }>`select count(*)::int from vouchers`;
  expect(await shop.db.one(stored)).toEqual({ count: 5 });
});

test('the limit is of one operator and currency, and not of the command line', async () => {
  const { shop, make } = await withIssuer();
  expect((await make(newToken(), { nCount: 1, nValue: 1000 })).status).toBe(200);
  expect((await make(newToken(), { nCount: 1, nValue: 1 })).code).toBe('voucher.over_limit');
  const euros = { nCount: 1, nValue: 1000, sCurrency: 'eur' };
  expect((await make(newToken(), euros)).status).toBe(200);
  const ben = await makeOperator(shop, 'finance');
  const his = await ben.call(calls.createBatch, { body: { ...wish, sKey: newToken() } });
  expect(his.status).toBe(200);
  const wished = ['--value', '5000', '--currency', 'usd', '--count', '2'];
  expect((await runOn(shop, 'voucher', 'create', ...wished)).code).toBe(0);
  await setOption(shop, '0');
  expect((await make(newToken())).message).toContain('$0.00');
});

test('what was made more than 24 hours ago counts no more', async () => {
  const { shop, olga, make } = await withIssuer();
  const made = (minutesAgo: number) =>
    shop.db.run(sql`
      insert into voucher_batches (id, key_hash, value_minor, currency, count, issuer, created_at)
      values (${`vob_${minutesAgo}`}, ${Buffer.from([minutesAgo % 256])}, 60000, 'usd', 1, ${olga.id},
        app_now() - ${minutesAgo} * interval '1 minute')`);
  await made(24 * 60 + 1);
  expect((await make(newToken(), { nCount: 1, nValue: 400 })).status).toBe(200);
  await made(24 * 60 - 1);
  expect((await make(newToken(), { nCount: 1, nValue: 1 })).code).toBe('voucher.over_limit');
});
