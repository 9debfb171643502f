import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as calls from '@giftlane/contract/my-data.ts';
import { expect, test } from 'vitest';
import { type Statement, sql } from '../../platform/db.ts';
import { days, minutes } from '../../platform/durations.ts';
import { makeMember, type TestMember, testPassword } from '../../testing/builders.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { showOwner } from '../accounts/accounts.ts';
import { personalData } from '../kyc/applicants.testing.ts';
import { mailsTo } from '../newsletter/readers.testing.ts';
import { makeCopy } from './copies.ts';
import { piecesOf } from './copy-files.ts';
import { aLife, partsOf, plantMarkers, sweep, unzip } from './lives.testing.ts';
import { personal } from './register.ts';
import { zipOf } from './zip.ts';

const password = { sPassword: testPassword };

const ask = (shop: TestShop, { token }: Pick<TestMember, 'token'>) =>
  shop.call(calls.askCopy, { token, body: password });

/** Has a copy made at once, and answers the address that gives it. */
async function readyCopy(shop: TestShop, member: TestMember): Promise<string> {
  expect((await ask(shop, member)).body.data.eState).toBe('making');
  const { id } = await shop.db.one(sql<{ id: string }>`
    select id from data_exports where member_id = ${member.id} and state = 'asked'`);
  await makeCopy(partsOf(shop), id);
  return linked(shop, member);
}

async function linked(shop: TestShop, { token }: TestMember): Promise<string> {
  const reply = await shop.call(calls.linkCopy, { token, body: password });
  return shop.url + reply.body.data.sUrl;
}

/** The state of the newest copy. */
const stateOf = async (shop: TestShop, { token }: TestMember) =>
  (await shop.call(calls.showMyData, { token })).body.data.oCopy.eState;

/** The files in which copies lie. */
async function piecesIn(shop: TestShop): Promise<string[]> {
  const folder = join(shop.config.dataDir, 'uploads', 'exports');
  return readdir(folder).catch(() => []);
}

async function fetched(address: string): Promise<Buffer> {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test('N a copy has every column that the register shows, with what stands in it, and every picture', async () => {
  const shop = await startShop({ working: false });
  const { anna, gift } = await aLife(shop);
  const marks = await plantMarkers(shop, anna.id);
  const files = unzip(await fetched(await readyCopy(shop, anna)));
  const missing: string[] = [];
  for (const { name, file, shown } of personal) {
    if (!file) continue;
    const json = files.get(`${file.name}.json`)?.toString() ?? '[]';
    const rows = JSON.parse(json) as Record<string, unknown>[];
    for (const column of shown) {
      const mark = marks.get(`${name}.${column}`);
      const there = rows.some((row) => (mark ? row[column] === mark : column in row));
      if (!there) missing.push(`${name}.${column}`);
    }
  }
  expect(missing).toEqual([]);
  expect(marks.size).toBeGreaterThan(30);
  const identity = files.get('identity/submitted.json')?.toString();
  expect(identity).toContain(personalData.address1);
  const pictures = [...files].filter(([name]) => /^pictures\/.*\.(?:jpg|png|webp)$/.test(name));
  expect(pictures.length).toBe(8);
  expect(pictures.every(([, bytes]) => bytes.length > 100)).toBe(true);
  expect(files.get('README.txt')?.toString()).toContain('orders/lines.json');
  // Codes are money for whoever finds the file.
  const whole = [...files.values()].map((bytes) => bytes.toString('latin1')).join('\n');
  expect(gift.codes.filter((code) => whole.includes(code))).toEqual([]);
  const [hash] = await shop.db.rows(sql<{ hash: string }>`
    select password_hash as hash from members where id = ${anna.id}`);
  expect(whole).not.toContain(hash?.hash);
});

test('N a copy has nothing of others, also not of whoever owns the address in truth', async () => {
  const shop = await startShop({ working: false });
  const mallory = await makeMember(shop, { verified: true });
  const { anna } = await aLife(shop);
  await shop.db.run(sql`
    insert into contact_messages (id, email, full_name, subject, message, suspect)
    values ('msg_x', ${mallory.email}, 'Owner', 'Hello', 'written by the owner', false)`);
  const files = unzip(await fetched(await readyCopy(shop, mallory)));
  const whole = [...files.values()].map((bytes) => bytes.toString()).join('\n');
  expect(whole).not.toContain('written by the owner');
  expect(whole).not.toContain(anna.id);
});

test('N the address works once, for five minutes, and fetching deletes the copy', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const first = await readyCopy(shop, anna);
  const second = await linked(shop, anna);
  expect((await fetch(first)).status).toBe(404);
  // A look at its head uses nothing up.
  await fetch(second, { method: 'HEAD' });
  const tries = await Promise.all(Array.from({ length: 5 }, () => fetch(second)));
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
  await Promise.all(tries.map((reply) => reply.arrayBuffer()));
  await expect.poll(() => piecesIn(shop)).toEqual([]);
  expect(await stateOf(shop, anna)).toBe('none');
  const third = await readyCopy(shop, anna);
  await shop.moveClock(minutes(6));
  expect((await fetch(third)).status).toBe(404);
  expect(await stateOf(shop, anna)).toBe('ready');
});

