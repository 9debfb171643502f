/** Sheets imported on screen. */
import * as calls from '@giftlane/contract/office/imports.ts';
import { listBrands } from '@giftlane/contract/shop/catalog.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { expect, inject, onTestFinished, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours, minutes } from '../../platform/process/durations.ts';
import {
  loadCodes,
  makeCard,
  makeMember,
  orderBody,
  type TestMember,
} from '../../testing/builders.ts';
import { until } from '../../testing/crashes.ts';
import { cloneDatabase } from '../../testing/databases.ts';
import { openKillable } from '../../testing/killable.ts';
import { makeOperator, type TestOperator } from '../../testing/office.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { addOperator, openOperator } from '../operators/operators.ts';
import { addImport, beginLoading, importJobs } from './imports.ts';
import { findImport, lockImport } from './queries.ts';

const file = (content: string | Buffer) =>
  new File([Uint8Array.from(Buffer.from(content as string))], 'x');

type Kind = 'catalogue' | 'codes';

/** An import whose sheet was checked, and what to do with it. */
async function upload(olga: TestOperator, kind: Kind, content: string | Buffer) {
  const query = { sName: 'supplier.csv' };
  const sent = await olga.call(calls.addImport, { params: { kind }, query, body: file(content) });
  const params = { id: sent.data._id };
  const show = async () => (await olga.call(calls.showImport, { params })).data;
  const wait = async (state: string) => {
    await until(`the import is ${state}`, async () => (await show()).eState === state);
    return show();
  };
  return {
    ...params,
    show,
    wait,
    checked: await wait('checked'),
    lines: async (eOutcome?: 'added' | 'changed' | 'refused') =>
      (await olga.call(calls.listImportLines, { params, query: eOutcome ? { eOutcome } : {} })).data
        .aRows,
    readAs: (body: object) => olga.call(calls.readImportAs, { params, body: body as never }),
    load: () => olga.call(calls.loadImport, { params }),
    undo: () => olga.call(calls.undoImport, { params }),
    drop: () => olga.call(calls.dropImport, { params }),
  };
}

async function openImports() {
  const shop = await startShop();
  const card = await makeCard(shop, { codes: 0 });
  return { shop, card, olga: await makeOperator(shop, 'catalogue') };
}

const statesOf = (shop: TestShop) =>
  shop.db.rows(sql<{ state: string; codes: number }>`
    select state, count(*)::int as codes from codes group by state order by state`);

const sheetOf = (cardId: string, count: number, first = 1) =>
  `card_id,serial,code\r\n${Array.from({ length: count }, (_, i) => `${cardId},S-${first + i},CODE-${String(first + i).padStart(6, '0')}\r\n`).join('')}`;

/** Buys cards from the wallet. */
async function buy(
  shop: TestShop,
  card: { id: string },
  { quantity = 1, member }: { quantity?: number; member?: TestMember } = {},
) {
  const anna = member ?? (await makeMember(shop, { walletMinor: 100_00n }));
  return shop.call(pay, {
    token: anna.token,
    body: orderBody(anna, { card, quantity, totalMinor: BigInt(quantity) * 10_00n }),
  });
}

test('a sheet with a wrong line loads nothing; mended it is loaded whole, and undone as a whole', async () => {
  const { shop, card, olga } = await openImports();
  const content = `card_id;serial;code\r\n${card.id};S-1;AAAA-0001\r\n${card.id};S-2;=A2\r\n${card.id};;AAAA-0003\r\nnobody;S-4;AAAA-0004\r\n`;
  const wrong = await upload(olga, 'codes', content);
  expect(wrong.checked).toMatchObject({ nAdded: 1, nRefused: 3, eSeparator: ';' });
  expect(await wrong.lines()).toEqual([
    expect.objectContaining({ nLine: 2, eOutcome: 'added', sWhat: 'Nimbus' }),
    expect.objectContaining({ nLine: 3, sColumn: 'code', sWhat: 'code is a formula' }),
    expect.objectContaining({ nLine: 4, sColumn: 'serial' }),
    expect.objectContaining({ nLine: 5, sColumn: 'card_id' }),
  ]);
  expect((await wrong.load()).code).toBe('import.not_ready');
  expect(await statesOf(shop)).toEqual([]);
  expect((await wrong.drop()).status).toBe(200);
  const mended = await upload(olga, 'codes', sheetOf(card.id, 3));
  expect(await statesOf(shop)).toEqual([]);
  expect((await mended.load()).status).toBe(200);
  expect(await mended.wait('loaded')).toMatchObject({ nDone: 3, bKept: false });
  expect(await statesOf(shop)).toEqual([{ state: 'free', codes: 3 }]);
  expect((await mended.undo()).status).toBe(200);
  expect((await mended.undo()).code).toBe('import.not_ready');
  expect(await statesOf(shop)).toEqual([{ state: 'void', codes: 3 }]);
});

