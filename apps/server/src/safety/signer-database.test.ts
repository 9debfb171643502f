/**
 * Whoever can write to the database, triggers and constraints off, but has neither seed nor wish key: nothing that is
 * changed there of wallets, accounts, addresses and transfers has coins of somebody else signed or a foreign address shown.
 */

import { generateWallet, getWallets, showCoinPayment } from '@giftlane/contract/money/crypto.ts';
import { initiate } from '@giftlane/contract/shop/checkout.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { passwordHashOf } from '../features/accounts/queries.ts';
import { openSession } from '../features/accounts/sessions/sessions.ts';
import {
  type CoinShop,
  elsewhere,
  fillHouse,
  makeHolder,
  makeWallet,
  sendAway,
  startCoinShop,
  testWords,
  walletSeen,
} from '../features/coins/coins.testing.ts';
import { rescan } from '../features/coins/coins.ts';
import { orderOf } from '../features/coins/wallets/paying.testing.ts';
import { coinOffer } from '../features/selling/coin-payout.testing.ts';
import { accept } from '../features/selling/offers.testing.ts';
import { sql } from '../platform/db/db.ts';
import { openKeys } from '../signer/keys.ts';
import { makeMember, type TestMember } from '../testing/builders.ts';
import { type AtEnd, forAll } from '../testing/start-shop.ts';
import { accountTag } from '../utxo/tags.ts';

/** The house with 500,000 in five outputs, Anna and Eve with 400,000 each, and an order of both; Eve is the thief. */
async function world(atEnd: AtEnd) {
  const shop = await startCoinShop({ atEnd, env: { LOG_LEVEL: 'fatal' } });
  await fillHouse(shop, 'btc', 100_000n, 5);
  const [anna, eve] = [
    await makeHolder(shop, 'BTC', 400_000n),
    await makeHolder(shop, 'BTC', 400_000n),
  ];
  const [hers, evil] = [await orderOf(shop, anna, 'BTC'), await orderOf(shop, eve, 'BTC')];
  await shop.owner.script(`
    alter table coin_wallets drop constraint if exists coin_wallets_house;
    alter table coin_addresses drop constraint if exists coin_addresses_address_once;
    drop index if exists coin_addresses_address_once;
    alter table coin_accounts drop constraint coin_accounts_xpub_once;
    alter table coin_quotes drop constraint coin_quotes_script_once;
    alter table coin_transfers disable trigger user;
    alter table members disable trigger user;
    alter table sell_orders disable trigger user`);
  return { shop, anna, eve, hers, evil };
}

/** Changes the database as an owner can, and back when the test has ended: the books of the shop are checked then. */
async function write({ owner }: CoinShop, change: string, back: string): Promise<void> {
  await owner.script(change);
  onTestFinished(() => owner.script(back).then(() => undefined));
}

/** Lets rows of wallets exchange what only one of them may have. */
const unbound = (statement: string) => `
  alter table coin_wallets drop constraint coin_wallets_account_once, drop constraint coin_wallets_once;
  ${statement};
  alter table coin_wallets add constraint coin_wallets_account_once unique (coin, account),
    add constraint coin_wallets_once unique (coin, owner)`;

/** Exchanges some columns of two wallets, which exchanged once more are as they were. */
async function exchange(shop: CoinShop, a: string, b: string, columns: readonly string[]) {
  const sets = columns.map((column) => `${column} = o.${column}`).join(', ');
  const statement = unbound(`
    update coin_wallets w set ${sets} from coin_wallets o
    where w.coin = 'btc' and o.coin = 'btc' and w.id <> o.id
      and w.owner in ('${a}', '${b}') and o.owner in ('${a}', '${b}')`);
  await write(shop, statement, statement);
}

const wishes = async ({ db }: CoinShop) =>
  (await db.one(sql<{ count: number }>`select count(*)::int as count from coin_wishes`)).count;

/** A send that the shop refuses as a fault, and of which nothing is wished. */
async function faultySend(shop: CoinShop, member: TestMember): Promise<void> {
  const before = await wishes(shop);
  expect((await sendAway(shop, member, 90_000)).status).toBe(500);
  expect(await wishes(shop)).toBe(before);
}

const walletsOf = (shop: CoinShop, { token }: TestMember) => shop.call(getWallets, { token });

/** Public keys and addresses of another seed. */
const foreign = openKeys({
  words: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  networks: { btc: 'regtest', ltc: 'regtest' },
}).xpub('btc', 7);
const foreignScript = '0014751e76e8199196d454941c45d1b3a323f1433bd6';

