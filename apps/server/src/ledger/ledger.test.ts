import { describe, expect, test } from 'vitest';
import { sql, type Tx } from '../platform/db/db.ts';
import { brokenConstraint } from '../platform/db/errors.ts';
import { makeMember } from '../testing/builders.ts';
import { sealAll } from '../testing/faults.ts';
import { shopForAll, startShop, type TestShop } from '../testing/start-shop.ts';
import { balanceOf, house, isShort, type Journal, move, post, walletOf } from './ledger.ts';

/** Anna with 50.00 in her wallet, and a payment of 20.00 out of it. */
async function paying(at?: TestShop) {
  const shop = at ?? (await startShop({ working: false }));
  const anna = await makeMember(shop, { walletMinor: 50_00n });
  const journal: Journal = {
    owner: anna.id,
    key: 'test:pay',
    kind: 'buy',
    reference: 'test',
    entries: move(20_00n, 'usd', {
      from: walletOf(anna.id, 'usd'),
      to: house('sales', 'usd'),
    }),
  };
  return { shop, anna, journal };
}

/** The constraint that refuses `work`; undefined when nothing does. */
async function refusedBy(shop: TestShop, work: (tx: Tx) => Promise<unknown>) {
  return shop.db.tx(work).then(
    () => undefined,
    (error: unknown) => brokenConstraint(error) ?? String(error),
  );
}

/** What somebody would do who writes the ledger's tables by hand. */
const byHand = (shop: TestShop, statement: Parameters<Tx['run']>[0]) =>
  refusedBy(shop, (tx) => tx.run(statement));

interface RawEntry {
  readonly account: string;
  readonly currency: string;
  readonly amount: bigint;
}

/** Calls the SQL function past everything TypeScript checks. */
const rawPost = (owner: string, key: string, entries: readonly RawEntry[]) => sql<unknown>`
  select * from ledger_post_all(array[${owner}], array[${key}], array['\\x00'::bytea], array['buy'],
    array['test'], array[null]::jsonb[], ${entries.map(() => 1)}::int[],
    ${entries.map((_, at) => at + 1)}::smallint[], ${entries.map((e) => e.account)}::text[],
    ${entries.map((e) => e.currency)}::text[], ${entries.map((e) => e.amount)}::bigint[])`;

