/** The short form of `npm run bench`: what is measured does what it says; how fast is not asked here. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sealAll } from '../apps/server/src/ledger/seal.ts';
import { verifyLedger } from '../apps/server/src/ledger/verify.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { isOfTests, startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { openConnection } from './load/http.ts';
import { amounts, type Deed, shop as goShopping, memberId } from './load/shoppers.ts';
import { fillShop } from './scale-fill.ts';

const card = 'card_bench000001a';
const momentMs = 50;

/** A shop filled as for a measurement, but for the numbers. */
async function filled(): Promise<TestShop> {
  const shop = await startShop({ working: false });
  for (const file of ['fill.sql', 'order.sql', 'transfers.sql'])
    await shop.owner.script(await readFile(join(import.meta.dirname, 'sql', file), 'utf8'));
  await shop.owner.script(`select bench_brands(3); select bench_members(1, 3, 1000000);
    select bench_codes(1, 50)`);
  await shop.catalog.refresh();
  return shop;
}

/** One member does it again and again for a moment; answers how often. */
async function goOn(shop: TestShop, deed: Deed): Promise<number> {
  const to = (url: string) => openConnection(Number(new URL(url).port));
  const [connection, provider] = [await to(shop.url), await to(shop.sandbox.paypalUrl)];
  const shopper = {
    connection,
    provider: async () => provider,
    providerLogin: `Basic ${Buffer.from(`${shop.config.paypal.clientId}:${shop.config.paypal.clientSecret}`).toString('base64')}`,
    members: [1],
    allMembers: 2,
    cards: 1,
    run: `test-${deed}`,
  };
  const latencies = await goShopping(shopper, deed, performance.now() + momentMs);
  for (const one of [connection, provider]) one.close();
  return latencies.length;
}

/**
 * How many rows each table has; those the database keeps for itself and numbers drawn are left out. A count of tries is
 * one row however often it is written: there, how many were counted.
 */
async function rowsOf({ db }: TestShop): Promise<ReadonlyMap<string, number>> {
  const tables = await db.rows(sql<{ name: string; rows: number }>`
    select c.relname as name, (xpath('/row/n/text()',
      query_to_xml(format('select count(*) as n from %I', c.relname), false, true, '')))[1]::text::int as rows
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname <> 'throttle_windows'`);
  const { hits } = await db.one(sql<{ hits: number }>`
    select coalesce(sum(hits), 0)::int as hits from throttle_windows`);
  return new Map([...tables.map(({ name, rows }) => [name, rows] as const), ['tries', hits]]);
}

/** What a deed adds to each table, how it leaves the codes, and what it books. */
async function effectOf(shop: TestShop, deed: () => Promise<unknown>) {
  const before = await rowsOf(shop);
  await deed();
  const added = [...(await rowsOf(shop))].flatMap(([name, rows]) => {
    const more = rows - (before.get(name) ?? 0);
    return more === 0 ? [] : [[name, more] as const];
  });
  const booked = await shop.db.rows(sql<{ kind: string; account: string; amount: bigint }>`
    select j.kind, a.name as account, p.amount from ledger_journals j
    join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
    join ledger_accounts a on a.id = p.account_id
    where j.reference = (select reference from ledger_journals order by id desc limit 1)
    order by j.kind, a.name`);
  const { sold } = await shop.db.one(sql<{ sold: number }>`
    select count(*)::int as sold from codes c join order_lines l on l.id = c.line_id
    where c.state = 'sold' and l.order_id =
      (select id from orders order by created_at desc, id desc limit 1)`);
  return { added: Object.fromEntries(added), booked, sold };
}

test('the yardstick of wallet orders writes what the shop writes: as many rows, the same money', async () => {
  const shop = await filled();
  let times = 0;
  const ours = await effectOf(shop, async () => {
    times = await goOn(shop, 'order');
  });
  const yardstick = await effectOf(shop, () =>
    shop.owner.run(sql`
      select bench_order(${memberId(1)}, ${card}, 2500, ${amounts.serviceChargeMinor},
        ${amounts.discountMinor}, ${amounts.cashbackMinor}) from generate_series(1, ${times}::int)`),
  );
  expect(yardstick).toEqual(ours);
  expect(ours).toMatchObject({ sold: 1, added: { orders: times, ledger_journals: 2 * times } });
});

test('the yardsticks of sends and adds write what the shop writes', async () => {
  const shop = await filled();
  await shop.db.run(sql`update sessions set proven_at = app_now(), proven_by = 'password'`);
  // What the provider tells of its own accord is not part of the deed.
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  let times = 0;
  const sends = await effectOf(shop, async () => {
    times = await goOn(shop, 'send');
  });
  const send = sql`
    select bench_count('permits ', 1), bench_send(1, 2, 1, bench_permit(1, 'send', null))
    from generate_series(1, ${times}::int)`;
  expect(await effectOf(shop, () => shop.owner.run(send))).toEqual(sends);
  expect(sends.added).toMatchObject({ transfers: times, ledger_journals: times });
  const adds = await effectOf(shop, async () => {
    times = await goOn(shop, 'add');
  });
  const steps = ['tie(1, id)', 'name(1, id)', 'claim(1, id)', 'record(1, id, 500)'];
  const addOnce = async () => {
    const { id } = await shop.owner.one(sql<{ id: string }>`select bench_add_begin(1, 500) as id`);
    const written = steps.map((step) => `select bench_add_${step.replace('id', `'${id}'`)};`);
    await shop.owner.script(`${written.join('')}
      select bench_spend(bench_permit(1, 'add', '${id}'), '{}');`);
  };
  const added = await effectOf(shop, async () => {
    for (let i = 0; i < times; i += 1) await addOnce();
  });
  expect(added).toEqual(adds);
  expect(adds.added).toMatchObject({ top_ups: times, payment_captures: times });
});

test('the shoppers of the benchmark buy, and a past made for it is as true as any but for what moved a wallet', async () => {
  const shop = await filled();
  expect(await goOn(shop, 'purchase')).toBeGreaterThan(0);
  await shop.owner.run(sql`select bench_past_orders(1, 20, 3, 3)`);
  await shop.owner.script('call bench_past_wallet(4, 30)');
  expect(await goOn(shop, 'wallet')).toBeGreaterThan(0);
  const { problems } = await verifyLedger(shop.db, shop.invariants);
  expect(problems.filter((one) => !isOfTests(one))).toEqual([]);
});

test('a shop filled by ranges is as true as one that sold, has all its guards, and goes on selling', async () => {
  const shop = await startShop({ working: false });
  for (const file of ['fill.sql', 'scale.sql'])
    await shop.owner.script(await readFile(join(import.meta.dirname, 'sql', file), 'utf8'));
  await fillShop(shop.owner, { orders: 3_000, members: 300, brands: 10, codes: 4_000 });
  await shop.owner.script(`update site_options set value = '100000000'
    where name = 'wallet_purchases_without_password'`);
  await sealAll(shop.db);
  await shop.catalog.refresh();
  expect(await goOn(shop, 'purchase')).toBeGreaterThan(0);
  const { problems, chain } = await verifyLedger(shop.db, shop.invariants);
  expect({ problems, sealed: chain.seals > 0 }).toEqual({ problems: [], sealed: true });
});
