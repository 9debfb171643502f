/** Whoever can write to the database, and has no keys: `ledger verify` names journals that nothing caused, and guards that are gone. */
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { expect, onTestFinished, test } from 'vitest';
import { guardInvariant } from '../ledger/guards.ts';
import { journalKinds } from '../ledger/kinds.ts';
import type { Invariant } from '../ledger/rules.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { sql } from '../platform/db/db.ts';
import { brokenConstraint } from '../platform/db/errors.ts';
import { makeCard, makeMember, orderBody } from '../testing/builders.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

type Side = readonly [account: string, amount: number];

/** Writes a journal as the shop does, past everything that asks why. */
const forge = (owner: string, kind: string, key: string, sides: readonly Side[]) => sql`
  select from ledger_post_all(array[${owner}], array[${key}], array[sha256(${key}::text::bytea)], array[${kind}],
    array['forged'], array[null]::jsonb[], ${sides.map(() => 1)}::int[], ${sides.map((_, at) => at + 1)}::smallint[],
    ${sides.map(([account]) => account)}::text[], ${sides.map(([account]) => account.slice(-3))}::text[],
    ${sides.map(([, amount]) => BigInt(amount))}::bigint[])`;

const isCause = (one: Invariant) => 'kinds' in one;

/** A shop whose books are wrong in the end, which nobody minds, and a member with an order that earned cashback. */
async function attacked() {
  const ends: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    for (const end of ends) await end().catch(() => undefined);
  });
  const shop = await startShop({ working: false, atEnd: (end) => ends.push(end) });
  const [anna, bert] = [await makeMember(shop, { walletMinor: 50_00n }), await makeMember(shop)];
  const card = await makeCard(shop, { cashbackBp: 500 });
  const body = orderBody(anna, { card, totalMinor: 10_00n });
  const order = (await shop.call(pay, { token: anna.token, body })).body.data._id;
  const { line, voucher } = await shop.db.one(sql<{ line: string; voucher: string }>`
    select (select id from order_lines) as line, (select id from vouchers) as voucher`);
  return { shop, anna, bert, order, line, voucher };
}

/** What is wrong, by the rules about causes and guards, or by all others. */
async function breaches({ db, invariants }: TestShop, rules: (one: Invariant) => boolean) {
  const { problems } = await verifyLedger(db, invariants.filter(rules));
  return problems.map(({ breach }) => breach);
}

test('1 a journal that nothing has caused is named, which sums, balances and the chain do not tell', async () => {
  const { shop, anna, bert, order, line, voucher } = await attacked();
  const [annas, berts] = [anna, bert].map(({ id }) => `member:${id}:wallet:usd`) as [
    string,
    string,
  ];
  const million = (account: string, from: string): Side[] => [
    [`house:${from}:usd`, -50_000_00],
    [account, 50_000_00],
  ];
  await shop.owner.script(`
    insert into top_ups (member_id, id, currency, amount_minor, state, lapses_at, paid_at)
      values ('${bert.id}', 'top_small', 'usd', 500, 'paid', now(), now());
    insert into payment_captures (provider, capture_id, member_id, order_id, amount_minor, currency, use)
      values ('paypal', 'SMALL', '${bert.id}', 'top_small', 500, 'usd', 'order')`);
  const forged = [
    // 5.00 of it were captured.
    ['add', bert.id, 'add:top_small', million(berts, 'paypal_clearing')],
    ['redeem', bert.id, 'voucher:vou_none', million(berts, 'vouchers')],
    [
      'redeem',
      bert.id,
      `voucher:${voucher}`,
      [
        ['house:vouchers:usd', -50_00],
        [berts, 50_00],
      ],
    ],
    ['add', bert.id, 'add:top_none', million(berts, 'paypal_clearing')],
    ['send', anna.id, 'send:snd_none', million(berts, 'losses')],
    [
      'cashback',
      anna.id,
      `order:${order}:cashback:2`,
      [
        ['house:cashback:usd', -50],
        [annas, 50],
      ],
    ],
    [
      'refund',
      anna.id,
      `order:${order}:refund:${line}`,
      [
        ['house:sales:usd', -10_00],
        [annas, 10_00],
      ],
    ],
    ['release', bert.id, `order:${order}:release`, million(berts, 'losses')],
    ['sell', bert.id, 'sell:sell_none:payout', million(berts, 'bought_cards')],
    ['coin_credit', anna.id, `order:${order}:coins_bought:1`, million(annas, 'conversion')],
    ['unfreeze', bert.id, 'capture:SMALL:released:1:1', million(berts, 'losses')],
    ['spend_points', bert.id, 'points:none', million(berts, 'points')],
    [
      'refund_settled',
      'house',
      'refund:ref_none:settled',
      million('house:sales:usd', 'paypal_clearing'),
    ],
  ] as const satisfies readonly (readonly [string, string, string, readonly Side[]])[];
  // A voucher is credited once as long as this is there.
  await shop.owner.script('drop index ledger_journals_redeemed_once');
  const named: string[] = [];
  for (const [kind, owner, key, sides] of forged) {
    await shop.owner.run(forge(owner, kind, key, sides));
    named.push(`${kind} of ${owner}: ${key}`);
    expect((await breaches(shop, isCause)).sort()).toEqual([...named].sort());
  }
  // What was never set aside is added up as well.
  expect(await breaches(shop, (one) => !isCause(one))).toEqual([
    expect.stringMatching(/^index ledger_journals ledger_journals_redeemed_once \w+ is gone/),
    `${bert.id} SMALL`,
  ]);
  // That the chain has no such coins the sums tell, too, but not which journal it is.
  await shop.db.run(sql`select ledger_open(${`member:${bert.id}:coin:btc`}, ${bert.id}, 'btc')`);
  const coins = `coin:btc:${'a'.repeat(64)}:0:in:1`;
  const sides: Side[] = [
    ['house:coin_chain:btc', -1_000],
    [`member:${bert.id}:coin:btc`, 1_000],
  ];
  await shop.owner.run(forge(bert.id, 'coin_in', coins, sides));
  expect(await breaches(shop, isCause)).toContain(`coin_in of ${bert.id}: ${coins}`);
});

