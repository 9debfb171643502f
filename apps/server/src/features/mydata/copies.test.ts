import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { changePassword } from '@giftlane/contract/members/accounts.ts';
import * as calls from '@giftlane/contract/members/my-data.ts';
import { lockAccount } from '@giftlane/contract/members/security.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runOn } from '../../cli/run.testing.ts';
import { type Statement, sql } from '../../platform/db/db.ts';
import { days, hours, minutes } from '../../platform/process/durations.ts';
import { makeMember, type TestMember, testPassword } from '../../testing/builders.ts';
import { runChore } from '../../testing/faults.ts';
import { longTest } from '../../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { markVerified, showOwner } from '../accounts/accounts.ts';
import { refundOrder } from '../checkout/refund/refund.ts';
import { personalData } from '../kyc/applicants.testing.ts';
import { mailsTo } from '../newsletter/readers.testing.ts';
import { bought, codeOf, settle, tie } from '../points/points.testing.ts';
import { makeCopy } from './copies.ts';
import { piecesOf, putPiece } from './copy-files.ts';
import { dropCopies } from './copy-queries.ts';
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

/** Long messages of a member to the shop, which are theirs. */
async function writeMuch(shop: TestShop, { id, email }: TestMember, messages: number) {
  await shop.db.run(sql`
    insert into contact_threads (id, email, subject, reference) values ('thr_1', ${email}, '', 'r')`);
  await shop.db.run(sql`
    insert into contact_messages (id, email, full_name, subject, message, suspect, thread_id)
    select 'msg_' || n, ${email}, 'Anna', '',
      (select string_agg(md5(n || ' ' || m), '') from generate_series(1, 150) m), false, 'thr_1'
    from generate_series(1, ${messages}::int) n`);
  await shop.db.tx((tx) => showOwner(tx, id));
}

test('N a copy has every column that the register shows, with what stands in it, and every picture', async () => {
  const shop = await startShop({ working: false });
  const { anna, gift } = await aLife(shop);
  const marks = await plantMarkers(shop, anna.id);
  await shop.db.run(sql`
    insert into capture_reversals (provider, id, capture_id, amount_minor)
    select provider, 'TAKEN', capture_id, 1 from payment_captures where member_id = ${anna.id} limit 1`);
  await shop.db.run(sql`
    insert into capture_decisions (provider, capture_id, nth, decision, amount_minor)
    select provider, capture_id, 1, 'kept', 1 from capture_reversals`);
  const files = unzip(await fetched(await readyCopy(shop, anna)));
  const missing: string[] = [];
  for (const { name, file, shown, masked } of personal) {
    if (!file) continue;
    const json = files.get(`${file.name}.json`)?.toString() ?? '[]';
    const rows = JSON.parse(json) as Record<string, unknown>[];
    for (const column of shown) {
      // What is another's of hers is left out: the column is there.
      const mark = masked?.[column] ? undefined : marks.get(`${name}.${column}`);
      const there = rows.some((row) => (mark ? row[column] === mark : column in row));
      if (!there) missing.push(`${name}.${column}`);
    }
  }
  expect(missing).toEqual([]);
  expect(marks.size).toBeGreaterThan(30);
  const identity = files.get('identity/submitted.json')?.toString();
  expect(identity).toContain(personalData.address1);
  const pictures = [...files].filter(([name]) => /^pictures\/.*\.(?:jpg|png|webp)$/.test(name));
  expect(pictures.length).toBe(9);
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
  const mallory = await makeMember(shop);
  // A link was followed, in another browser than the one that registered: it may have been the owner.
  await shop.db.tx((tx) => markVerified(tx, mallory.id));
  const { anna } = await aLife(shop);
  await shop.db.run(sql`
    with thread as (
      insert into contact_threads (id, email, subject, reference)
      values ('thr_x', ${mallory.email}, 'Hello', 'r') returning id)
    insert into contact_messages (id, email, full_name, subject, message, suspect, thread_id)
    select 'msg_x', ${mallory.email}, 'Owner', 'Hello', 'written by the owner', false, id from thread`);
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
  // Neither how a ZIP begins nor what is in it; two letters alone stand in any bytes by chance.
  for (const plain of ['PK\u0003\u0004', 'profile.json', 'README'])
    expect(bytes.includes(plain), plain).toBe(false);
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

longTest(
  'N a copy is tried for hours, and fails when nobody will make it any more, not while it waits its turn',
  async () => {
    const shop = await startShop({ working: false });
    const anna = await makeMember(shop);
    await ask(shop, anna);
    const { triedHours } = await shop.db.one(sql<{ triedHours: number }>`
    select sum(exp(least(attempt, 10)) / 3600)::float8 as "triedHours"
    from jobs cross join generate_series(1, max_attempts - 1) as attempt where task = 'mydata.copy'`);
    expect(triedHours).toBeGreaterThan(9);
    await shop.moveClock(hours(13));
    await sweep(shop);
    expect(await stateOf(shop, anna)).toBe('making');
    await shop.db.run(sql`
    update jobs set given_up_at = now(), last_error = 'no room' where task = 'mydata.copy'`);
    await sweep(shop);
    expect(await stateOf(shop, anna)).toBe('failed');
  },
);

describe('copies in one shop', () => {
  const shared = shopForAll({ working: false });

  test('N a copy whose owner has frozen the account is not given, whoever holds its address', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const address = await readyCopy(shop, anna);
    await shop.call(lockAccount, { token: anna.token });
    expect((await fetch(address)).status).toBe(404);
    await shop.db.run(sql`update members set locked_at = null where id = ${anna.id}`);
    // It is spent by that.
    expect((await fetch(address)).status).toBe(404);
    await fetched(await linked(shop, anna));
  });

  test.each<[string, (shop: TestShop, member: TestMember) => Promise<unknown>]>([
    [
      'another password',
      (shop, { token }) => {
        const sNewPassword = 'Correct-horse-8';
        const body = {
          sOldPassword: testPassword,
          sNewPassword,
          sNewRetypedPassword: sNewPassword,
        };
        return shop.call(changePassword, { token, body });
      },
    ],
    ['an operator', (shop, { email }) => runOn(shop, 'session', 'end', email)],
    ['signing out', (shop, { token }) => shop.raw('GET', '/logout', { token })],
  ])(
    'N the address of a copy ends with the session in which it was asked for: by %s',
    async (_by, end) => {
      const shop = shared();
      const anna = await makeMember(shop);
      const address = await readyCopy(shop, anna);
      await end(shop, anna);
      expect((await fetch(address)).status).toBe(404);
    },
  );
});

longTest(
  'N whoever reads a copy slowly is given no second one meanwhile, and then it',
  async () => {
    const shop = await startShop({ working: false });
    const anna = await makeMember(shop);
    // More than lies on the way to who does not read.
    const [copy, parts, megabyte] = [{ id: 'exp_large', attempt: 1 }, 10, 1024 * 1024];
    for (let n = 0; n < parts; n += 1)
      await putPiece(partsOf(shop), copy, n, Buffer.alloc(megabyte));
    await shop.db.run(sql`
    insert into data_exports (id, member_id, state, attempt, parts, bytes, ready_at, ends_at)
    values (${copy.id}, ${anna.id}, 'ready', 1, ${parts}, ${parts * megabyte}, app_now(),
      app_now() + interval '1 day')`);
    const { hostname, port } = new URL(shop.url);
    const slow = connect({ host: hostname, port: Number(port) });
    onTestFinished(() => void slow.destroy());
    slow.pause();
    const { pathname } = new URL(await linked(shop, anna));
    slow.write(`GET ${pathname} HTTP/1.1\r\nhost: shop\r\n\r\n`);
    await once(slow, 'readable');
    expect((await fetch(await linked(shop, anna))).status).toBe(429);
    slow.destroy();
    const again = async () => (await (await fetch(await linked(shop, anna))).bytes()).length;
    await expect.poll(again).toBe(parts * megabyte);
  },
);

test('N a copy names nobody who came over one’s link, nor whose link one came over', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 100_00n, verified: true });
  await bought(shop, anna, { totalMinor: 50n });
  const ben = await makeMember(shop, { verified: true });
  await tie(shop, ben, await codeOf(shop, anna));
  const order = await bought(shop, ben, { payer: 'BEN' });
  await settle(shop);
  await shop.db.run(sql`update friends set due_at = app_now()`);
  await runChore(shop, 'points.friends');
  await refundOrder(shop, order, { reason: 'asked for' });
  await settle(shop);
  const wholeOf = async (member: TestMember) => {
    const files = unzip(await fetched(await readyCopy(shop, member)));
    return [...files.values()].map((bytes) => bytes.toString()).join('\n');
  };
  const [ofAnna, ofBen] = [await wholeOf(anna), await wholeOf(ben)];
  expect(ofAnna).toContain('"kind":"friend_points"');
  expect(ofAnna).toContain('"kind":"friend_back"');
  expect([ben.id, order.id].filter((id) => ofAnna.includes(id))).toEqual([]);
  expect([anna.id, order.id].filter((id) => ofBen.includes(id))).toEqual([order.id]);
});

