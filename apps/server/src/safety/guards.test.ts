/** What PostgreSQL itself refuses, whatever the program does: states, owners, captures, history. */

import { pay } from '@giftlane/contract/shop/checkout.ts';
import { describe, expect, test } from 'vitest';
import { makeHolder, startCoinShop } from '../features/coins/coins.testing.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { type Statement, sql, type Tx } from '../platform/db/db.ts';
import { brokenConstraint } from '../platform/db/errors.ts';
import { makeCard, makeMember, orderBody } from '../testing/builders.ts';
import { atProvider, initiated } from '../testing/buying.ts';
import { type AtEnd, forAll, startShop, type TestShop } from '../testing/start-shop.ts';

class Undone extends Error {}

/** The constraint that refuses `statements` at the latest at commit; undefined when none does. Changes nothing. */
async function refusedBy({ db }: Pick<TestShop, 'db'>, ...statements: Statement<unknown>[]) {
  const work = async (tx: Tx) => {
    for (const statement of statements) await tx.run(statement);
    await tx.run(sql`set constraints all immediate`);
    throw new Undone();
  };
  return db.tx(work).catch((error: unknown) => {
    if (error instanceof Undone) return undefined;
    return brokenConstraint(error) ?? String(error);
  });
}

/** The same for the owner, who can do what the shop has no right to. */
const refusedToOwner = ({ owner }: TestShop, ...statements: Statement<unknown>[]) =>
  refusedBy({ db: owner }, ...statements);

/** Anna has bought one code of two; the other is free. */
async function bought(atEnd?: AtEnd) {
  const shop = await startShop({ working: false, ...(atEnd && { atEnd }) });
  const [anna, bert] = [await makeMember(shop, { walletMinor: 50_00n }), await makeMember(shop)];
  const card = await makeCard(shop, { codes: 2 });
  const { body } = await shop.call(pay, {
    token: anna.token,
    body: orderBody(anna, { card, totalMinor: 10_00n }),
  });
  return { shop, anna, bert, card, order: body.data };
}

/** A shop with one order that waits for its payment. */
async function unpaid(atEnd: AtEnd) {
  const shop = await startShop({ working: false, atEnd });
  await initiated(shop);
  return shop;
}

interface RawOrder {
  id?: string;
  state: string;
  gateway?: 'PayPal' | 'Wallet';
  totalMinor?: number;
  walletMinor?: number;
  cashbackMinor?: number;
}

/** An order as the program would store it, but for what the test says. */
function orderRow(memberId: string, order: RawOrder) {
  const { id = 'ord_raw', state, gateway = 'PayPal', totalMinor = 20, cashbackMinor = 0 } = order;
  const walletMinor = order.walletMinor ?? (gateway === 'Wallet' ? totalMinor : 0);
  return sql`
    insert into orders (member_id, id, client_id, content_hash, gateway, currency, state, lapses_at,
      subtotal_minor, service_charge_minor, discount_minor, total_minor, wallet_minor, cashback_minor)
    values (${memberId}, ${id}, ${id}, '', ${gateway}, 'usd', ${state}, app_now(),
      ${totalMinor}, 0, 0, ${totalMinor}, ${walletMinor}, ${cashbackMinor})`;
}

interface RawLine {
  id?: string;
  cardId?: string;
  state?: number;
  quantity?: number;
  payableMinor?: number;
  cashbackMinor?: number;
}

/** A line of that order, for all of it. */
function lineRow(memberId: string, line: RawLine = {}) {
  const { id = 'ol_raw', cardId = 'card', state = 0, quantity = 1, payableMinor = 20 } = line;
  return sql`
    insert into order_lines (member_id, order_id, id, position, card_id, card_version, title,
      value_minor, price_minor, discount_bp, cashback_bp, service_charge_bp, quantity,
      payable_minor, cashback_minor, state)
    values (${memberId}, 'ord_raw', ${id}, 1, ${cardId}, 1, '', 10, 10, 0, 0, 0, ${quantity},
      ${payableMinor}, ${line.cashbackMinor ?? 0}, ${state})`;
}

const codeStates = ['free', 'reserved', 'sold', 'void'] as const;