test('2 nobody sends what they do not have out of an account that is said to be the house’s', async () => {
  const { shop, anna, bert } = await attacked();
  const [berts, annas] = [bert, anna].map(({ id }) => `member:${id}:wallet:eur`) as [
    string,
    string,
  ];
  await shop.db.run(sql`select ledger_open(${annas}, ${anna.id}, 'eur')`);
  const opened = await shop.db
    .run(sql`insert into ledger_accounts (name, owner, currency) values (${berts}, 'house', 'eur')`)
    .catch(brokenConstraint);
  if (opened !== 'ledger_accounts_owned') {
    await shop.db.run(sql`insert into transfers (member_id, id, receiver_id, currency, amount_minor)
      values (${bert.id}, 'snd_forged', ${anna.id}, 'eur', 5000000)`);
    await shop.db.run(
      forge(bert.id, 'send', 'send:snd_forged', [
        [berts, -50_000_00],
        [annas, 50_000_00],
      ]),
    );
  }
  expect(await breaches(shop, () => true)).toEqual([]);
  expect(opened).toBe('ledger_accounts_owned');
});

test('1 there are the kinds that the code writes and no others, each with a rule about its cause', async () => {
  const { shop, anna } = await attacked();
  const ruled = shop.invariants.flatMap((one) => ('kinds' in one ? (one.kinds as string[]) : []));
  const kinds = Object.keys(journalKinds).sort();
  expect([...ruled].sort()).toEqual(kinds);
  const { listed } = await shop.db.one(sql<{ listed: string }>`
    select pg_get_constraintdef(oid) as listed from pg_constraint where conname = 'ledger_journals_kind'`);
  expect([...listed.matchAll(/'(\w+)'/g)].map(([, kind]) => kind).sort()).toEqual(kinds);

  const gift = forge(anna.id, 'gift', 'gift:1', [
    ['house:losses:usd', -50_000_00],
    [`member:${anna.id}:wallet:usd`, 50_000_00],
  ]);
  const refused = await shop.db.run(gift).catch(brokenConstraint);
  expect(refused).toBe('ledger_journals_kind');
  await shop.owner.script('alter table ledger_journals drop constraint ledger_journals_kind');
  await shop.db.run(gift);
  expect(await breaches(shop, () => true)).toEqual([
    expect.stringMatching(/^constraint ledger_journals ledger_journals_kind \w+ is gone/),
    expect.stringMatching(`^journal \\d+ gift of ${anna.id}: gift:1$`),
  ]);
});

test.each([
  [
    'switched off',
    'alter table vouchers disable trigger vouchers_once',
    /^trigger vouchers vouchers_once \w+ is switched off$/,
  ],
  ['dropped', 'drop trigger orders_kept on orders', /^trigger orders orders_kept \w+ is gone/],
  [
    'made to do nothing',
    `create or replace function refuse() returns trigger language plpgsql as 'begin return new; end'`,
    /^trigger transfers transfers_once \w+ is gone, or does something else$/,
  ],
  [
    'made to find that all holds',
    `create or replace function must_hold(p_holds boolean, p_rule text, p_of text default '') returns void
     language plpgsql as 'begin end'`,
    /^function must_hold\S+ \w+ is gone, or does something else$/,
  ],
  [
    'put beside another that undoes it',
    `create function richer() returns trigger language plpgsql as 'begin return new; end';
     create trigger richer before update on vouchers for each row execute function richer()`,
    /^trigger vouchers richer \w+ is none of ours$/,
  ],
  [
    'no more asked of the rows that there are',
    `alter table ledger_balances drop constraint ledger_balances_not_negative,
      add constraint ledger_balances_not_negative check (balance >= 0) not valid`,
    /^constraint ledger_balances ledger_balances_not_negative \w+ is gone/,
  ],
  [
    'dropped, of an index',
    'drop index ledger_journals_sent_once',
    /^index ledger_journals ledger_journals_sent_once \w+ is gone/,
  ],
])('1 a guard that was %s is named', async (_, change, named) => {
  const { shop } = await attacked();
  expect(await breaches(shop, () => true)).toEqual([]);
  await shop.owner.script(change);
  expect(await breaches(shop, (one) => one === guardInvariant)).toContainEqual(
    expect.stringMatching(named),
  );
  expect(await breaches(shop, (one) => one !== guardInvariant)).toEqual([]);
});