test('the same sheet twice: the second is refused line by line, and after an undo it is loaded again', async () => {
  const { shop, card, olga } = await openImports();
  const first = await upload(olga, 'codes', sheetOf(card.id, 2));
  const second = await upload(olga, 'codes', sheetOf(card.id, 2));
  await first.load();
  await first.wait('loaded');
  // Checked before the first was loaded: what has changed since is found, and nothing is loaded.
  await second.load();
  expect(await second.wait('checked')).toMatchObject({ nAdded: 0, nRefused: 2 });
  expect(await second.lines('refused')).toContainEqual(
    expect.objectContaining({ nLine: 2, sColumn: 'code', sWhat: 'code was loaded before' }),
  );
  await first.undo();
  const third = await upload(olga, 'codes', sheetOf(card.id, 2));
  await third.load();
  await third.wait('loaded');
  expect(await statesOf(shop)).toEqual([
    { state: 'free', codes: 2 },
    { state: 'void', codes: 2 },
  ]);
});

test('an import of which one code was bought can not be undone', async () => {
  const { shop, card, olga } = await openImports();
  const done = await upload(olga, 'codes', sheetOf(card.id, 5));
  await done.load();
  await done.wait('loaded');
  expect((await buy(shop, card)).status).toBe(200);
  expect((await done.undo()).code).toBe('import.sold');
  expect(await statesOf(shop)).toEqual([
    { state: 'free', codes: 4 },
    { state: 'sold', codes: 1 },
  ]);
});

test('an import undone while its codes are bought: either all are gone or none', async () => {
  const { shop, card, olga } = await openImports();
  const member = await makeMember(shop, { walletMinor: 500_00n });
  for (let round = 0; round < 8; round += 1) {
    const done = await upload(olga, 'codes', sheetOf(card.id, 4, 1 + round * 10));
    await done.load();
    await done.wait('loaded');
    // Purchases begin a little earlier in each round: in the first the undo wins, in the last they do.
    const buying = [2, 1].map((quantity) => buy(shop, card, { quantity, member }));
    await new Promise((resolve) => setTimeout(resolve, round * 6));
    const [undone, ...bought] = await Promise.all([done.undo(), ...buying]);
    const sold = bought.filter(({ status }) => status === 200).length;
    const states = await shop.db.rows(sql<{ state: string; codes: number }>`
      select c.state, count(*)::int as codes from codes c join imports i on i.batch_id = c.batch_id
      where i.id = ${done.id} group by c.state`);
    if (undone.status === 200) expect([sold, states]).toEqual([0, [{ state: 'void', codes: 4 }]]);
    else expect([undone.code, sold > 0]).toEqual(['import.sold', true]);
    await shop.db.run(sql`update codes set state = 'void' where state = 'free'`);
  }
});

test('encoding, separator and columns are recognised, and read otherwise when a person says so', async () => {
  const { olga } = await openImports();
  const text =
    'brand\ttitle\tcategory\tPreis\tvalue\tcurrency\nmuell\tMüll\tGaming\t9.50\t10\tusd\n';
  const found = await upload(olga, 'catalogue', Buffer.from(text, 'latin1'));
  expect(found.checked).toMatchObject({
    eEncoding: 'windows-1252',
    eSeparator: '\t',
    aHead: ['brand', 'title', 'category', 'Preis', 'value', 'currency'],
    aColumns: ['brand', 'title', 'category', '', 'value', 'currency'],
  });
  expect(await found.lines('refused')).toEqual([
    expect.objectContaining({ nLine: 2, sColumn: 'price', sWhat: 'A new card needs a price' }),
  ]);
  const aColumns = ['brand', 'title', 'category', 'price', 'value', 'currency'];
  const how = { eEncoding: 'windows-1252', eSeparator: '\t' };
  await found.readAs({ ...how, aColumns });
  expect(await found.wait('checked')).toMatchObject({ nRefused: 0, aColumns });
  expect((await found.lines()).map(({ sWhat }: { sWhat: string }) => sWhat)).toEqual([
    'Müll',
    'Müll $10',
  ]);
  await found.readAs({ ...how, eEncoding: 'utf-8' });
  expect(await found.wait('checked')).toMatchObject({ nRefused: 1 });
  const wide = await upload(olga, 'catalogue', Buffer.from(text, 'utf16le'));
  expect(wide.checked).toMatchObject({ eEncoding: 'utf-16le', eSeparator: '\t' });
  await wide.drop();
  expect((await wide.readAs(how)).code).toBe('import.not_ready');
});