describe('what one order is kept from', () => {
  const world = forAll(bought);

  test('10 codes move along the listed edges and no other', async () => {
    const { shop, anna } = world();
    const listed =
      'free-reserved free-sold free-void reserved-free reserved-sold reserved-void sold-void';
    const found: string[] = [];
    for (const from of codeStates)
      for (const to of codeStates.filter((state) => state !== from)) {
        const put = (state: string) => sql`
          update codes set state = ${state},
            line_id = case when ${state} in ('reserved', 'sold') then 'line' when ${state} = 'void' then line_id end,
            member_id = case when ${state} in ('reserved', 'sold') then ${anna.id} when ${state} = 'void' then member_id end
          where id = (select min(id) from codes where line_id is null or line_id = 'line')`;
        const reach = from === 'free' ? [] : [put(from)];
        if ((await refusedBy(shop, ...reach, put(to))) === undefined) found.push(`${from}-${to}`);
      }
    expect(found.join(' ')).toBe(listed);
  });

  test('3 a sold code has one owner for ever', async () => {
    const { shop, bert } = world();
    for (const change of [
      sql`update codes set member_id = ${bert.id} where state = 'sold'`,
      sql`update codes set line_id = 'another' where state = 'sold'`,
      sql`update codes set state = 'free', line_id = null, member_id = null where state = 'sold'`,
      sql`update codes set state = 'void', member_id = ${bert.id} where state = 'sold'`,
      sql`update codes set card_id = (select min(id) from cards where id <> card_id) where state = 'sold'`,
      sql`update codes set fingerprint = sha256('x') where state = 'sold'`,
    ])
      expect(await refusedBy(shop, change), change.text).toBe('codes_edges');
  });

  test('3 the same code can not be loaded twice, nor be lost', async () => {
    const { shop } = world();
    const again = sql`
      insert into codes (card_id, batch_id, serial, content, fingerprint)
      select card_id, batch_id, serial, content, fingerprint from codes limit 1`;
    expect(await refusedBy(shop, again)).toBe('codes_once');
    expect(await refusedToOwner(shop, sql`delete from codes`)).toBe('history_kept');
    expect(await refusedToOwner(shop, sql`truncate codes cascade`)).toBe('history_kept');
  });

  test('10 orders move along the listed edges and no other', async () => {
    const { shop, anna } = world();
    const listed = [
      'pending-paid pending-failed paid-accepted paid-delivered paid-refunded',
      'accepted-delivered accepted-refunded delivered-refunded failed-paid',
    ].join(' ');
    const found: string[] = [];
    // Its line was given back, so that nothing but the edge can be refused.
    const givenBack = sql`
      update order_lines set refunded_minor = payable_minor, refunded_at = app_now()
      where id = 'ol_raw'`;
    for (const from of orderStates)
      for (const to of orderStates.filter((state) => state !== from)) {
        const begin = [orderRow(anna.id, { state: from }), lineRow(anna.id), givenBack];
        const money = sql`
          insert into payment_captures (provider, capture_id, member_id, order_id, amount_minor, currency, use)
          values ('paypal', 'CAPTURE', ${anna.id}, 'ord_raw', 20, 'usd', 'order')`;
        const go = sql`update orders set state = ${to} where id = 'ord_raw'`;
        if ((await refusedBy(shop, ...begin, money, go)) === undefined) found.push(`${from}-${to}`);
      }
    expect(found.join(' ')).toBe(listed);
  });

  test('12 what was ordered, for how much and by which key does not change', async () => {
    const { shop } = world();
    for (const change of [
      sql`update orders set total_minor = total_minor + 1, subtotal_minor = subtotal_minor + 1`,
      sql`update orders set wallet_minor = wallet_minor - 1, gateway = 'PayPal'`,
      sql`update orders set currency = 'eur'`,
      sql`update orders set client_id = 'another'`,
      sql`update orders set content_hash = ''`,
    ])
      expect(await refusedBy(shop, change), change.text).toBe('orders_edges');
    for (const change of [
      sql`update order_lines set quantity = 2`,
      sql`update order_lines set price_minor = 1`,
      sql`update order_lines set card_id = 'another'`,
      sql`update order_lines set payable_minor = 0`,
      sql`update order_lines set state = 1`,
    ])
      expect(await refusedBy(shop, change), change.text).toBe('order_lines_kept_whole');
  });

  test('12 an order’s amounts have to add up, and no refund exceeds it', async () => {
    const { shop } = world();
    const more = (bound: string) =>
      bound === 'orders'
        ? sql`update orders set refunded_minor = total_minor + 1`
        : sql`update order_lines set refunded_minor = payable_minor + 1`;
    expect(await refusedBy(shop, more('orders'))).toBe('orders_refund_bounded');
    expect(await refusedBy(shop, more('lines'))).toBe('order_lines_refund_bounded');
    const back = [
      sql`update orders set refunded_minor = 5`,
      sql`update orders set refunded_minor = 0`,
    ];
    expect(await refusedBy(shop, ...back)).toBe('orders_edges');
  });

  test('10 delivered means all codes are there', async () => {
    const { shop, anna, card } = world();
    const orderIn = (state: string) => orderRow(anna.id, { state, gateway: 'Wallet' });
    const lineIn = (state: number) => lineRow(anna.id, { cardId: card.id, quantity: 2, state });
    const one = sql`
      update codes set state = 'sold', line_id = 'ol_raw', member_id = ${anna.id} where state = 'free'`;
    const order = orderIn('delivered');
    expect(await refusedBy(shop, order, lineIn(3))).toBe('order_lines_delivered_whole');
    expect(await refusedBy(shop, order, lineIn(3), one)).toBe('order_lines_delivered_whole');
    // Nor may an order be delivered ahead of its lines, from its first moment or later.
    for (const state of [0, 1, 2]) {
      expect(await refusedBy(shop, order, lineIn(state))).toBe('orders_delivered_whole');
      const arrive = sql`update orders set state = 'delivered' where id = 'ord_raw'`;
      const late = await refusedBy(shop, orderIn('accepted'), lineIn(state), arrive);
      expect(late).toBe('orders_delivered_whole');
    }
    const back = sql`
      update order_lines set refunded_minor = payable_minor, refunded_at = app_now()
      where id = 'ol_raw'`;
    expect(await refusedBy(shop, order, lineIn(2), back)).toBeUndefined();
  });

  test('an order and its lines are never deleted', async () => {
    const { shop } = world();
    for (const loss of [
      sql`delete from order_lines`,
      sql`delete from orders`,
      sql`truncate orders cascade`,
      sql`truncate order_lines cascade`,
    ])
      expect(await refusedToOwner(shop, loss), loss.text).toBe('history_kept');
  });

  test('5, 10 an order that a card pays for goes on only with a capture of exactly its share', async () => {
    const { shop, anna } = world();
    const orderIn = (state: string) => orderRow(anna.id, { state, walletMinor: 5 });
    const line = lineRow(anna.id);
    const capture = (of: Partial<Record<'id' | 'currency' | 'use', string>>, amount = 15) => sql`
      insert into payment_captures (provider, capture_id, member_id, order_id, amount_minor, currency, use)
      values ('paypal', 'CAPTURE', ${anna.id}, ${of.id ?? 'ord_raw'}, ${amount}, ${of.currency ?? 'usd'},
        ${of.use ?? 'order'})`;
    const goOn = sql`update orders set state = 'paid' where id = 'ord_raw'`;
    for (const state of ['paid', 'accepted', 'delivered'])
      expect(await refusedBy(shop, orderIn(state)), state).toBe('orders_captured');
    for (const from of ['pending', 'failed']) {
      expect(await refusedBy(shop, orderIn(from), line, goOn), from).toBe('orders_captured');
      for (const other of [
        capture({ use: 'return' }),
        capture({ currency: 'eur' }),
        capture({ id: 'ord_other' }),
        capture({}, 14),
        capture({}, 20),
      ])
        expect(await refusedBy(shop, orderIn(from), line, other, goOn)).toBe('orders_captured');
      const whole = [orderIn(from), line, capture({})];
      expect(await refusedBy(shop, ...whole, goOn), from).toBeUndefined();
    }
  });

  test('12 the lines of an order add up to it, from its first moment and for ever', async () => {
    const { shop, anna } = world();
    const order = orderRow(anna.id, { state: 'pending', cashbackMinor: 3 });
    const line = (payableMinor: number, cashbackMinor = 3, id = 'ol_raw') =>
      lineRow(anna.id, { id, cardId: id, payableMinor, cashbackMinor });
    const another = line(5, 0, 'ol_other');
    expect(await refusedBy(shop, order)).toBe('orders_lines_add_up');
    expect(await refusedBy(shop, order, line(19))).toBe('orders_lines_add_up');
    expect(await refusedBy(shop, order, line(20, 2))).toBe('orders_lines_add_up');
    expect(await refusedBy(shop, order, line(20), another)).toBe('orders_lines_add_up');
    expect(await refusedBy(shop, order, line(15), another)).toBeUndefined();
    expect(await refusedBy(shop, order, line(20))).toBeUndefined();
    // Nor is anything added to an order of the past.
    const later = sql`
      insert into order_lines (member_id, order_id, id, position, card_id, card_version, title, value_minor,
        price_minor, discount_bp, cashback_bp, service_charge_bp, quantity, payable_minor, cashback_minor, state)
      select member_id, order_id, 'ol_later', 2, 'card_later', 1, '', 10, 10, 0, 0, 0, 1, 10, 0, 0
      from order_lines`;
    expect(await refusedBy(shop, later)).toBe('orders_lines_add_up');
  });
});

