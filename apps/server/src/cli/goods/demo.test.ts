import { login } from '@giftlane/contract/members/accounts.ts';
import { expect, test } from 'vitest';
import { makeOptions } from '../../features/content/content.ts';
import { verifyLedger } from '../../ledger/verify.ts';
import { sql } from '../../platform/db/db.ts';
import { makeCard } from '../../testing/builders.ts';
import { startShop } from '../../testing/start-shop.ts';
import { tempFolder } from '../run.testing.ts';
import { seedDemo } from './demo.ts';

const small = { brands: 8, codes: 1, bestSellerCodes: 2 };

async function start() {
  const shop = await startShop({ working: false });
  const config = { ...shop.config, dataDir: await tempFolder() };
  const parts = { ...shop, config, keys: config.keys, options: makeOptions(shop.db) };
  return { shop, seed: () => seedDemo(parts, small) };
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
});
