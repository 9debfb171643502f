/** Statements: whole, in order, adding up, of one's own wallet, few at once. */
import { walletStatementCsv, walletStatementPdf } from '@giftlane/contract/money/statements.ts';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { walletOf } from '../../../ledger/ledger.ts';
import { spanOf } from '../../../ledger/movements.ts';
import { sql } from '../../../platform/db/db.ts';
import { makeMember, type TestMember } from '../../../testing/builders.ts';
import { longTest } from '../../../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../../../testing/start-shop.ts';
import { manyMoves, moveWallet } from '../movements.testing.ts';
import { send, sendPermit } from '../send/send.testing.ts';
import { linesOf, prepareStatement } from './statement.ts';

const wide = { dFrom: '2020-01-01', dTo: '2100-12-31' };

function ask(
  shop: TestShop,
  { token }: Pick<TestMember, 'token'>,
  {
    form = 'csv',
    dFrom,
    dTo,
    sZone = 'UTC',
    ...init
  }: { form?: string; dFrom: string; dTo: string; sZone?: string } & RequestInit,
) {
  const address = `${shop.url}/api/v1/wallet/statement.${form}?dFrom=${dFrom}&dTo=${dTo}&sZone=${sZone}`;
  return fetch(address, { ...init, headers: { authorization: token } });
}

type Entry = Record<string, string>;

async function recordsOf(response: Response): Promise<Entry[]> {
  expect(response.status).toBe(200);
  return parse(await response.text(), { columns: true, record_delimiter: '\r\n' }) as Entry[];
}

const minorOf = (amount = '') => Math.round(Number(amount) * 100);

describe('statements of one shop', () => {
  const shared = shopForAll({ working: false });

  test('a statement of an odd period begins and ends with its balances, and every line adds up', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    await moveWallet(shop, anna, [
      { kind: 'redeem', amountMinor: 100_00n, at: '2026-02-27T10:00:00Z' },
      { kind: 'buy', amountMinor: -30_01n, at: '2026-02-28T00:00:00Z' },
      { kind: 'cashback', amountMinor: 99n, at: '2026-02-28T23:59:59.999Z' },
      { kind: 'buy', amountMinor: -5_00n, at: '2026-03-01T00:00:00Z' },
    ]);
    const response = await ask(shop, anna, { dFrom: '2026-02-28', dTo: '2026-02-28' });
    expect(
      ['content-type', 'cache-control', 'content-disposition'].map((name) =>
        response.headers.get(name),
      ),
    ).toEqual([
      'text/csv; charset=utf-8',
      'no-store',
      'attachment; filename="giftlane-wallet-2026-02-28-to-2026-02-28.csv"',
    ]);
    expect(
      (await recordsOf(response)).map(
        ({ time, entry, kind, description, amount, currency, balance }) =>
          [time, entry, kind, description, amount, currency, balance].join('|'),
      ),
    ).toEqual([
      '2026-02-28T00:00:00.000Z|opening||||usd|100.00',
      '2026-02-28T00:00:00.000Z|movement|buy|Gift cards bought|-30.01|usd|69.99',
      '2026-02-28T23:59:59.999Z|movement|cashback|Cashback|0.99|usd|70.98',
      '2026-02-28T23:59:59.999Z|closing||||usd|70.98',
    ]);
  });

  test.each([
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z', '2026-04-05T11:59:59.999Z'],
    // Clocks skip midnight, then repeat it.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
    ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z', '2026-04-06T03:59:59.999Z'],
  ])('20 days of a statement are those of a time zone: %s, %s', async (sZone, day, from, to) => {
    const shop = shared();
    const anna = await makeMember(shop);
    const moments = [-1, 0].flatMap((ms) => [Date.parse(from) + ms, Date.parse(to) + 1 + ms]);
    const at = moments.sort((a, b) => a - b).map((ms) => new Date(ms).toISOString());
    await moveWallet(
      shop,
      anna,
      at.map((moment) => ({ kind: 'redeem', amountMinor: 1_00n, at: moment })),
    );
    const records = await recordsOf(await ask(shop, anna, { dFrom: day, dTo: day, sZone }));
    expect(records.map(({ time }) => time)).toEqual([from, from, to, to]);
  });

  test('a statement of 1,300 movements is read in parts and is whole: opening and amounts are closing', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    await moveWallet(shop, anna, manyMoves(1_300, '2026-01-01T00:00:00Z'));
    const records = await recordsOf(
      await ask(shop, anna, { ...wide, dFrom: '2026-01-01', dTo: '2026-01-31' }),
    );
    const lines = records.filter(({ entry }) => entry === 'movement');
    expect([lines.length, records.length]).toEqual([1_300, 1_302]);
    let balance = minorOf(records[0]?.balance);
    for (const line of lines) {
      balance += minorOf(line.amount);
      expect(minorOf(line.balance)).toBe(balance);
    }
    expect(minorOf(records.at(-1)?.balance)).toBe(balance);
  });

  test('a statement has what there was when it began, whatever moves while it is read', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    await moveWallet(shop, anna, manyMoves(600, '2026-01-01T00:00:00Z'));
    const statement = await prepareStatement(shop.db, anna.id, {
      from: '2026-01-01',
      to: '2100-01-01',
      zone: 'UTC',
      company: [],
    });
    let lines = 0;
    for await (const some of linesOf(shop.db, statement)) {
      lines += some.length;
      await moveWallet(shop, anna, [{ kind: 'cashback', amountMinor: 1_00n }]);
    }
    expect(lines).toBe(600);
    expect((await spanOf(shop.db, walletOf(anna.id, 'usd'), {}))?.last).toBe(602n);
  });

  test('a statement without movements says its balances alone, in both forms', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const empty = await recordsOf(await ask(shop, anna, wide));
    expect(empty.map(({ entry, balance }) => [entry, balance])).toEqual([
      ['opening', '0.00'],
      ['closing', '0.00'],
    ]);
    const response = await ask(shop, anna, { ...wide, form: 'pdf' });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect((await response.bytes()).length).toBeGreaterThan(1_000);
    await moveWallet(shop, anna, [
      { kind: 'redeem', amountMinor: 3_00n, at: '2026-01-01T00:00:00Z' },
    ]);
    const later = await recordsOf(
      await ask(shop, anna, { dFrom: '2026-05-01', dTo: '2026-05-31' }),
    );
    expect(later.map(({ entry, balance }) => [entry, balance])).toEqual([
      ['opening', '3.00'],
      ['closing', '3.00'],
    ]);
  });

  test('a statement is of one’s own wallet, and needs a session', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    await moveWallet(shop, anna, [{ kind: 'redeem', amountMinor: 3_00n }]);
    const records = await recordsOf(await ask(shop, bert, wide));
    expect(records.map(({ entry }) => entry)).toEqual(['opening', 'closing']);
    for (const form of ['csv', 'pdf'])
      expect((await ask(shop, { token: 'nobody' }, { ...wide, form })).status).toBe(401);
  });

  test('notes and names can not become formulas in a spreadsheet', async () => {
    const shop = shared();
    const [anna, bert] = [
      await makeMember(shop, { walletMinor: 50_00n, verified: true }),
      await makeMember(shop, { verified: true }),
    ];
    const note = '=HYPERLINK("http://x","1,2")';
    await send(shop, anna, { permit: await sendPermit(shop, anna), to: bert.id, amount: 5, note });
    const bytes = Buffer.from(await (await ask(shop, bert, wide)).arrayBuffer());
    // Without the mark, spreadsheets read letters beyond ASCII as others.
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const text = bytes.toString();
    expect(text).toContain(`"'=HYPERLINK(""http://x"",""1,2"")"`);
    const [, line] = parse(text, { columns: true, bom: true }) as Entry[];
    expect(line).toMatchObject({
      note: `'${note}`,
      description: 'Received from Anna Archer',
      amount: '5.00',
    });
  });

  test('the first and the last day there are are days like others', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 3_00n });
    const records = await recordsOf(
      await ask(shop, anna, { dFrom: '1900-01-01', dTo: '2999-12-31' }),
    );
    expect(records.map(({ balance }) => balance)).toEqual(['0.00', '3.00', '3.00']);
  });

  test('asking only for the head makes no statement', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const head = await ask(shop, anna, { ...wide, form: 'pdf', method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });

  test('twenty statements in five minutes are enough', async () => {
    const shop = shared();
    const { token } = await makeMember(shop);
    const address = `${shop.url}/api/v1/wallet/statement.csv?dFrom=2026-01-01&dTo=2026-01-31`;
    const statuses: number[] = [];
    for (let n = 0; n <= 20; n += 1) {
      const reply = await fetch(address, { headers: { authorization: token } });
      await reply.text();
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });
});