test('an identity moves along the listed edges and no other', async () => {
  const shop = await startShop({ working: false });
  const { id } = await makeMember(shop);
  const put = (status: string) => sql`update members set kyc_status = ${status} where id = ${id}`;
  const ways = { p: [], s: ['s'], v: ['s', 'v'], r: ['s', 'r'] } as const;
  const found: string[] = [];
  for (const [from, way] of Object.entries(ways))
    for (const to of ['', ...Object.keys(ways)].filter((status) => status !== from)) {
      const refused = await refusedBy(shop, ...[...way, to].map(put));
      if (refused === undefined) found.push(`${from}-${to}`);
      else expect(['members_kyc_edges', 'members_kyc_status_check']).toContain(refused);
    }
  expect(found.join(' ')).toBe('p-s s-p s-v s-r v-p v-r r-s');
  const begun = sql`
    insert into members select (jsonb_populate_record(m, '{"id": "mem_raw", "kyc_status": ""}')).*
    from members m`;
  expect(await refusedBy(shop, begun)).toBe('members_kyc_status_check');
});

test('6 transfers of coins move along the listed edges and no other', async () => {
  const shop = await startCoinShop();
  await makeHolder(shop, 'BTC', 100_000n);
  const states = 'created pendingApproval signed unconfirmed confirmed removed failed rejected';
  const listed = [
    'created-pendingApproval created-signed created-failed created-rejected',
    'pendingApproval-created pendingApproval-rejected',
    'signed-unconfirmed signed-confirmed signed-failed',
    'unconfirmed-signed unconfirmed-confirmed unconfirmed-removed unconfirmed-failed',
    'confirmed-unconfirmed removed-unconfirmed removed-confirmed',
  ].join(' ');
  const begin = (state: string) => sql`
    insert into coin_transfers (id, coin, wallet_id, type, txid, address, value, state)
    select 'ctx_raw', coin, wallet_id, 'send', repeat('ab', 32), address, 1000, ${state}
    from coin_transfers where type = 'receive'`;
  const found: string[] = [];
  for (const from of states.split(' '))
    for (const to of states.split(' ').filter((state) => state !== from)) {
      const go = sql`update coin_transfers set state = ${to} where id = 'ctx_raw'`;
      const refused = await refusedBy(shop, begin(from), go);
      if (refused === undefined) found.push(`${from}-${to}`);
      else expect(refused).toBe('coin_transfers_edges');
    }
  expect(found.join(' ')).toBe(listed);
});

