import { expect, test } from 'vitest';
import { type Queryable, sql } from '../platform/db/db.ts';
import { makeMember } from '../testing/builders.ts';
import { sealAll } from '../testing/faults.ts';
import { startShop } from '../testing/start-shop.ts';
import { house, move, post, walletOf } from './ledger.ts';
import type { Frontier } from './merkle.ts';
import { openLedger, useUp } from './moves.testing.ts';
import { recomputeChain } from './recompute.ts';
import { sealLedger } from './seal.ts';
import { journalsOfSeals, sealsBehind } from './seal-queries.ts';
import { withSeal } from './tree.ts';
import { verifyLedger } from './verify.ts';

/** Two members with money, a conversion with facts, and everything so far sealed twice over. */
async function sealed() {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 50_00n });
  await sealAll(shop);
  const bert = await makeMember(shop, { walletMinor: 20_00n });
  await shop.db.tx((tx) =>
    post(tx, {
      owner: anna.id,
      key: 'test:conversion',
      kind: 'cashback',
      reference: 'test',
      facts: { rate: '0.9' },
      entries: [
        ...move(5_00n, 'usd', { from: house('cashback', 'usd'), to: house('conversion', 'usd') }),
        ...move(4_50n, 'eur', { from: house('conversion', 'eur'), to: house('vouchers', 'eur') }),
      ],
    }),
  );
  await sealAll(shop);
  const problems = async () => (await verifyLedger(shop.db, [])).problems;
  return { shop, anna, bert, problems };
}

/** Does what a thief with the owner's rights can do, and undoes it: the shop's own check ends the test. */
async function tampered(
  { shop, problems }: Awaited<ReturnType<typeof sealed>>,
  change: string,
): Promise<string[]> {
  const tables = ['accounts', 'balances', 'journals', 'postings', 'seals', 'tree'];
  const switchAll = (to: string) =>
    tables.map((name) => `alter table ledger_${name} ${to} trigger user;`).join('\n');
  const copies = tables.map((name) => `create table kept_${name} as table ledger_${name};`);
  const undo = tables.map(
    (name) =>
      `delete from ledger_${name}; insert into ledger_${name} overriding system value table kept_${name};`,
  );
  const dropped = `alter table ledger_balances drop constraint ledger_balances_account_id_fkey;
    alter table ledger_tree drop constraint ledger_tree_seal;`;
  await shop.owner.script(`${switchAll('disable')}${copies.join('')}${dropped}${change};`);
  const found = await problems();
  await shop.owner.script(`${undo.join('')}${switchAll('enable')}`);
  return found.map(({ rule, breach }) => `${rule}: ${breach}`);
}

test('1 an untouched ledger verifies, and sealing again seals nothing', async () => {
  const { shop, problems } = await sealed();
  expect(await problems()).toEqual([]);
  expect(await shop.db.tx((tx) => sealLedger(tx))).toBe(0);
});

test('1 a backlog is sealed in parts, each of whole transactions, and verifies', async () => {
  const shop = await startShop({ working: false });
  await sealAll(shop);
  for (let i = 0; i < 3; i += 1) await makeMember(shop, { walletMinor: 5_00n });
  // Transactions of other tests on the same server hold up what may be sealed.
  const ready = async () => {
    const { all } = await shop.db.one(sql<{ all: boolean }>`
      select bool_and(xid < pg_snapshot_xmin(pg_current_snapshot())) as all from ledger_journals`);
    return all;
  };
  await expect.poll(ready).toBe(true);
  expect(await shop.db.tx((tx) => sealLedger(tx, 2))).toBe(2);
  await sealAll(shop);
  const seals = await shop.db.rows(sql<{ journals: bigint }>`
    select journals from ledger_seals order by seq desc limit 2`);
  expect(seals.map(({ journals }) => journals)).toEqual([1n, 2n]);
  expect((await verifyLedger(shop.db, [])).problems).toEqual([]);
});