describe('journals in one shop', () => {
  const shared = shopForAll({ working: false });

  test('1 a journal that does not sum to zero is refused', async () => {
    const { shop, anna } = await paying(shared());
    const journal = rawPost(anna.id, 'test:unbalanced', [
      { account: walletOf(anna.id, 'usd'), currency: 'usd', amount: 10n },
      { account: house('sales', 'usd'), currency: 'usd', amount: -9n },
    ]);
    expect(await byHand(shop, journal)).toBe('ledger_journals_balance');
  });

  test('1 a journal has to sum to zero in each currency of its own', async () => {
    const { shop, anna } = await paying(shared());
    const journal = rawPost(anna.id, 'test:currencies', [
      { account: house('sales', 'usd'), currency: 'usd', amount: 10n },
      { account: house('sales', 'eur'), currency: 'eur', amount: -10n },
    ]);
    expect(await byHand(shop, journal)).toBe('ledger_journals_balance');
  });

  test('1 an account takes postings of its own currency alone, and must exist', async () => {
    const { shop, anna } = await paying(shared());
    const entries = (account: string) => [
      { account, currency: 'eur', amount: 10n },
      { account: house('sales', 'eur'), currency: 'eur', amount: -10n },
    ];
    const other = rawPost(anna.id, 'test:other', entries(walletOf(anna.id, 'usd')));
    const nobody = rawPost(anna.id, 'test:nobody', entries('member:nobody:wallet:eur'));
    expect(await byHand(shop, other)).toBe('ledger_postings_belong');
    expect(await byHand(shop, nobody)).toBe('ledger_postings_belong');
  });

  test('1 nothing can be added to a journal of another transaction', async () => {
    const { shop, anna, journal } = await paying(shared());
    const { journalId } = await shop.db.tx((tx) => post(tx, journal));
    const more = sql`
      insert into ledger_postings (owner, journal_id, position, account_id, currency, amount)
      select ${anna.id}, ${journalId}, 2 + position, account_id, currency, -amount
      from ledger_postings where owner = ${anna.id} and journal_id = ${journalId}`;
    expect(await byHand(shop, more)).toBe('ledger_postings_belong');
    expect(await anna.balance()).toBe(30_00n);
  });

  test('2 a member can not spend more than there is, not even for a moment', async () => {
    const { shop, anna, journal } = await paying(shared());
    const entries = move(50_01n, 'usd', {
      from: walletOf(anna.id, 'usd'),
      to: house('sales', 'usd'),
    });
    const back = move(50_01n, 'usd', { from: house('sales', 'usd'), to: walletOf(anna.id, 'usd') });
    const spent = shop.db.tx(async (tx) => {
      await post(tx, { ...journal, entries });
      await post(tx, { ...journal, key: 'test:back', entries: back });
    });
    await expect(spent.catch(isShort)).resolves.toBe(true);
    expect(await anna.balance()).toBe(50_00n);
  });

  test('6 the same key and input is one journal, however often and however parallel', async () => {
    const { shop, anna, journal } = await paying(shared());
    const posted = await Promise.all(
      Array.from({ length: 20 }, () => shop.db.tx((tx) => post(tx, journal))),
    );
    expect(new Set(posted.map(({ journalId }) => journalId)).size).toBe(1);
    expect(posted.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await anna.balance()).toBe(30_00n);
  });

  test('keys are each owner’s own', async () => {
    const { shop, anna, journal } = await paying(shared());
    const bert = await makeMember(shop, { walletMinor: 50_00n });
    const entries = move(1_00n, 'usd', {
      from: walletOf(bert.id, 'usd'),
      to: house('sales', 'usd'),
    });
    await shop.db.tx((tx) => post(tx, journal));
    await shop.db.tx((tx) => post(tx, { ...journal, owner: bert.id, entries }));
    expect(await balanceOf(shop.db, walletOf(bert.id, 'usd'))).toBe(49_00n);
    expect(await anna.balance()).toBe(30_00n);
  });
});

describe('changes of history', () => {
  const shop = shopForAll({ working: false });

  test.each([
    ['journals', 'ledger_journals', 'kind = kind'],
    ['postings', 'ledger_postings', 'amount = amount'],
    ['accounts', 'ledger_accounts', 'name = name'],
    ['seals', 'ledger_seals', 'hash = hash'],
    ['eras', 'ledger_eras', 'cluster = cluster'],
  ])('1 history is never changed: %s', async (_, table, change) => {
    const { journal } = await paying(shop());
    await shop().db.tx((tx) => post(tx, journal));
    await sealAll(shop());
    for (const statement of [
      `update ${table} set ${change}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      await expect(shop().owner.script(statement), statement).rejects.toMatchObject({
        constraint: 'ledger_append_only',
      });
  });
});

test('1 a balance moves only with its postings', async () => {
  const { shop, anna } = await paying();
  for (const statement of [
    sql`update ledger_balances set balance = balance + 1`,
    sql`delete from ledger_balances`,
    sql`insert into ledger_balances (account_id, balance)
        select id, 5 from ledger_accounts where name = ${house('sales', 'usd')}`,
  ])
    expect(await byHand({ ...shop, db: shop.owner }, statement)).toBe('ledger_balances_follow');
  await expect(shop.owner.script('truncate ledger_balances')).rejects.toMatchObject({
    constraint: 'ledger_append_only',
  });
  expect(await anna.balance()).toBe(50_00n);
});

describe('other uses of a key', () => {
  const shop = shopForAll({ working: false });

  test.each<[string, Partial<Journal>]>([
    ['kind', { kind: 'refund' }],
    ['reference', { reference: 'other' }],
    ['facts', { facts: { rate: '2' } }],
    [
      'amount',
      { entries: move(20_01n, 'usd', { from: house('losses', 'usd'), to: house('sales', 'usd') }) },
    ],
  ])('6 a key used with another %s is refused', async (_, change) => {
    const { anna, journal } = await paying(shop());
    await shop().db.tx((tx) => post(tx, journal));
    const again = await refusedBy(shop(), (tx) => post(tx, { ...journal, ...change }));
    expect(again).toBe('ledger_journals_same_input');
    expect(await anna.balance()).toBe(30_00n);
  });
});