test('an import of brands says what changes, and its undo brings back what was there', async () => {
  const { shop, olga } = await openImports();
  const head = 'brand,title,category,short_desc,currency,value,price,discount\r\n';
  const prices = async () => {
    await shop.catalog.refresh();
    const { body } = await shop.call(listBrands, { body: {} });
    return body.data.flatMap(({ categoryData, cards }) =>
      cards.map(({ nPrice }) => `${categoryData.sTitle} ${nPrice}`),
    );
  };
  const run = async (rows: string) => {
    const done = await upload(olga, 'catalogue', head + rows);
    await done.load();
    await done.wait('loaded');
    return done;
  };
  await run('orbit,Orbit,Gaming,,usd,10,10,0\r\n');
  const rows = 'orbit,Orbit,Gaming,New,usd,10,9.5,5\r\nlumen,Lumen,Gaming,,usd,5,5,0\r\n';
  const second = await run(rows);
  expect((await second.lines()).map(({ sWhat }: { sWhat: string }) => sWhat)).toEqual([
    'Orbit: short_desc',
    'Orbit $10: price 10.00 → 9.50, discount 0% → 5%',
    'Lumen',
    'Lumen $5',
  ]);
  expect(await prices()).toEqual(['Lumen 5', 'Nimbus 10', 'Orbit 9.5']);
  expect((await second.undo()).status).toBe(200);
  expect(await prices()).toEqual(['Nimbus 10', 'Orbit 10']);
  // What the undone import had made is made anew by the next.
  const third = await run(rows);
  expect(third.checked).toMatchObject({ nAdded: 1, nChanged: 1 });
  expect(await prices()).toEqual(['Lumen 5', 'Nimbus 10', 'Orbit 9.5']);
  await shop.db.run(sql`update cards set price_minor = 800 where price_minor = 950`);
  expect((await third.undo()).code).toBe('import.changed_since');
});

test('an import of brands whose card was ordered since can not be undone', async () => {
  const { shop, olga } = await openImports();
  const content = 'brand,title,category,currency,value,price\r\norbit,Orbit,Gaming,usd,10,10\r\n';
  const done = await upload(olga, 'catalogue', content);
  await done.load();
  await done.wait('loaded');
  const card = await shop.db.one(sql<{ id: string }>`
    select c.id from cards c join brands b on b.id = c.brand_id where b.slug = 'orbit'`);
  await loadCodes(shop, card.id, 1);
  await shop.catalog.refresh();
  expect((await buy(shop, card)).status).toBe(200);
  expect((await done.undo()).code).toBe('import.sold');
});

test('a sheet is stored encrypted, and gone once it was loaded, given up, or after a day', async () => {
  const { shop, card, olga } = await openImports();
  const contents = () =>
    shop.db.rows(sql<{ content: Buffer | null; head: string[] }>`
      select content, head from imports order by created_at`);
  const gone = async () =>
    (await contents()).map(({ content, head }) => content === null && head.length === 0);
  const [loaded, dropped] = [
    await upload(olga, 'codes', sheetOf(card.id, 1)),
    await upload(olga, 'codes', sheetOf(card.id, 1, 5)),
  ];
  await upload(olga, 'codes', sheetOf(card.id, 1, 9));
  for (const { content } of await contents()) expect(content?.includes('CODE-')).toBe(false);
  await loaded.load();
  await loaded.wait('loaded');
  await dropped.drop();
  expect(await gone()).toEqual([true, true, false]);
  await shop.moveClock(hours(25));
  await shop.worker?.chore('imports.sweep');
  expect(await gone()).toEqual([true, true, true]);
  const lines = await shop.db.rows(sql`select 1 from import_lines`);
  expect(lines).toEqual([]);
  const [, , third] = await shop.db.rows(sql<{ state: string }>`
    select state from imports order by created_at`);
  expect(third?.state).toBe('dropped');
});