test('1 of a backlog the oldest transactions are sealed first: 9 before 10', async () => {
  const shop = await startShop({ working: false });
  for (let i = 0; i < 3; i += 1) await makeMember(shop, { walletMinor: 5_00n });
  await shop.owner.script(`
    alter table ledger_journals disable trigger user;
    update ledger_journals j set xid = nth::text::xid8
      from (select id, 8 + row_number() over (order by id) as nth from ledger_journals) as o where o.id = j.id;
    alter table ledger_journals enable trigger user`);
  expect(await shop.db.tx((tx) => sealLedger(tx, 2))).toBe(2);
});

const swapWallets = `
  update ledger_postings p set account_id = other.id
  from ledger_accounts a, ledger_accounts other
  where a.id = p.account_id and a.name like '%:wallet:usd' and other.name like '%:wallet:usd'
    and other.id <> a.id;
  update ledger_balances b set balance = (
    select coalesce(sum(amount), 0) from ledger_postings where account_id = b.account_id)`;

const swapNames = `
  alter table ledger_accounts drop constraint ledger_accounts_name_once;
  update ledger_accounts a set name = other.name, owner = other.owner
  from ledger_accounts other
  where a.name like '%:wallet:usd' and other.name like '%:wallet:usd' and other.id <> a.id`;

const backdated = `
  insert into ledger_journals (owner, id, key, input_hash, kind, reference, xid)
    overriding system value
    select owner, 9000, 'later', input_hash, kind, reference, xid from ledger_journals limit 1;
  insert into ledger_postings select owner, 9000, position, account_id, currency, amount
    from ledger_postings where (owner, journal_id) = (select owner, id from ledger_journals limit 1);
  update ledger_balances b set balance = (
    select coalesce(sum(amount), 0) from ledger_postings where account_id = b.account_id)`;

const removed = `
  delete from ledger_postings where (owner, journal_id) in (
    select owner, id from ledger_journals where key = 'test:conversion');
  delete from ledger_journals where key = 'test:conversion'`;

test.each([
  ['money moved from one member to another', swapWallets],
  ['accounts that changed their names', swapNames],
  ['a journal slipped in under an old transaction', backdated],
  ['a journal taken out', removed],
  ['another amount on both sides', 'update ledger_postings set amount = amount * 2'],
  ['another kind', "update ledger_journals set kind = 'refund'"],
  ['another reference', "update ledger_journals set reference = 'gift'"],
  ['another owner key', "update ledger_journals set key = key || 'x'"],
  ['another rate', `update ledger_journals set facts = '{"rate": "9"}' where facts is not null`],
  ['another time', "update ledger_journals set created_at = created_at - interval '1 day'"],
  ['another seal', "update ledger_seals set hash = sha256('x') where seq = 1"],
  ['the first seal taken out', 'delete from ledger_seals where seq = 1'],
])('1 the chain shows %s', async (_, change) => {
  const ledger = await sealed();
  const problems = await tampered(ledger, change);
  expect(problems.join('\n')).toMatch(/history is unchanged: seal \d+ does not fit/);
});

test('1 a transaction that is still open is sealed after it has ended, not forgotten', async () => {
  const { shop, anna, problems } = await sealed();
  const entries = move(1_00n, 'usd', { from: walletOf(anna.id, 'usd'), to: house('sales', 'usd') });
  const journal = { owner: anna.id, kind: 'buy', reference: 'test', entries } as const;
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  let posted: () => void = () => undefined;
  const isPosted = new Promise<void>((resolve) => {
    posted = resolve;
  });
  const slow = shop.db.tx(async (tx) => {
    await post(tx, { ...journal, key: 'test:slow' });
    posted();
    await held;
  });
  await isPosted;
  const bert = await makeMember(shop, { walletMinor: 1_00n });
  expect(await bert.balance()).toBe(1_00n);
  // Bert's journal is later than the open transaction and has to wait for it.
  expect(await shop.db.tx((tx) => sealLedger(tx))).toBe(0);
  end();
  await slow;
  await sealAll(shop);
  expect(await problems()).toEqual([]);
});

/** SEALS=2000000 shows it with a chain of many years. */
const count = Number(process.env.SEALS ?? 2_500);