test('4 a code is not viewed before it is sold, and the first look stays', async () => {
  const { shop } = await bought();
  const look = sql`update codes set viewed_at = app_now() where state = 'free'`;
  expect(await refusedBy(shop, look)).toBe('codes_viewed_when_sold');
  await shop.db.run(sql`update codes set viewed_at = app_now() where state = 'sold'`);
  const unlook = sql`update codes set viewed_at = null where state = 'sold'`;
  expect(await refusedBy(shop, unlook)).toBe('codes_edges');
});

const orderStates = ['pending', 'paid', 'accepted', 'delivered', 'failed', 'refunded'] as const;

test('10, 12 the checker sees an order that is ahead of its lines, and one that has none', async () => {
  const { shop, anna } = await bought();
  const broken = async () =>
    (await verifyLedger(shop.db, shop.invariants)).problems.map(({ rule }) => rule);
  /** As somebody does who can switch off what refuses it. */
  const force = (change: string) =>
    shop.owner.script(`begin;
      alter table orders disable trigger user;
      alter table order_lines disable trigger user;
      ${change};
      alter table orders enable trigger user;
      alter table order_lines enable trigger user;
      commit`);
  const rule =
    '10, 12 the lines of an order add up to its total, what was given back and its state';
  expect(await broken()).toEqual([]);
  await force('update order_lines set state = 2');
  expect(await broken()).toEqual([rule]);
  await force('update order_lines set state = 3');
  await force(`
    insert into orders (member_id, id, client_id, content_hash, gateway, currency, state,
      subtotal_minor, service_charge_minor, discount_minor, total_minor, wallet_minor, cashback_minor)
    values ('${anna.id}', 'ord_bare', 'bare', '', 'PayPal', 'usd', 'failed', 20, 0, 0, 20, 0, 0)`);
  expect(await broken()).toEqual([rule]);
  await force(`delete from orders where id = 'ord_bare'`);
});

