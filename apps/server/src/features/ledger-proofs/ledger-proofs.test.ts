/** The sealed book as members and strangers see it. */
import { createHash } from 'node:crypto';
import { checkLine, emptyRoot, isContinued } from '@giftlane/contract/money/book.ts';
import {
  proveLine,
  showBookConsistency,
  showBookDays,
  showBookHead,
} from '@giftlane/contract/money/ledger.ts';
import { listWalletTransactions, sendMoney } from '@giftlane/contract/money/wallet.ts';
import { expect, test } from 'vitest';
import { runOn } from '../../cli/run.testing.ts';
import { verifyLedger } from '../../ledger/verify.ts';
import { days } from '../../platform/process/durations.ts';
import { makeMember, type TestMember, testPassword } from '../../testing/builders.ts';
import { sealAll } from '../../testing/faults.ts';
import { longTest } from '../../testing/long.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { sendPermit } from '../wallet/send/send.testing.ts';

const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

const linesOf = async (shop: TestShop, { token }: TestMember) =>
  (await shop.call(listWalletTransactions, { token, query: { limit: 100 } })).body.data;

const ask = (shop: TestShop, { token }: TestMember, id: string) =>
  shop.call(proveLine, { token, params: { id } });

/** The proof of the member's newest line. */
async function proofOf(shop: TestShop, member: TestMember) {
  const [line] = await linesOf(shop, member);
  return (await ask(shop, member, line?._id ?? '')).body.data;
}

const good = { entries: true, seal: true, book: true };

/** Anna has sent money to Bert, all of it sealed by and by. */
async function written() {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 50_00n, verified: true });
  await sealAll(shop);
  const bert = await makeMember(shop, { walletMinor: 20_00n });
  await sealAll(shop);
  const { token, secretToken } = await sendPermit(shop, anna);
  const sent = await shop.call(sendMoney, {
    token: anna.token,
    headers: { token },
    body: { nTotalAmount: 7, address: bert.id, sPassword: testPassword, secretToken },
  });
  expect(sent.status).toBe(200);
  await makeMember(shop, { walletMinor: 1_00n });
  await sealAll(shop);
  return { shop, anna, bert };
}

const tables = ['journals', 'postings', 'balances', 'seals', 'tree'] as const;

/** Does what a superuser can with triggers off, looks, and undoes it: the shop's own check ends the test. */
async function whileChanged<T>(shop: TestShop, change: string, look: () => Promise<T>): Promise<T> {
  const switchAll = (to: string) =>
    tables.map((name) => `alter table ledger_${name} ${to} trigger user;`).join('');
  const keep = tables.map((name) => `create table kept_${name} as table ledger_${name};`).join('');
  const undo = tables
    .map(
      (name) => `delete from ledger_${name};
        insert into ledger_${name} overriding system value table kept_${name};
        drop table kept_${name};`,
    )
    .join('');
  await shop.owner.script(`alter table ledger_tree drop constraint if exists ledger_tree_seal;
    ${switchAll('disable')}${keep}${change};`);
  try {
    return await look();
  } finally {
    await shop.owner.script(`${undo}${switchAll('enable')}`);
  }
}

test('1 every line of a wallet can be recomputed to the public head from what its owner is shown', async () => {
  const { shop, anna, bert } = await written();
  const { body } = await shop.call(showBookHead);
  expect(body.data.nSize).toBeGreaterThanOrEqual(3);
  for (const member of [anna, bert])
    for (const line of await linesOf(shop, member)) {
      const proof = (await ask(shop, member, line._id)).body.data;
      expect(await checkLine(sha256, proof)).toMatchObject(good);
      expect(proof.oHead).toEqual(body.data);
    }
});

test('13 of a journal of two members each sees their own entry in clear and of the other a hash', async () => {
  const { shop, anna, bert } = await written();
  const [hers, his] = [await proofOf(shop, anna), await proofOf(shop, bert)];
  const clear = (proof: typeof hers) => proof.aEntries.map(({ sEntry }) => sEntry);
  expect(clear(hers)).toEqual([`member:${anna.id}:wallet:usd usd -700`, undefined]);
  expect(clear(his)).toEqual([undefined, `member:${bert.id}:wallet:usd usd 700`]);
  expect(hers.aEntries.map(({ sHash }) => sHash)).toEqual(his.aEntries.map(({ sHash }) => sHash));
});

test('13 another member’s line and one that is none answer the same', async () => {
  const { shop, anna, bert } = await written();
  const lines = await linesOf(shop, anna);
  const received = lines.find(({ eKind }) => eKind === 'redeem')?._id ?? '';
  const foreign = [received, 'wtx_999999', 'wtx_', 'order_1', `wtx_${'9'.repeat(30)}`];
  const told = await Promise.all(foreign.map((id) => ask(shop, bert, id)));
  expect(new Set(told.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(['404 ledger.line_not_found']),
  );
});

test('a line that is not sealed yet says that it will be, and then it is', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 5_00n });
  const [line] = await linesOf(shop, anna);
  const early = await ask(shop, anna, line?._id ?? '');
  expect([early.status, early.body.code]).toEqual([409, 'ledger.not_sealed']);
  await sealAll(shop);
  expect(await checkLine(sha256, await proofOf(shop, anna))).toMatchObject(good);
});