/** Seals of one journal each, as the sealer would have made them. */
const manySeals = `
  do $$
  declare
    v_hash bytea := decode(repeat('00', 32), 'hex');
    v_accounts bigint[] := array(select id from ledger_accounts
      where name in ('house:cashback:usd', 'house:vouchers:usd') order by name);
    v_journal ledger_journals;
    v_nul bytea := '\\x00';
  begin
    for n in 1..${count} loop
      insert into ledger_journals (owner, key, input_hash, kind, reference, xid)
        values ('house', 'many:' || n, sha256(n::text::bytea), 'cashback', 'test', n::text::xid8)
        returning * into v_journal;
      insert into ledger_postings values
        ('house', v_journal.id, 1, v_accounts[1], 'usd', -1),
        ('house', v_journal.id, 2, v_accounts[2], 'usd', 1);
      v_hash := sha256(v_hash || v_journal.id::text::bytea || v_nul || 'house' || v_nul
        || v_journal.key::bytea || v_nul || 'cashback' || v_nul || 'test' || v_nul
        || to_char(v_journal.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')::bytea
        || v_nul || v_nul || 'house:cashback:usd usd -1;house:vouchers:usd usd 1'
        || v_journal.input_hash);
      insert into ledger_seals (seq, era, from_xid, to_xid, journals, hash)
        select n, 0, (case n when 1 then 0 else n end)::text::xid8, (n + 1)::text::xid8, 1, v_hash;
    end loop;
  end $$`;

/** Puts seals into the tree, as the sealer would have. */
async function putIntoTree(db: Queryable): Promise<void> {
  for (let tree: Frontier = { size: 0, hashes: [] }; ; ) {
    const seals = await sealsBehind(db, BigInt(tree.size));
    if (seals.length === 0) return;
    const journals = await journalsOfSeals(db, [], seals);
    const rows = seals.map((seal, i) => {
      const { frontier, row } = withSeal(tree, seal, journals[i] ?? []);
      tree = frontier;
      return row;
    });
    await db.run(sql`insert into ledger_tree (seal, root, nodes)
      select * from unnest(${rows.map(({ seal }) => seal)}::bigint[],
        ${rows.map(({ root }) => root)}::bytea[], ${rows.map(({ nodes }) => nodes)}::bytea[])`);
  }
}

test('1 a long chain is recomputed from its first seal in a few statements, each of a bounded part', async () => {
  const ledger = await openLedger();
  await useUp(ledger, BigInt(count) + 20_000n);
  await ledger.tamper(manySeals);
  const answers: number[] = [];
  const counting: Queryable = {
    ...ledger.db,
    async rows(statement) {
      const rows = await ledger.db.rows(statement);
      answers.push(rows.length);
      return rows;
    },
  };
  const memoryMb = () => Math.round(process.memoryUsage().rss / 1024 / 1024);
  const measured = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const [beganMs, beforeMb] = [performance.now(), memoryMb()];
    const done = await work();
    if (process.env.SEALS)
      console.log(
        `${count} seals, ${what}: ${Math.round(performance.now() - beganMs)} ms, ${beforeMb} MB before, ${memoryMb()} MB after`,
      );
    return done;
  };
  await measured('put into the tree', () => putIntoTree(ledger.db));
  const whole = await measured('chain and tree', () => recomputeChain(counting));
  expect(whole).toMatchObject({ seals: count, last: { treeRoot: expect.any(Buffer) } });
  expect(answers.length).toBeLessThan(count / 500 + 8);
  expect(Math.max(...answers)).toBe(1_000);
  // From where that ended there is nothing to do, whatever stands before it.
  answers.length = 0;
  expect(await recomputeChain(counting, whole.last)).toMatchObject({ seals: 0, last: whole.last });
  expect(answers.length).toBeLessThan(4);
  for (const seal of [1, 1_000, 1_001, count]) {
    const kind = (to: string) =>
      ledger.tamper(`update ledger_journals set kind = '${to}' where key = 'many:${seal}'`);
    await kind('refund');
    expect((await recomputeChain(ledger.db)).broken).toBe(BigInt(seal));
    await kind('cashback');
  }
});