test('6 what was added, sent, asked of the signer and done by operators stays as it is', async () => {
  const shop = await startShop({ working: false });
  const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
  const begin = [
    sql`insert into audit_entries (actor, deed, facts) values ('olga', 'coin hold', '{}')`,
    sql`insert into top_ups (member_id, id, currency, amount_minor, client_id, lapses_at)
      values (${anna.id}, 'top_raw', 'usd', 500, 'client', app_now())`,
    sql`insert into transfers (member_id, id, receiver_id, currency, amount_minor)
      values (${anna.id}, 'snd_raw', ${bert.id}, 'usd', 500)`,
    sql`insert into coin_chains (coin, network, height, hash, work) values ('btc', 'regtest', 0, '', 0)`,
    sql`insert into coin_accounts (coin, number, xpub, tag) values ('btc', 1, 'xpub', '')`,
    sql`insert into coin_wallets (id, coin, owner, account, tag) values ('cw_raw', 'btc', ${anna.id}, 1, '')`,
    sql`insert into coin_transfers (id, coin, wallet_id, type, txid, address, value, state)
      values ('ctx_raw', 'btc', 'cw_raw', 'send', 'ab', 'bc1q', 1, 'created')`,
    sql`insert into coin_approvals (transfer_id, coin, wish, tag, decision, decided_at)
      values ('ctx_raw', 'btc', '{}', '', 'approved', app_now())`,
    sql`insert into operators (id, email, email_key, role) values ('opr_raw', 'o@x.test', 'o@x.test', 'finance')`,
    sql`insert into coin_consents (transfer_id, operator_id, given_by, tag)
      values ('ctx_raw', null, 'a', ''), ('ctx_raw', 'opr_raw', 'b', '')`,
    sql`insert into coin_wishes (coin, transfer_id, wish, tag) values ('btc', 'ctx_raw', '{}', '')`,
    sql`set constraints all immediate`,
  ];
  const refused = (change: Statement<unknown>) => refusedToOwner(shop, ...begin, change);
  for (const [rule, ...changes] of [
    [
      'top_ups_edges',
      sql`update top_ups set amount_minor = 1`,
      sql`update top_ups set client_id = 'another'`,
    ],
    ['transfers_once', sql`update transfers set amount_minor = 1`],
    ['coin_chains_network', sql`update coin_chains set network = 'main'`],
    ['coin_approvals_once', sql`update coin_approvals set decision = 'rejected', reason = 'no'`],
    ['coin_wishes_once', sql`update coin_wishes set wish = '{"to": "another"}'`],
  ] as const)
    for (const change of changes) expect(await refused(change), change.text).toBe(rule);
  const over = sql`update top_ups set state = 'failed', fail_reason = 'lapsed'`;
  const again = sql`update top_ups set state = 'pending', fail_reason = null`;
  expect(await refusedToOwner(shop, ...begin, over, again)).toBe('top_ups_edges');
  for (const table of [
    'top_ups',
    'transfers',
    'coin_wishes',
    'coin_approvals',
    'coin_consents',
    'audit_entries',
  ])
    for (const loss of [`delete from ${table}`, `truncate ${table} cascade`])
      expect(await refused({ name: loss, text: loss, values: [] }), loss).toBe('history_kept');
});

test('5 one capture pays for one order, once, and stays as it was recorded', async () => {
  const shop = await startShop({ working: false });
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  expect((await order.confirm()).status).toBe(200);
  const another = sql`
    insert into payment_captures
    select provider, 'ANOTHER', member_id, order_id, amount_minor, currency, 'order' from payment_captures`;
  expect(await refusedBy(shop, another)).toBe('payment_captures_order_once');
  const elsewhere = sql`
    insert into payment_captures
    select provider, capture_id, member_id, 'ord_other', amount_minor, currency, 'order' from payment_captures`;
  expect(await refusedBy(shop, elsewhere)).toBe('payment_captures_pkey');
  for (const change of [
    sql`update payment_captures set use = 'return'`,
    sql`update payment_captures set order_id = 'ord_other'`,
    sql`update payment_captures set amount_minor = 1`,
    sql`update payment_captures set capture_id = 'ANOTHER'`,
  ])
    expect(await refusedBy(shop, change), change.text).toBe('payment_captures_recorded');
  expect(await refusedToOwner(shop, sql`delete from payment_captures`)).toBe('history_kept');
  expect(await refusedToOwner(shop, sql`truncate payment_captures cascade`)).toBe('history_kept');
});

