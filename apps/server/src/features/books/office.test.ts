import {
  askCorrection,
  bookCorrection,
  listCorrections,
  listJournals,
  monthFigures,
  rejectCorrection,
  trialBalance,
} from '@giftlane/contract/office/ledger.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { expect, test } from 'vitest';
import { countDays } from '../../ledger/days.ts';
import { sealAll } from '../../ledger/seal.ts';
import { sql } from '../../platform/db/db.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { apiBase } from '../../platform/http/http.ts';
import { days } from '../../platform/process/durations.ts';
import { makeCard, makeMember, orderBody } from '../../testing/builders.ts';
import { makeOperator, officeOf } from '../../testing/office.ts';
import { startShop } from '../../testing/start-shop.ts';

async function openBooks() {
  const shop = await startShop({ working: false });
  const office = officeOf(shop);
  const anna = await makeMember(shop, { walletMinor: 50_00n });
  const [clara, dora] = [
    await makeOperator(shop, 'finance', office),
    await makeOperator(shop, 'owner', office),
  ];
  const wallet = `member:${anna.id}:wallet:usd`;
  const { today } = await shop.db.one(sql<{ today: string }>`
    select (app_now() at time zone 'UTC')::date::text as today`);
  const count = async () => {
    await sealAll(shop.db);
    await Promise.all([countDays(shop.db), countDays(shop.db)]);
  };
  const gift = (amount = '5.00') => ({
    sReason: 'A goodwill gift',
    aEntries: [
      { sAccount: 'house:losses:usd', sCurrency: 'usd', sAmount: `-${amount}` },
      { sAccount: wallet, sCurrency: 'usd', sAmount: amount },
    ],
  });
  const ask = async () => (await clara.call(askCorrection, { body: gift() })).data._id as string;
  return { shop, office, anna, clara, dora, wallet, today, count, gift, ask };
}

test('the trial balance of a day is that of all postings sealed up to it, counted once', async () => {
  const { shop, anna, clara, today, count } = await openBooks();
  const body = orderBody(anna, { card: await makeCard(shop), totalMinor: 10_00n });
  await shop.call(pay, { token: anna.token, body });
  await count();
  const at = async (dDay: string) => (await clara.call(trialBalance, { query: { dDay } })).data;
  const first = await at(today);
  const wanted = await shop.db.rows(sql`
    select case when name like 'house:%' then 'house:' || split_part(name, ':', 2)
        else 'members:' || split_part(name, ':', 3) end as "sAccount", p.currency as "sCurrency",
      (sum(amount) / 100)::numeric(20, 2)::text as "sBalance"
    from ledger_postings p join ledger_accounts a on a.id = p.account_id group by 1, 2 order by 1, 2`);
  expect(first).toMatchObject(wanted);
  expect(first.length).toBe(wanted.length);
  await count();
  expect(await at(today)).toEqual(first);
  const [next] = await at(new Date(Date.parse(today) + days(1)).toISOString().slice(0, 10));
  expect(next).toMatchObject({ sMoved: '0.00', sBalance: first[0].sBalance });
});

test('a month’s figures are a CSV by kind and account', async () => {
  const { office, clara, today, count } = await openBooks();
  await count();
  const url = `${apiBase}${monthFigures.path.replace('{sMonth}', today.slice(0, 7))}`;
  const { body, headers } = await office.app.inject({ url, headers: { cookie: clara.cookie } });
  expect(headers['content-type']).toContain('text/csv');
  expect(body).toContain('redeem,"members:wallet",usd,50.00,1\r\n');
  expect(body).toContain('redeem,"house:vouchers",usd,-50.00,1\r\n');
});