test('N a copy lies encrypted, and nobody has fetched it after three days: it is gone', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  await readyCopy(shop, anna);
  const [piece = ''] = await piecesIn(shop);
  const bytes = await readFile(join(shop.config.dataDir, 'uploads', 'exports', piece));
  expect(bytes.includes('PK')).toBe(bytes.indexOf('profile.json') >= 0);
  expect(bytes.includes('README')).toBe(false);
  await shop.moveClock(days(3.1));
  expect(await stateOf(shop, anna)).toBe('none');
  await sweep(shop);
  expect(await piecesIn(shop)).toEqual([]);
});

test('N a copy takes the password, one is made at a time, and a few a day', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const { token } = anna;
  const wrong = await shop.call(calls.askCopy, { token, body: { sPassword: 'not-this-one' } });
  expect(wrong.body.code).toBe('account.wrong_password');
  await Promise.all([ask(shop, anna), ask(shop, anna), ask(shop, anna)]);
  const { asked } = await shop.db.one(sql<{ asked: number }>`
    select count(*)::int as asked from data_exports`);
  expect(asked).toBe(1);
  const { id } = await shop.db.one(sql<{ id: string }>`select id from data_exports`);
  await makeCopy(partsOf(shop), id);
  const unlinked = await shop.call(calls.linkCopy, { token, body: { sPassword: 'not-this-one' } });
  expect(unlinked.body.code).toBe('account.wrong_password');
  await readyCopy(shop, anna);
  await readyCopy(shop, anna);
  expect((await ask(shop, anna)).body.code).toBe('copy.too_many');
  await shop.moveClock(days(1.1));
  // Her session goes on.
  expect((await ask(shop, anna)).status).toBe(200);
});

test('N a copy that was begun by a process that died is made anew, and leaves no file behind', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  await ask(shop, anna);
  const { id } = await shop.db.one(sql<{ id: string }>`select id from data_exports`);
  await shop.files.closed.put(`exports/${id}-1-0.part`, Buffer.from('half of it'));
  await shop.db.run(sql`update data_exports set attempt = 1, parts = 1 where id = ${id}`);
  await makeCopy(partsOf(shop), id);
  expect(await piecesIn(shop)).toEqual([`${id}-2-0.part`]);
  expect(unzip(await fetched(await linked(shop, anna))).has('account/profile.json')).toBe(true);
});

test('N the mail that says it is ready has no link that opens it', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  await ask(shop, anna);
  const [mail] = await mailsTo(shop, anna.email);
  expect(mail?.subject).toBe('Your copy is ready');
  expect(mail?.text).toContain('/account/my-data');
  expect(mail?.text).not.toContain('/copies/');
});

test('N a copy is read no faster than it is written, however much there is', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  await shop.db.run(sql`
    insert into contact_messages (id, email, full_name, subject, message, suspect)
    select 'msg_' || n, ${anna.email}, 'Anna', '',
      (select string_agg(md5(n || ' ' || m), '') from generate_series(1, 150) m), false
    from generate_series(1, 10000) n`);
  await shop.db.tx((tx) => showOwner(tx, anna.id));
  let read = 0;
  const atFirstPiece = await shop.db.survey(async (tx) => {
    const counting = {
      ...tx,
      rows: async <Row>(statement: Statement<Row>) => {
        const rows = await tx.rows(statement);
        read += rows.length;
        return rows;
      },
    };
    const wish = { memberId: anna.id, identityYears: 5 };
    const pieces = piecesOf(await zipOf(counting, partsOf(shop), wish));
    await pieces.next();
    const soFar = read;
    for await (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(1024 * 1024);
    return soFar;
  });
  expect(read).toBeGreaterThan(10_000);
  expect(atFirstPiece).toBeLessThan(4_000);
});