test('5 what was taken back of a capture is written once for each id, bounded by what it was, and kept', async () => {
  const shop = await startShop({ working: false });
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  expect((await order.confirm()).status).toBe(200);
  const taken = (id: string, amount: string) =>
    sql`insert into capture_reversals (provider, id, capture_id, amount_minor)
      select provider, ${id}, capture_id, ${amount}::bigint from payment_captures`;
  const decided = (nth: number, decision: string, minor: number) =>
    sql`insert into capture_decisions (provider, capture_id, nth, decision, amount_minor)
      select provider, capture_id, ${nth}, ${decision}, ${minor} from payment_captures`;
  await shop.db.run(taken('FIRST', '3'));
  await shop.db.run(decided(1, 'kept', 2));
  for (const [statement, rule] of [
    [taken('FIRST', '1'), 'capture_reversals_pkey'],
    [taken('SECOND', '1000000'), 'capture_sums_bounded'],
    [decided(2, 'released', 2), 'capture_sums_bounded'],
    [decided(2, 'reopened', -3), 'capture_sums_bounded'],
    [sql`update capture_reversals set amount_minor = 1`, 'capture_reversals_recorded'],
    [sql`delete from capture_reversals`, 'history_kept'],
    [sql`truncate capture_reversals`, 'history_kept'],
    [sql`update capture_decisions set amount_minor = 1`, 'history_kept'],
    [sql`delete from capture_decisions`, 'history_kept'],
    [sql`truncate capture_decisions`, 'history_kept'],
  ] as const)
    expect(await refusedToOwner(shop, statement), statement.text).toBe(rule);
});

describe('what an unpaid order is kept from', () => {
  const shared = forAll(unpaid);

  test('11 an unpaid order lapses some time, and one that ends holds no codes', async () => {
    const shop = shared();
    const forEver = sql`update orders set lapses_at = null`;
    expect(await refusedBy(shop, forEver)).toBe('orders_unpaid_lapse');
    const end = sql`update orders set state = 'failed', fail_reason = 'lapsed'`;
    expect(await refusedBy(shop, end)).toBe('orders_hold_no_codes');
    const free = sql`
      update codes set state = 'free', line_id = null, member_id = null where state = 'reserved'`;
    expect(await refusedBy(shop, end, free)).toBeUndefined();
  });

  test('6 one order per member and client id, one payment per order, one event per id', async () => {
    const shop = shared();
    const order = sql`
      insert into orders select (jsonb_populate_record(o, '{"id": "ord_twin"}')).* from orders o`;
    const payment = sql`insert into payments (member_id, order_id, id, provider, amount_minor, currency, state)
      select member_id, order_id, 'pay_twin', provider, amount_minor, currency, state from payments`;
    const ref = sql`insert into payment_refs
      select provider, provider_order_id, 'mem_other', 'ord_other' from payment_refs`;
    expect(await refusedBy(shop, order)).toBe('orders_client_id_once');
    expect(await refusedBy(shop, payment)).toBe('payments_order_once');
    expect(await refusedBy(shop, ref)).toBe('payment_refs_pkey');
  });
});

test('12 a cart has one currency and whole quantities up to a thousand', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const cart = sql`insert into carts (member_id, currency) values (${anna.id}, 'usd')`;
  const line = (quantity: number, currency = 'usd') => sql`
    insert into cart_lines (member_id, id, card_id, currency, quantity)
    values (${anna.id}, 'line_1', 'card_1', ${currency}, ${quantity})`;
  expect(await refusedBy(shop, cart, line(1))).toBeUndefined();
  expect(await refusedBy(shop, cart, line(0))).toBe('cart_lines_quantity');
  expect(await refusedBy(shop, cart, line(-1))).toBe('cart_lines_quantity');
  expect(await refusedBy(shop, cart, line(1001))).toBe('cart_lines_quantity');
  expect(await refusedBy(shop, cart, line(1, 'eur'))).toBe('cart_lines_one_currency');
});