test('each kind of sheet is for those who may change what it changes', async () => {
  const { shop, card, olga } = await openImports();
  const done = await upload(olga, 'codes', sheetOf(card.id, 1));
  const sam = await makeOperator(shop, 'support');
  const params = { id: done.id };
  const calling = [
    sam.call(calls.showImport, { params }),
    sam.call(calls.loadImport, { params }),
    sam.call(calls.undoImport, { params }),
    sam.call(calls.dropImport, { params }),
    sam.call(calls.listImportLines, { params }),
    sam.call(calls.addImport, {
      params: { kind: 'codes' },
      query: { sName: 'x' },
      body: file('x'),
    }),
  ];
  for (const { status } of await Promise.all(calling)) expect(status).toBe(403);
  expect((await sam.call(calls.listImports)).data.aRows).toEqual([]);
  expect((await olga.call(calls.listImports)).data.aRows).toHaveLength(1);
});

test('no cell of a sheet of codes is kept in clear, whatever columns it has', async () => {
  const { shop, card, olga } = await openImports();
  const kept = async (id: string) => {
    const { words } = await shop.db.one(sql<{ words: string }>`
      select i::text || (select string_agg(l::text, ' ') from import_lines l where import_id = i.id)
        as words from (select id, head, columns, notes from imports) i where id = ${id}`);
    return words;
  };
  const bare = await upload(olga, 'codes', `${card.id},S-1,PIN-1\r\nPIN-2,S-2,${card.id}\r\n`);
  expect(bare.checked.aHead).toEqual(['', '', '']);
  expect(await kept(bare.id)).not.toContain('PIN-');
  const how = { eEncoding: 'utf-8', eSeparator: ',' };
  await bare.readAs({ ...how, aColumns: ['card_id', 'serial', 'code'] });
  expect((await bare.wait('checked')).nRefused).toBe(1);
  expect(await bare.lines()).toEqual([
    expect.objectContaining({ sColumn: 'card_id', sWhat: 'card_id is of no card' }),
  ]);
  expect(await kept(bare.id)).not.toContain('PIN-');
  const rows = `${card.id},PIN-3,S-3\r\n${card.id},6.1E+18,S-4\r\n`;
  const mixed = await upload(olga, 'codes', `Card_ID,serial,code,PIN-0\r\n${rows}`);
  expect(mixed.checked.aHead).toEqual(['card_id', 'serial', 'code', '']);
  await mixed.readAs({ ...how, aColumns: ['card_id', 'serial', 'code', ''] });
  await mixed.wait('checked');
  expect(await kept(mixed.id)).not.toMatch(/PIN-|6\.1E/);
});

test('each look at what a check found is in the audit log', async () => {
  const { shop, card, olga } = await openImports();
  const done = await upload(olga, 'codes', sheetOf(card.id, 1));
  await done.lines();
  const logged = await shop.db.rows(sql`
    select subject from audit_entries where deed = 'imports.listLines'`);
  expect(logged).toEqual([{ subject: done.id }]);
});

/** Imports whose jobs run when a test says so. */
async function openByHand() {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 0 });
  const olga = await makeOperator(shop, 'catalogue');
  const parts = { db: shop.db, keys: shop.config.keys };
  const handlers = importJobs(parts) as Record<string, (payload: unknown) => Promise<void>>;
  const work = async () => {
    const jobs = await shop.db.rows(sql<{ task: string; payload: unknown }>`
      delete from jobs where queue = 'imports' returning task, payload`);
    for (const { task, payload } of jobs) await handlers[task]?.(payload);
  };
  const add = (content: string) =>
    addImport(parts, {
      kind: 'codes',
      name: 'x',
      bytes: Buffer.from(content),
      operatorId: olga.id,
    });
  const state = async (id: string) => (await findImport(shop.db, id))?.state;
  return { shop, card, olga, parts, work, add, state };
}

test('a sheet that is checked anew instead of loaded has a job for that, which no kill loses', async () => {
  const { card, parts, work, add, state } = await openByHand();
  const first = await add(sheetOf(card.id, 2));
  await work();
  const second = await add(sheetOf(card.id, 2));
  await work();
  await beginLoading(parts, first);
  await work();
  await beginLoading(parts, second);
  await work();
  expect(await state(second)).toBe('checking');
  await work();
  expect(await findImport(parts.db, second)).toMatchObject({ state: 'checked', refused: 2 });
});