describe('with the database alone', () => {
  const started = forAll(world);

  test.for([
    ['accounts', ['account']],
    ['ids', ['owner', 'account']],
    ['ids, tags and all', ['owner', 'account', 'tag']],
    ['owners', ['owner']],
    ['owners, with their tags', ['owner', 'tag']],
    ['accounts, with their tags', ['account', 'tag']],
  ] as const)(
    'the house’s wallet and a member’s with exchanged %s send nothing and show nothing',
    async ([, columns]) => {
      const { shop, eve, anna } = started();
      await exchange(shop, 'house', eve.id, columns);
      await faultySend(shop, eve);
      expect((await walletsOf(shop, eve)).status).toBe(500);
      const order = orderOf(shop, anna, 'BTC').then(({ reply }) => reply.status);
      expect(await order).toBe(500);
    },
  );

  test('two members’ wallets with exchanged accounts or owners show neither’s address', async () => {
    const { shop, anna, eve } = started();
    for (const columns of [['account'], ['owner'], ['account', 'tag']] as const) {
      await exchange(shop, anna.id, eve.id, columns);
      expect((await walletsOf(shop, anna)).status).toBe(500);
      await faultySend(shop, eve);
      await exchange(shop, anna.id, eve.id, columns);
    }
  });

  test('a wish that was made before the wallets were exchanged, or whose transfer was moved, is not signed', async () => {
    const { shop, eve } = started();
    const refusalNow = async () => {
      await shop.sign();
      const { refusal } = await shop.db.one(sql<{ refusal: string | null }>`
        select refusal from coin_wishes order by number desc limit 1`);
      return refusal;
    };
    const { id: house } = await shop.db.one(sql<{ id: string }>`
      select id from coin_wallets where coin = 'btc' and owner = 'house'`);
    const { walletId } = await walletSeen(shop, eve, 'BTC');
    const swap = (columns: string) =>
      unbound(`
        update coin_wallets w set (${columns}) = (select ${columns} from coin_wallets o where o.coin = 'btc'
          and o.id in ('${house}', '${walletId}') and o.id <> w.id)
        where w.coin = 'btc' and w.id in ('${house}', '${walletId}')`);
    const move = (to: string) => `
      update coin_transfers set wallet_id = '${to}' where type = 'send' and state = 'created'`;
    for (const [change, back] of [
      [swap('owner, account, tag'), swap('owner, account, tag')],
      [swap('account, tag'), swap('account, tag')],
      [swap('owner, tag'), swap('owner, tag')],
      [swap('owner, account'), swap('owner, account')],
      [move(house), move(walletId)],
    ] as const) {
      expect((await sendAway(shop, eve, 50_000)).status).toBe(200);
      await shop.owner.script(change);
      expect.soft(await refusalNow()).toBe("a wallet that is not the shop's");
      await shop.owner.script(back);
      await shop.step();
      expect(await walletSeen(shop, eve, 'BTC')).toMatchObject({ confirmedBalance: 400_000 });
    }
  });

  test('no wallet is made on an account whose key is another one, or another account’s', async () => {
    const { shop, eve } = started();
    const ben = await makeMember(shop);
    const next = `(select max(account) + 1 from coin_wallets where coin = 'btc')`;
    const { number, xpub, tag } = await shop.db.one(sql<{
      number: number;
      xpub: string;
      tag: string;
    }>`
      select number, xpub, encode(tag, 'hex') as tag from coin_accounts where coin = 'btc' and number =
        (select max(account) + 1 from coin_wallets where coin = 'btc')`);
    const back = `update coin_accounts set xpub = '${xpub}', tag = '\\x${tag}' where coin = 'btc' and number = ${number}`;
    const made = () => shop.call(generateWallet, { token: ben.token, body: { coin: 'BTC' } });
    const forged = accountTag(Buffer.alloc(32, 1), { coin: 'btc', number, xpub: foreign });
    for (const change of [
      `set xpub = '${foreign}'`,
      `set xpub = '${foreign}', tag = '\\x${forged.toString('hex')}'`,
      `set (xpub, tag) = (select a.xpub, a.tag from coin_accounts a join coin_wallets w
        on w.coin = a.coin and w.account = a.number where w.coin = 'btc' and w.owner = '${eve.id}')`,
    ]) {
      await shop.db.script(
        `update coin_accounts ${change} where coin = 'btc' and number = ${next}`,
      );
      expect((await made()).status).toBe(500);
      await expect(rescan(shop.checkout.coins, 'btc', 1)).rejects.toThrow(
        `the btc account ${number} is not as the signer has stored it`,
      );
      await shop.db.script(back);
    }
    expect((await made()).status).toBe(200);
  });

  test('a wallet whose account has another key by now shows and sends nothing', async () => {
    const { shop, anna } = started();
    const { account, xpub } = await shop.db.one(sql<{ account: number; xpub: string }>`
      select w.account, a.xpub from coin_wallets w
      join coin_accounts a on a.coin = w.coin and a.number = w.account
      where w.coin = 'btc' and w.owner = ${anna.id}`);
    const set = (key: string) =>
      `update coin_accounts set xpub = '${key}' where coin = 'btc' and number = ${account}`;
    await write(shop, set(foreign), set(xpub));
    expect((await walletsOf(shop, anna)).status).toBe(500);
    await faultySend(shop, anna);
  });

  test('a receiving address that was replaced is not shown', async () => {
    const { shop, anna, eve } = started();
    const { receiveAddress: hers } = await walletSeen(shop, anna, 'BTC');
    const { receiveAddress: evil } = await walletSeen(shop, eve, 'BTC');
    const { script } = await shop.db.one(sql<{ script: string }>`
      select script from coin_addresses where address = ${hers}`);
    const set = (values: string) =>
      `update coin_addresses set ${values} where wallet_id = (select id from coin_wallets
        where coin = 'btc' and owner = '${anna.id}') and branch = 0 and used_at is null`;
    for (const values of [
      `address = '${elsewhere}'`,
      `address = '${evil}'`,
      `address = '${elsewhere}', script = '${foreignScript}'`,
      `script = '${foreignScript}'`,
    ]) {
      await shop.db.script(set(values));
      expect((await walletsOf(shop, anna)).status).toBe(500);
      await shop.db.script(set(`address = '${hers}', script = '${script}'`));
    }
    expect((await walletSeen(shop, anna, 'BTC')).receiveAddress).toBe(hers);
  });

  test('an order’s address that was replaced, by another order’s, too, is not shown, nor is another amount', async () => {
    const { shop, anna, hers, evil } = started();
    const { sOrderId: id, sReceiveAddress: right } = hers.quote;
    const other = evil.quote.sReceiveAddress;
    const shown = () => shop.call(showCoinPayment, { token: anna.token, params: { id } });
    const again = () => shop.call(initiate, { token: anna.token, body: hers.body });
    const table = `update coin_quotes q set`;
    const where = `where member_id = '${anna.id}'`;
    const { script, amount, tag } = await shop.db.one(sql<{
      script: string;
      amount: bigint;
      tag: string;
    }>`
      select script, amount, encode(tag, 'hex') as tag from coin_quotes where member_id = ${anna.id}`);
    const whole = `(script, address, amount, tag) = (select script, address, amount, tag from coin_quotes o
      where o.address = '${other}')`;
    const back = `${table} script = '${script}', address = '${right}', amount = ${amount},
      tag = '\\x${tag}' ${where}`;
    for (const values of [
      `address = '${elsewhere}'`,
      `address = '${other}'`,
      whole,
      `amount = amount + 100000`,
    ]) {
      await shop.db.script(`${table} ${values} ${where}`);
      expect([(await shown()).status, (await again()).status]).toEqual([500, 500]);
      await shop.db.script(back);
    }
    // What the books say of the script is not shown.
    await write(
      shop,
      `update coin_addresses set address = '${elsewhere}' where script = '${script}'`,
      `update coin_addresses set address = '${right}' where script = '${script}'`,
    );
    expect((await shown()).body.data.sReceiveAddress).toBe(right);
    expect((await again()).body.data.sReceiveAddress).toBe(right);
  });

  test('a member who is said to be the house sends nothing of it', async () => {
    const { shop, eve } = started();
    await write(
      shop,
      `insert into members select (jsonb_populate_record(m,
          '{"id": "house", "email": "h@example.com", "email_key": "h@example.com", "google_id": null}')).*
        from members m where id = '${eve.id}'`,
      `delete from sessions where member_id = 'house';
      delete from members where id = 'house'`,
    );
    const passwordHash = (await passwordHashOf(shop.db, 'house')) ?? '';
    const opened = await shop.db.tx((tx) => openSession(tx, { memberId: 'house', passwordHash }));
    await faultySend(shop, { ...eve, token: opened?.token ?? '' });
  });

  test('a card is paid for at an address of its seller alone', async () => {
    const { shop, eve } = started();
    const { receiveAddress } = await walletSeen(shop, eve, 'BTC');
    const { order, payee } = await coinOffer(shop, 'BTC');
    const before = await wishes(shop);
    const set = (to: string) => `update sell_orders set payee = '${to}' where id = '${order._id}'`;
    for (const to of [elsewhere, receiveAddress]) {
      await shop.db.script(set(to));
      await expect(accept(shop, order._id)).rejects.toThrow('foreign address');
      await shop.db.script(set(payee));
    }
    expect(await wishes(shop)).toBe(before);
  });
});

test('the keys of tests are those of the house’s account and of nobody else’s', async () => {
  const shop = await startCoinShop();
  const anna = await makeMember(shop);
  await makeWallet(shop, anna, 'BTC');
  await fillHouse(shop, 'btc', 10_000n);
  const keys = openKeys({ words: testWords, networks: { btc: 'regtest', ltc: 'regtest' } });
  const rows = await shop.db.rows(sql<{ owner: string; account: number; xpub: string }>`
    select w.owner, w.account, a.xpub from coin_wallets w
    join coin_accounts a on a.coin = w.coin and a.number = w.account order by w.account`);
  expect(rows.map(({ owner, account }) => [owner, account])).toEqual([
    ['house', 0],
    [anna.id, 1],
  ]);
  expect(rows.map(({ xpub }) => xpub)).toEqual([keys.xpub('btc', 0), keys.xpub('btc', 1)]);
});