test('N the mail that says it is ready has no link that opens it', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  await ask(shop, anna);
  const [mail] = await mailsTo(shop, anna.email);
  expect(mail?.subject).toBe('Your data is ready to download');
  expect(mail?.text).toContain('/account/my-data');
  expect(mail?.text).not.toContain('/copies/');
});

longTest(
  'N a copy that nobody wants any more is given up in the middle, and leaves no file behind',
  async () => {
    const shop = await startShop({ working: false });
    const anna = await makeMember(shop);
    await writeMuch(shop, anna, 2_000);
    await ask(shop, anna);
    const { id } = await shop.db.one(sql<{ id: string }>`select id from data_exports`);
    const parts = partsOf(shop);
    const { closed } = parts.files;
    const put: typeof closed.put = async (...file) => {
      const outcome = await closed.put(...file);
      await shop.db.tx((tx) => dropCopies(tx, anna.id));
      return outcome;
    };
    await makeCopy({ ...parts, files: { ...parts.files, closed: { ...closed, put } } }, id);
    const { pieces } = await shop.db.one(sql<{ pieces: number }>`
    select parts as pieces from data_exports`);
    expect(pieces).toBe(1);
    expect(await piecesIn(shop)).toEqual([]);
  },
);

longTest('N a copy is read no faster than it is written, however much there is', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  await writeMuch(shop, anna, 10_000);
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

longTest('N what can not be read ends the copy, and nothing else', async () => {
  const shop = await startShop({ working: false });
  const { id: memberId } = await makeMember(shop);
  const parts = { db: shop.db, files: shop.files, keys: shop.config.keys };
  const zip = await shop.db.survey((tx) => zipOf(tx, parts, { memberId, identityYears: 5 }));
  // Its transaction is over by now, and what fails fails before anybody reads.
  await sleep(200);
  await expect(zip.toArray()).rejects.toThrow('the transaction is over');
});