test('an import whose loading was given up is discarded by a person or after a day, one under way is not', async () => {
  const { shop, card, olga, parts, work, add, state } = await openByHand();
  const [dropped, old] = [await add(sheetOf(card.id, 2)), await add(sheetOf(card.id, 2, 5))];
  await work();
  await beginLoading(parts, dropped);
  await beginLoading(parts, old);
  const drop = () => olga.call(calls.dropImport, { params: { id: dropped } });
  expect((await drop()).code).toBe('import.not_ready');
  const giveUp = (id: string) =>
    shop.db.run(sql`
      update jobs set given_up_at = now() where payload ->> 'importId' = ${id}`);
  await giveUp(dropped);
  await shop.db.tx(async (tx) => {
    await lockImport(tx, dropped);
    expect((await drop()).code).toBe('import.not_ready');
  });
  expect((await drop()).status).toBe(200);
  expect(await state(dropped)).toBe('dropped');
  await shop.moveClock(hours(25));
  const sweep = () => shop.chores.find(({ name }) => name === 'imports.sweep')?.run();
  await sweep();
  expect(await state(old)).toBe('loading');
  await giveUp(old);
  await sweep();
  expect(await state(old)).toBe('dropped');
  // A retry of what was given up loads nothing.
  await work();
  expect(await statesOf(shop)).toEqual([]);
});

test('more codes than one person voids are undone alone only by whoever loaded them, within a day', async () => {
  const { shop, card, olga } = await openImports();
  const ben = await makeOperator(shop, 'catalogue');
  const run = async (count: number, first: number) => {
    const done = await upload(olga, 'codes', sheetOf(card.id, count, first));
    await done.load();
    await done.wait('loaded');
    const by = (operator: TestOperator) =>
      operator.call(calls.undoImport, { params: { id: done.id } });
    return { ...done, by };
  };
  const [few, many, late] = [await run(50, 1), await run(51, 101), await run(51, 201)];
  expect((await few.by(ben)).status).toBe(200);
  expect((await many.by(ben)).code).toBe('import.undo_needs_two');
  expect((await many.by(olga)).status).toBe(200);
  await shop.db.run(sql`
    update imports set loaded_at = loaded_at - interval '25 hours' where id = ${late.id}`);
  expect((await late.by(olga)).code).toBe('import.undo_needs_two');
  expect(await statesOf(shop)).toEqual([
    { state: 'free', codes: 51 },
    { state: 'void', codes: 101 },
  ]);
});

test(
  'an import killed in its middle goes on: all of it is loaded, once',
  async () => {
    const database = await cloneDatabase(inject('server'));
    const world = await openKillable(database.url);
    onTestFinished(async () => {
      await world.close();
      await database.drop();
    });
    const { shop } = world;
    const { keys } = shop.config;
    const card = await makeCard(shop, { codes: 0 });
    const operatorId = await shop.db.tx(async (tx) => {
      await addOperator(tx, keys, { email: 'olga@giftlane.test', role: 'catalogue' });
      return (await openOperator(tx, 'olga@giftlane.test'))?.id ?? '';
    });
    const bytes = Buffer.from(sheetOf(card.id, 7_000));
    const parts = { db: shop.db, keys };
    const id = await addImport(parts, { kind: 'codes', name: 'x', bytes, operatorId });
    const state = async () => (await findImport(shop.db, id))?.state;
    const first = await world.live({ CRASH_POINT: 'imports.load:3' });
    await until('it is checked', async () => (await state()) === 'checked');
    await beginLoading(parts, id);
    expect(await first.death).toBe('SIGKILL');
    const half = await findImport(shop.db, id);
    expect([half?.state, half?.done]).toEqual(['loading', 4_000]);
    expect(await shop.db.rows(sql`select 1 from codes limit 1`)).toEqual([]);
    // Others take what a killed worker held after a minute.
    await shop.db.run(sql`update jobs set leased_until = now()`);
    await shop.db.run(sql`update job_queues set leased_until = now()`);
    await world.live();
    await until('it is loaded', async () => (await state()) === 'loaded');
    const { codes, batches } = await shop.db.one(sql<{ codes: number; batches: number }>`
      select count(*)::int as codes, count(distinct batch_id)::int as batches from codes`);
    expect([codes, batches]).toEqual([7_000, 1]);
    expect((await world.verify()).problems).toEqual([]);
  },
  minutes(3),
);
