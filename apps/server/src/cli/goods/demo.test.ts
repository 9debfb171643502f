import { login } from '@giftlane/contract/members/accounts.ts';
import { signIn } from '@giftlane/contract/office/session.ts';
import { expect, test } from 'vitest';
import { makeOptions } from '../../features/content/content.ts';
import { addOperator, closeOperator } from '../../features/operators/operators.ts';
import { verifyLedger } from '../../ledger/verify.ts';
import { sql } from '../../platform/db/db.ts';
import { apiBase } from '../../platform/http/http.ts';
import { makeCard } from '../../testing/builders.ts';
import { officeOf } from '../../testing/office.ts';
import { startShop } from '../../testing/start-shop.ts';
import { seedDemo } from './demo.ts';
import { demoOperatorLines } from './demo-operators.ts';

const small = { brands: 8, codes: 1, bestSellerCodes: 2 };

async function start() {
  const shop = await startShop({ working: false });
  const parts = { ...shop, keys: shop.config.keys, options: makeOptions(shop.db) };
  return { shop, seed: () => seedDemo(parts, small), lines: () => demoOperatorLines(parts) };
}

const demoMembers = [
  { nWallet: 500, eCurrency: 'usd' },
  { nWallet: 250, eCurrency: 'eur' },
];

test('the demo fills an empty shop once; its members sign in with what is printed', async () => {
  const { shop, seed } = await start();
  const { seeded, accounts } = await seed();
  expect(seeded).toMatchObject({ brands: small.brands });
  expect(await seed()).toEqual({ seeded: undefined, accounts });
  const [line = ''] = accounts;
  const sPassword = / password (\S+)$/.exec(line)?.[1] ?? '';
  const emails = line.match(/\S+@\S+\.example/g) ?? [];
  const replies = await Promise.all(
    emails.map((sEmail) => shop.call(login, { body: { sEmail, sPassword } })),
  );
  expect(replies.map(({ body }) => body.data)).toMatchObject(demoMembers);
});

test('a demo that was interrupted is finished, and nobody gets money twice', async () => {
  const { shop, seed } = await start();
  await seed();
  await shop.db.run(sql`update site_options set value = 'begun' where name = 'demo'`);
  expect((await seed()).seeded).toMatchObject({ codes: 0 });
  const redeemed = await shop.db.rows(sql`select value_minor from vouchers order by currency`);
  expect(redeemed).toEqual([{ value_minor: 250_00n }, { value_minor: 500_00n }]);
  expect((await verifyLedger(shop.db, shop.invariants)).ok).toBe(true);
});

test('a shop that has brands gets neither the demo nor its members', async () => {
  const { shop, seed } = await start();
  await makeCard(shop);
  expect(await seed()).toEqual({ seeded: undefined, accounts: [] });
  expect(await shop.db.rows(sql`select 1 from members`)).toEqual([]);
  expect(await shop.db.rows(sql`select 1 from operators`)).toEqual([]);
});

const roles = ['owner', 'catalogue', 'support', 'reviewer', 'finance'];

test('the demo has an operator of each role, who signs in to the office with what is printed', async () => {
  const { shop, seed, lines } = await start();
  await seed();
  const printed = (await lines()).join('\n');
  const names = [...printed.matchAll(/(\w+)@/g)].map(([, name]) => name);
  const [, sPassword, sCode] = /password (\S+), code (\d{6}) for a minute/.exec(printed) ?? [];
  const { app } = officeOf(shop);
  const replies = await Promise.all(
    names.map((name) =>
      app.inject({
        method: 'POST',
        url: apiBase + signIn.path,
        headers: { origin: 'http://localhost:3001' },
        payload: { sEmail: `${name}@giftlane.example`, sPassword, sCode },
      }),
    ),
  );
  expect(replies.map((reply) => reply.json().data.sRole)).toEqual(roles);
});

test('a demo of before gets operators; whoever is there, or closed, stays as they are', async () => {
  const { shop, seed, lines } = await start();
  const { db, config } = shop;
  await makeCard(shop);
  await db.run(sql`insert into site_options (name, value) values ('demo', 'done')`);
  const own = { email: 'owner@giftlane.example', role: 'support' } as const;
  await db.tx((tx) => addOperator(tx, config.keys, own));
  await seed();
  await db.tx((tx) => closeOperator(tx, 'finance@giftlane.example'));
  const stored = () => db.rows(sql`select * from operators order by id`);
  const before = await stored();
  await seed();
  expect(await stored()).toEqual(before);
  expect((await lines())[0]).toBe(
    'In the office catalogue@giftlane.example (also support@, reviewer@)',
  );
});