longTest(
  'the empty book has the root of an empty tree and is continued by what comes',
  async () => {
    const shop = await startShop({ working: false });
    const empty = (await shop.call(showBookHead)).body.data;
    expect(empty).toEqual({ nSize: 0, sRoot: emptyRoot });
    expect((await shop.call(showBookDays)).body.data).toEqual([]);
    await makeMember(shop, { walletMinor: 5_00n });
    await sealAll(shop);
    const { data } = (await shop.call(showBookConsistency, { query: { first: 0 } })).body;
    const { oFirst: first, oSecond: second, aPath: path } = data;
    expect(first).toEqual(empty);
    expect(await isContinued(sha256, { first, second, path })).toBe(true);
  },
);

/** How many seals the book has; a transaction elsewhere may have cut one in two. */
const sizeOf = async (shop: TestShop) => (await shop.call(showBookHead)).body.data.nSize;

test('whoever noted a head finds it again, and sees that the book of today continues it', async () => {
  const { shop } = await written();
  for (const first of [1, 2, 3]) {
    const noted = (await shop.call(showBookHead, { query: { size: first } })).body.data;
    const { data } = (await shop.call(showBookConsistency, { query: { first } })).body;
    expect(data.oFirst).toEqual(noted);
    expect(
      await isContinued(sha256, { first: noted, second: data.oSecond, path: data.aPath }),
    ).toBe(true);
  }
  const asked = await shop.call(showBookConsistency, { query: { first: 1, second: 2 } });
  expect(asked.body.data.oSecond.nSize).toBe(2);
  const beyond = (await sizeOf(shop)) + 1;
  for (const query of [`first=${beyond}`, 'first=2&second=1', `first=1&second=${beyond}`]) {
    const { status, body } = await shop.raw('GET', `/ledger/consistency?${query}`);
    expect([status, body.code]).toEqual([404, 'ledger.no_such_head']);
  }
  expect((await shop.raw('GET', `/ledger/head?size=${beyond}`)).body.code).toBe(
    'ledger.no_such_head',
  );
});

longTest('each day has its last head', async () => {
  const { shop } = await written();
  const size = await sizeOf(shop);
  await shop.moveClock(days(2));
  await makeMember(shop, { walletMinor: 5_00n });
  await sealAll(shop);
  const heads = (await shop.call(showBookDays)).body.data;
  expect(heads.length).toBe(2);
  expect(heads[0]?.nSize).toBeGreaterThan(size);
  const noted = (await shop.call(showBookHead, { query: { size } })).body.data;
  expect(heads[1]).toEqual(noted);
});

const another = 'update ledger_postings set amount = amount * 2';
/** The seal of the money sent takes over what the seal before it covers, and the other way round. */
const moved = `
  update ledger_journals set xid = (select from_xid from ledger_seals where seq = 2) where kind = 'send'`;

test.each([
  ['an entry changed', another, 'seal'],
  ['another time', "update ledger_journals set created_at = created_at - interval '1 s'", 'seal'],
  ['a journal moved to another seal', moved, 'seal'],
  ['another root of a seal', "update ledger_tree set root = sha256('x')", 'seal'],
  ['another hash of the chain', "update ledger_seals set hash = sha256('x')", 'book'],
  [
    'another time of a seal',
    "update ledger_seals set sealed_at = sealed_at - interval '1 s'",
    'book',
  ],
  [
    'a leaf of the tree changed',
    "update ledger_tree set nodes = sha256('x') || substring(nodes from 33)",
    'book',
  ],
  ['a seal taken off the end of the tree', 'delete from ledger_tree where seal = 3', 'gone'],
])('1 after %s the proof leads nowhere, and both commands say so', async (_, change, fails) => {
  const { shop, anna } = await written();
  const [line] = await linesOf(shop, anna);
  await whileChanged(shop, change, async () => {
    const { status, body } = await ask(shop, anna, line?._id ?? '');
    const found = status === 200 ? await checkLine(sha256, body.data) : undefined;
    const told = !found ? 'gone' : found.seal ? (found.book ? 'nothing' : 'book') : 'seal';
    expect(told).toBe(fails);
    const { problems } = await verifyLedger(shop.db, []);
    const proved = await runOn(shop, 'ledger', 'prove', anna.email, '--json');
    const { wrong } = JSON.parse(proved.stdout);
    expect(problems.map(({ rule }) => rule)).toContain('1 history is unchanged');
    expect(proved.code).toBe(1);
    expect(wrong).toBeGreaterThan(0);
  });
});

longTest(
  'ledger prove counts the lines that fit and those that wait, and prints the proof of one',
  async () => {
    const { shop, anna } = await written();
    const run = (...args: string[]) => runOn(shop, 'ledger', 'prove', ...args);
    const all = await run(anna.email);
    expect(all.code).toBe(0);
    expect(all.stdout).toContain(
      `2 entries of ${anna.email} match, 0 wait for their seal, 0 do not match.`,
    );
    const byId = JSON.parse((await run(anna.id, '--json')).stdout);
    expect(byId).toMatchObject({ good: 2, waiting: 0, wrong: 0, memberId: anna.id });
    const [line] = await linesOf(shop, anna);
    const one = await run(anna.id, '--line', line?._id ?? '');
    expect(one.code).toBe(0);
    expect(one.stdout).toContain(`member:${anna.id}:wallet:usd usd -700`);
    expect(one.stdout).toContain('The seal is in the ledger.');
    expect((await run('mem_nobody')).stderr).toBe('There is no member mem_nobody.\n');
    expect((await run(anna.id, '--line', 'wtx_999999')).code).toBe(1);
  },
);