describe('periods that are refused', () => {
  const shop = shopForAll({ working: false });

  test.each([
    ['a first day behind the last', 'dFrom=2026-02-02&dTo=2026-02-01'],
    ['a year too far', 'dFrom=2026-02-01&dTo=3000-01-01'],
    ['a day there is not', 'dFrom=2026-02-30&dTo=2026-03-01'],
    ['no day', 'dFrom=2026-02-01'],
    ['a zone there is not', 'dFrom=2026-02-01&dTo=2026-02-01&sZone=Mars/Olympus'],
    ['a moment', 'dFrom=2026-02-01T00:00:00.000Z&dTo=2026-03-01'],
  ])('a period with %s is refused', async (_, query) => {
    const { token } = await makeMember(shop());
    for (const { path } of [walletStatementCsv, walletStatementPdf])
      expect((await shop().raw('GET', `${path}?${query}`, { token })).status).toBe(400);
  });
});

longTest(
  'two statements of a member are made at once, a third waits; who goes away makes room',
  async () => {
    const shop = await startShop({ working: false });
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    await moveWallet(shop, anna, manyMoves(20_000, '2025-01-01T00:00:00Z'));
    const leave = new AbortController();
    const unread = [
      await ask(shop, anna, { ...wide, signal: leave.signal }),
      await ask(shop, anna, { ...wide, signal: leave.signal }),
    ];
    expect(unread.map(({ status }) => status)).toEqual([200, 200]);
    const third = await ask(shop, anna, wide);
    expect([third.status, Number(third.headers.get('retry-after'))]).toEqual([429, 10]);
    expect((await ask(shop, bert, wide)).status).toBe(200);
    // Nobody reads, and nothing of the database waits for it.
    const { waiting } = await shop.db.one(sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`);
    expect(waiting).toBe(0);
    leave.abort();
    const last = new AbortController();
    const again = () => ask(shop, anna, { ...wide, signal: last.signal });
    await expect.poll(async () => (await again()).status).toBe(200);
    // The shop would wait for a reader as it closes.
    last.abort();
  },
);