test('journals are listed the newest first, of all, of an owner and of an account', async () => {
  const { shop, anna, clara, wallet } = await openBooks();
  const body = orderBody(anna, { card: await makeCard(shop), totalMinor: 10_00n });
  await shop.call(pay, { token: anna.token, body });
  const list = async (query: object) => (await clara.call(listJournals, { query })).data;
  const all = await list({});
  expect(all.aRows.map(({ sKind }: { sKind: string }) => sKind)).toEqual(['buy', 'redeem']);
  expect(await list({ sOwner: anna.id })).toEqual(all);
  expect(await list({ sAccount: wallet })).toEqual(all);
  expect((await list({ sAccount: 'house:vouchers:usd' })).aRows).toMatchObject([
    {
      sKind: 'redeem',
      aPostings: expect.arrayContaining([{ sAccount: wallet, sCurrency: 'usd', sAmount: '50.00' }]),
    },
  ]);
  expect((await list({ sOwner: 'mem_nobody' })).aRows).toEqual([]);
  expect((await clara.call(listJournals, { query: { sAfter: 'x' } })).status).toBe(400);
});

test('a correction is booked once, by a second person', async () => {
  const { shop, anna, clara, dora, ask } = await openBooks();
  const id = await ask();
  const book = { params: { id } };
  expect((await clara.call(bookCorrection, book)).code).toBe('ledger.second_person');
  const both = await Promise.all([
    dora.call(bookCorrection, book),
    dora.call(bookCorrection, book),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await clara.call(rejectCorrection, book)).code).toBe('case.decided');
  const { balance } = await shop.db.one(sql<{ balance: bigint }>`
    select b.balance from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.name = ${`member:${anna.id}:wallet:usd`}`);
  expect(balance).toBe(55_00n);
  const { aRows } = (await clara.call(listCorrections)).data;
  expect(aRows).toMatchObject([{ _id: id, bMine: true, sDecision: 'booked' }]);
});

test('a correction that does not sum to zero, names no account or takes more than there is books nothing', async () => {
  const { clara, dora, gift, wallet } = await openBooks();
  const uneven = gift();
  uneven.aEntries[1] = { sAccount: wallet, sCurrency: 'usd', sAmount: '6.00' };
  expect((await clara.call(askCorrection, { body: uneven })).code).toBe('ledger.unbalanced');
  const strange = gift();
  strange.aEntries[0] = { sAccount: 'house:gifts:usd', sCurrency: 'usd', sAmount: '-5.00' };
  expect((await clara.call(askCorrection, { body: strange })).code).toBe('ledger.unknown_account');
  const { data } = await clara.call(askCorrection, {
    body: {
      sReason: 'Too much',
      aEntries: [
        { sAccount: wallet, sCurrency: 'usd', sAmount: '-50.01' },
        { sAccount: 'house:losses:usd', sCurrency: 'usd', sAmount: '50.01' },
      ],
    },
  });
  expect((await dora.call(bookCorrection, { params: { id: data._id } })).code).toBe('ledger.short');
  expect((await clara.call(listCorrections)).data.aRows).toMatchObject([{ sDecision: null }]);
});

test('nobody books alone or without a correction, also with the shop’s role', async () => {
  const { shop, clara, ask } = await openBooks();
  const id = await ask();
  const broken = (change: Parameters<typeof shop.db.run>[0]) =>
    shop.db.run(change).then(() => 'done', brokenConstraint);
  const decided = sql`
    update ledger_corrections set decision = 'booked', decided_by = ${clara.id}, decided_at = now() where id = ${id}`;
  expect(await broken(decided)).toBe('ledger_corrections_by_two');
  const forged = sql`
    select from ledger_post_all(array['house'], array[${`correction:${id}`}], array['\\x00'::bytea], array['correction'],
      array['x'], array[null]::jsonb[], array[]::int[], array[]::smallint[], array[]::text[], array[]::text[], array[]::bigint[])`;
  expect(await broken(forged)).toBe('ledger_corrections_booked');
  const changed = sql`update ledger_corrections set entries = '[]' where id = ${id}`;
  expect(await broken(changed)).toBe('ledger_corrections_edges');
  expect(await broken(sql`delete from ledger_corrections`)).not.toBe('done');
});
