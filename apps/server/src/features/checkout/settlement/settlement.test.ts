/** Settlement files in the back office, in the format that the provider gives them. */
import * as calls from '@giftlane/contract/office/settlements.ts';
import { expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { apiBase } from '../../../platform/http/http.ts';
import { hours } from '../../../platform/process/durations.ts';
import { atProvider, initiated } from '../../../testing/buying.ts';
import { atCapture, providerCaptures, runChore } from '../../../testing/faults.ts';
import { makeOperator, officeOf, type TestOperator } from '../../../testing/office.ts';
import { startShop, type TestShop } from '../../../testing/start-shop.ts';
import { askAboutCaptures } from '../disputes/taken-back.ts';
import { refundOrder } from '../refund/refund.ts';

const head =
  '"CH","Transaction ID","Invoice ID","PayPal Reference ID","PayPal Reference ID Type","Transaction Event Code","Transaction Initiation Date","Transaction Completion Date","Transaction  Debit or Credit","Gross Transaction Amount","Gross Transaction Currency","Fee Debit or Credit","Fee Amount","Fee Currency","Custom Field"';

const line = (id: string, event: string, amount: string, way = 'CR') =>
  `"SB","${id}","","","","${event}",2026/11/29 10:00:00 +0000,2026/11/29 10:00:00 +0000,"${way}",${amount},"USD","",,"","=1+1"`;

const account = 'GIFTLANESANDB';
const sheet = (lines: readonly string[], { ours = account, heads = head, end = '"RF"' } = {}) =>
  [
    `"RH",2026/11/30 02:44:19 -0700,"A","${ours}",011`,
    '"FH",01',
    `"SH",2026/11/29 00:00:00 -0700,2026/11/29 23:59:59 -0700,"${ours}",""`,
    heads,
    ...lines,
    `"SF","USD",1,2,3,4`,
    `"SC",${lines.length}`,
    end,
  ].join('\r\n');

const day = () => new Date().toISOString().slice(0, 10);

async function openSettlements() {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  const office = officeOf(shop);
  const olga = await makeOperator(shop, 'finance', office);
  const boris = await makeOperator(shop, 'finance', office);
  const report = async () =>
    (await fetch(`${shop.sandbox.paypalUrl}/__sandbox/settlements/${day()}`)).text();
  return { shop, office, olga, boris, report };
}

async function bought(shop: TestShop) {
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  const { data } = (await order.confirm()).body;
  return { order, id: data._id as string };
}

const upload = (operator: TestOperator, content: string, sName = 'STL-20261129.CSV') =>
  operator.call(calls.addSettlement, { query: { sName }, body: new File([content], 'x') });

const shown = async (operator: TestOperator, id: string) => {
  const params = { id };
  const { data } = await operator.call(calls.showSettlement, { params });
  const { aRows } = (await operator.call(calls.listDifferences, { params })).data;
  return { ...data, aRows };
};

test('a day of payments, refunds and reversals is matched whole, with its sums and fees', async () => {
  const { shop, office, report } = await openSettlements();
  const refunded = await bought(shop);
  await bought(shop);
  const taken = await bought(shop);
  await refundOrder(
    shop,
    { memberId: refunded.order.anna.id, id: refunded.id },
    { reason: 'asked for' },
  );
  const captures = await providerCaptures(shop);
  await atCapture(
    shop,
    captures.find(({ orderId }) => orderId === taken.order.sPaymentId)?.id ?? '',
    'reverse',
  );
  await shop.moveClock(hours(3));
  await runChore(shop, 'checkout.refunds');
  await askAboutCaptures(shop.checkout);
  const olga = await makeOperator(shop, 'finance', office);
  const { data } = await upload(olga, await report());
  expect(await shown(olga, data._id)).toMatchObject({
    sAccount: account,
    nMatched: 5,
    nDifferences: 0,
    aRows: [],
    aSums: [
      {
        sCurrency: 'usd',
        nMatched: 5,
        sPaid: '90.00',
        sReturned: '-60.00',
        sFees: '4.62',
        nOthers: 0,
        sOthers: '0.00',
      },
    ],
  });
});

test('what only the file has, only the books have, or both have otherwise is listed', async () => {
  const { shop, olga, report } = await openSettlements();
  const [same, missing, other] = [await bought(shop), await bought(shop), await bought(shop)];
  const captures = await providerCaptures(shop);
  const captureOf = ({ order }: typeof same) =>
    captures.find(({ orderId }) => orderId === order.sPaymentId)?.id ?? '';
  const lines = (await report()).split('\r\n').flatMap((one) => {
    if (one.includes(captureOf(missing))) return [];
    return one.includes(captureOf(other)) ? [one.replace(',3000,', ',2999,')] : [one];
  });
  const [first = ''] = lines.filter((one) => one.startsWith('"SB"'));
  const at = lines.indexOf(first);
  const more = [
    line('UNKNOWN1', 'T1107', '700', 'DR'),
    line('BANK1', 'T0400', '9000', 'DR'),
    first,
  ];
  const { data } = await upload(olga, lines.toSpliced(at + 1, 0, ...more).join('\r\n'));
  const { aRows, aSums } = await shown(olga, data._id);
  const usd = (sAmount: string) => ({ sAmount, sCurrency: 'usd' });
  const found = new Map(aRows.map((row: { sTransaction: string }) => [row.sTransaction, row]));
  expect(Object.fromEntries(found)).toMatchObject({
    UNKNOWN1: { eKind: 'file_only', sEvent: 'T1107', oFile: usd('-7.00'), oBooks: null },
    [captureOf(missing)]: { eKind: 'books_only', oFile: null, oBooks: usd('30.00') },
    [captureOf(other)]: { eKind: 'amount', oFile: usd('29.99'), oBooks: usd('30.00') },
  });
  // A transaction that the file has twice is in the books once.
  const twice = /"SB","(\w+)"/.exec(first)?.[1];
  expect(found.has(twice)).toBe(true);
  expect(aRows).toHaveLength(4);
  expect(aSums).toMatchObject([{ nOthers: 1, sOthers: '-90.00' }]);
  const only = await olga.call(calls.listDifferences, {
    params: { id: data._id },
    query: { eKind: 'books_only' },
  });
  expect(only.data.aRows).toHaveLength(1);
});

test('the same file is one report, also when two people read it at once, and nothing is booked', async () => {
  const { shop, olga, boris, report } = await openSettlements();
  await bought(shop);
  const content = await report();
  const journals = () => shop.db.rows(sql`select id from ledger_journals order by id`);
  const before = await journals();
  const both = await Promise.all([upload(olga, content), upload(boris, content, 'again.csv')]);
  const ids = new Set(both.map(({ data }) => data._id));
  expect(ids.size).toBe(1);
  expect(both.map(({ data }) => data.bKnown).sort()).toEqual([false, true]);
  expect((await upload(boris, content)).data).toEqual({ _id: [...ids][0], bKnown: true });
  expect((await olga.call(calls.listSettlements)).data.aRows).toHaveLength(1);
  expect(await journals()).toEqual(before);
});

test('a capture outside the file’s period is not said to be missing', async () => {
  const { shop, olga } = await openSettlements();
  await bought(shop);
  for (const other of ['2026/10/01', '2999/01/01']) {
    const { data } = await upload(olga, sheet([]).replaceAll('2026/11/29', other));
    expect((await shown(olga, data._id)).aRows).toEqual([]);
  }
});

test.for([
  ['a text that is none', 'hello', 'Line 1: this is no Settlement Report'],
  ['one that was cut off', sheet([line('A', 'T0006', '1')]).split('\r\n"SF"')[0] ?? '', 'the end'],
  ['one that was cut off behind a section', sheet([]).split('\r\n"RF"')[0] ?? '', 'the end'],
  [
    'a column that is missing',
    sheet([], { heads: head.replace('"Fee Amount",', '') }),
    'Line 4, Fee Amount: this column is missing',
  ],
  [
    'an amount with a point',
    sheet([line('A', 'T0006', '10.00')]),
    'Line 5, Gross Transaction Amount: “10.00”',
  ],
  [
    'a wrong side',
    sheet([line('A', 'T0006', '1'), line('B', 'T0006', '1', 'XX')]),
    'Line 6, Transaction Debit or Credit: “XX”',
  ],
  [
    'another account',
    sheet([], { ours: 'SOMEBODY' }),
    'Line 3, Account ID: the file is about another account, SOMEBODY',
  ],
  [
    'a long period',
    sheet([]).replace('2026/11/29 00:00:00', '2025/11/29 00:00:00'),
    'at most 32 days',
  ],
  ['an open quotation mark', sheet([]).replace('"SF"', '"SF'), 'this is no Settlement Report'],
] as const)('%s is refused with its place, and nothing is stored', async ([, content, words]) => {
  const { shop, olga } = await openSettlements();
  const refused = await upload(olga, content);
  expect(refused.code).toBe('settlement.unreadable');
  expect(refused.message).toContain(words);
  expect(await shop.db.rows(sql`select 1 from settlement_files`)).toEqual([]);
});

test('differences are downloaded as a sheet in which no cell is a formula', async () => {
  const { office, olga } = await openSettlements();
  const { data } = await upload(olga, sheet([line('-EVIL', 'T0006', '1050')]));
  const url = `${apiBase}${calls.settlementSheet.path.replace('{id}', data._id)}`;
  const { body, headers } = await office.app.inject({ url, headers: { cookie: olga.cookie } });
  expect(headers['content-type']).toContain('text/csv');
  expect(body).toContain('file_only,"\'-EVIL","T0006",2026-11-29T10:00:00.000Z,10.50,"usd",,\r\n');
});
