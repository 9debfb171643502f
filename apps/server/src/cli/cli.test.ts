import { forgotPassword, resetPassword, verifyEmail } from '@giftlane/contract/members/accounts.ts';
import { updateProfile } from '@giftlane/contract/members/profile.ts';
import { proveCode } from '@giftlane/contract/members/security.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { listOptions } from '@giftlane/contract/shop/content.ts';
import { describe, expect, inject, test } from 'vitest';
import { addApp, codeOf, prove } from '../features/accounts/factors/factors.testing.ts';
import {
  mailsTo,
  newAddress,
  signInAs,
  subjects,
  tokenIn,
} from '../features/accounts/profile/people.testing.ts';
import { permit, redeem } from '../features/wallet/cards.testing.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { sql } from '../platform/db/db.ts';
import { makeCard, makeMember, orderBody, testPassword } from '../testing/builders.ts';
import { atProvider, initiated } from '../testing/buying.ts';
import { atCapture, providerCaptures } from '../testing/faults.ts';
import { longTest } from '../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../testing/start-shop.ts';
import { runCli, runOn, runProcess, runProcessOn, tempFile, tempFolder } from './run.testing.ts';

test.each([
  [[]],
  [['sell', 'everything']],
  [['ledger', 'verify', '--loud']],
  [['order', 'show']],
  [['voucher', 'create', '--value', '25']],
])('%j is answered with the usage and nothing is opened', async (args) => {
  const { code, stdout, stderr } = await runCli(args, {
    DATABASE_URL: 'postgres://x@127.0.0.1:1/x',
  });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('Usage: npm run shop -- <command>');
});

test('a database that is not there is one plain line', async () => {
  const keys = `1:${Buffer.alloc(32).toString('base64')}`;
  const env = { DATABASE_URL: 'postgres://x@127.0.0.1:1/x', ENCRYPTION_KEYS: keys };
  const ran = await runProcess(['stock', 'level'], { ...env, DATA_DIR: await tempFolder() });
  expect(ran).toMatchObject({ code: 1, stdout: '' });
  expect(ran.stderr).toMatch(/^DATABASE_URL: the database can not be used: .*ECONNREFUSED.*\n$/);
});

test('a database, a name, a host or a list of hosts that is wrong is one plain line', async () => {
  const right = new URL(inject('server').url);
  const keys = `1:${Buffer.alloc(32).toString('base64')}`;
  const run = async (change: (url: URL) => void) => {
    const url = new URL(right);
    change(url);
    const env = { DATABASE_URL: url.href, ENCRYPTION_KEYS: keys, DATA_DIR: await tempFolder() };
    const { code, stderr } = await runCli(['stock', 'level'], env);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    return stderr;
  };
  expect(await run((url) => (url.pathname = '/nothing'))).toContain(
    'DATABASE_URL: the database can not be used: database "nothing" does not exist',
  );
  expect(await run((url) => (url.username = 'nobody'))).toMatch(
    /^DATABASE_URL: the database can not be used: .*"nobody"/,
  );
  expect(await run((url) => (url.hostname = 'nowhere.invalid'))).toContain(
    'DATABASE_URL: the database can not be used: getaddrinfo',
  );
});

test('where no host of DATABASE_URL answers, that is said in words', async () => {
  const { code, stderr } = await runCli(['stock', 'level'], {
    DATABASE_URL: 'postgres://shop@127.0.0.1:9,127.0.0.1:10/shop',
  });
  expect(code).toBe(1);
  expect(stderr).toContain('DATABASE_URL: the database can not be used: connect ECONNREFUSED');
});

test('in production nothing is embedded and everything missing is named', async () => {
  const { code, stderr } = await runProcess(['ledger', 'verify'], { NODE_ENV: 'production' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/DATABASE_URL is not set.*\n.*ENCRYPTION_KEYS is not set/);
});

longTest(
  'without a database of its own the shop in DATA_DIR is used, made if need be',
  async () => {
    const DATA_DIR = await tempFolder();
    const { code, stdout } = await runProcess(['ledger', 'verify', '--json'], { DATA_DIR });
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { ok: true, problems: [] }]);
  },
  90_000,
);

test('a DATA_DIR that can be no folder is said in words', async () => {
  const DATA_DIR = await tempFile('a-file', '');
  const ran = await runCli(['stock', 'level'], { DATA_DIR });
  const words = `DATA_DIR: a folder, and ${DATA_DIR} can not be made one (EEXIST)`;
  const stderr = `The configuration is not usable:\n  ${words}\n`;
  expect(ran).toEqual({ code: 1, stdout: '', stderr });
});

describe('commands on one shop', () => {
  const shared = shopForAll({ working: false });

  test('vouchers are printed once and can be redeemed', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const wish = ['--value', '12.50', '--currency', 'usd', '--count', '2'];
    const { code, stdout } = await runProcessOn(shop, 'voucher', 'create', ...wish, '--json');
    const printed = JSON.parse(stdout);
    expect([code, printed]).toEqual([
      0,
      Array.from({ length: 2 }, () => ({
        code: expect.any(String),
        pin: expect.any(String),
        value: 12.5,
        currency: 'usd',
      })),
    ]);
    await redeem(shop, anna, { ...printed[0], permit: await permit(shop, anna) });
    expect(await anna.balance()).toBe(12_50n);
  });

  test('codes are loaded whole or not at all, and wrong lines are named', async () => {
    const shop = shared();
    const card = await makeCard(shop, { codes: 0 });
    const good = `card_id,serial,code\n${card.id},S1,"AAAA\nBBBB"\n${card.id},S2,CCCC-DDDD\n`;
    const wrong = await tempFile('wrong.csv', `${good}nobody,S3,EEEE-FFFF\n`);
    const refused = await runOn(shop, 'stock', 'import', wrong);
    expect([refused.code, refused.stdout]).toEqual([
      1,
      'line 5: card_id is of no card\nNothing was loaded.\n',
    ]);
    await runOn(shop, 'stock', 'import', await tempFile('good.csv', good));
    const level = await runOn(shop, 'stock', 'level', '--card', card.id, '--json');
    expect(JSON.parse(level.stdout)).toEqual([
      {
        cardId: card.id,
        title: 'Nimbus',
        value: 10,
        currency: 'usd',
        free: 2,
        reserved: 0,
        sold: 0,
      },
    ]);
  });

  test('session list and end: an operator sees where a member is signed in, and ends one session or all', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    await signInAs(shop, anna.email, testPassword);
    const list = async () =>
      JSON.parse((await runOn(shop, 'session', 'list', anna.email, '--json')).stdout);
    const [last, first] = await list();
    expect(Object.keys(first)).toEqual([
      'id',
      'createdAt',
      'lastSeenAt',
      'endsAt',
      'device',
      'place',
    ]);
    expect((await runOn(shop, 'session', 'end', anna.email, '--id', last.id)).code).toBe(0);
    expect(await list()).toEqual([first]);
    // Not another member's.
    expect((await runOn(shop, 'session', 'end', bert.email, '--id', first.id)).code).toBe(1);
    await runOn(shop, 'session', 'end', anna.email.toUpperCase());
    const status = async (token: string) => (await shop.raw('GET', '/myprofile', { token })).status;
    await expect.poll(() => status(anna.token)).toBe(401);
    expect(await status(bert.token)).toBe(200);
    expect((await runOn(shop, 'session', 'list', anna.email)).stdout).toContain(
      'Signed in nowhere.',
    );
    expect((await runOn(shop, 'session', 'end', 'nobody@mail.example')).code).toBe(1);
  });

  test('an order is found by our id, whatever a client calls another one', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop, { priceMinor: 10_00n, codes: 3 });
    const body = orderBody(anna, { card, totalMinor: 10_00n });
    const { _id: id } = (await shop.call(pay, { token: anna.token, body })).body.data;
    const other = orderBody(anna, { card, totalMinor: 10_00n, orderId: id });
    expect((await shop.call(pay, { token: anna.token, body: other })).status).toBe(200);
    expect((await runOn(shop, 'order', 'show', id)).stdout).toContain(`${id} (${body.sOrderId})`);
  });
});

test('a dry run of a catalogue tells and writes nothing', async () => {
  const shop = await startShop({ working: false });
  const rows = 'brand,title,category,currency,value,price\nnimbus,Nimbus,Gaming,usd,25,24.50\n';
  const file = await tempFile('brands.csv', rows);
  const { code, stdout } = await runOn(shop, 'catalog', 'import', file, '--dry-run', '--json');
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { dryRun: true, cards: { created: 1 } }]);
  expect(await shop.db.rows(sql`select 1 from brands`)).toEqual([]);
});

test('an option is set, and only to what it can hold', async () => {
  const shop = await startShop({ working: false });
  const set = (name: string, value: string) => runOn(shop, 'option', 'set', name, '--value', value);
  expect((await set('banner_video', 'https://film.example/loop.webm')).code).toBe(0);
  const { stdout } = await runOn(shop, 'option', 'list', '--json');
  expect(JSON.parse(stdout)).toContainEqual({
    name: 'banner_video',
    value: 'https://film.example/loop.webm',
    kind: 'text',
    public: true,
  });
  const unknown = await set('banner_vidoe', 'x');
  expect([unknown.code, unknown.stderr]).toEqual([1, 'There is no option banner_vidoe.\n']);
  const many = await set('max_codes_per_order', 'many');
  expect([many.code, many.stderr]).toEqual([1, 'max_codes_per_order is a whole number.\n']);
});

longTest(
  'a block explorer is empty at first, and set to an https address with a place for the transaction, or to none',
  async () => {
    const shop = await startShop({ working: false });
    const set = (value: string) => runOn(shop, 'option', 'set', 'explorer_btc', '--value', value);
    const shown = async () =>
      (await shop.call(listOptions)).body.data.find(({ sName }) => sName === 'explorer_btc')
        ?.sValue;
    expect(await shown()).toBe('');
    for (const wrong of [
      'https://mempool.space/tx/',
      'http://mempool.space/tx/{txid}',
      'javascript:alert("{txid}")',
      'https://{txid}',
      'https://someone@mempool.space/{txid}',
      'https://mempool.space/tx/ {txid}',
      'mempool',
    ]) {
      const { code, stderr } = await set(wrong);
      expect([wrong, code, stderr]).toEqual([
        wrong,
        1,
        "explorer_btc is empty, or an https address with {txid} where the transaction's id belongs.\n",
      ]);
    }
    expect((await set('https://mempool.space/tx/{txid}')).code).toBe(0);
    await expect.poll(shown).toBe('https://mempool.space/tx/{txid}');
    expect((await set('')).code).toBe(0);
  },
);

test('an order is shown with what came for it, what was taken back and what goes back', async () => {
  const shop = await startShop();
  const { wish, sPaymentId, confirm } = await initiated(shop);
  await atProvider(shop, sPaymentId, 'approve');
  await confirm();
  const [paid] = await providerCaptures(shop);
  await atCapture(shop, paid?.id ?? '', 'reverse', { value: '5.00' });
  const json = async () => {
    const { stdout } = await runOn(shop, 'order', 'show', wish.sOrderId, '--json');
    return JSON.parse(stdout);
  };
  await expect.poll(async () => (await json()).payments[0]?.reversed).toBe(5);
  expect(await json()).toMatchObject({
    payments: [{ captureId: paid?.id, amount: 30, currency: 'usd', use: 'order' }],
    refunds: [],
  });
  const told = await runOn(shop, 'order', 'show', wish.sOrderId);
  expect(told.stdout).toContain(
    `payment ${paid?.id}: 30.00 usd, 5.00 usd of it taken back by the provider`,
  );

  shop.sandbox.faults.add({ operation: 'capture', kind: 'wrong_amount', value: '9.00' });
  const other = await initiated(shop);
  await atProvider(shop, other.sPaymentId, 'approve');
  expect((await other.confirm()).body.code).toBe('payment.returned');
  const show = () => runOn(shop, 'order', 'show', other.wish.sOrderId);
  await expect.poll(async () => (await show()).stdout).toContain(', done: fits no order');
  const { stdout } = await show();
  expect(stdout).toMatch(/payment \S+: 9\.00 usd, fits no order and goes back\n/);
  expect(stdout).toMatch(/refund \S+ of \S+: 9\.00 usd, done: fits no order\n/);
});

test('a refund from the command line is sent to the card by the running shop', async () => {
  const shop = await startShop();
  const { anna, wish, sPaymentId, confirm } = await initiated(shop, { walletMinor: 10_00n });
  await atProvider(shop, sPaymentId, 'approve');
  await confirm();
  const shown = await runOn(shop, 'order', 'show', wish.sOrderId, '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({
    orderId: wish.sOrderId,
    memberId: anna.id,
    state: 'delivered',
    total: 30,
    lines: [{ quantity: 3, sold: 3, viewed: 0 }],
  });
  const refund = ['order', 'refund', wish.sOrderId, '--reason', 'asked for', '--json'];
  const { code, stdout } = await runOn(shop, ...refund);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { lines: 1, toCard: 20, toWallet: 10 }]);
  const states = () => shop.db.rows(sql`select state from refunds`);
  await expect.poll(states).toEqual([{ state: 'done' }]);
  expect(await balanceOf(shop.db, `member:${anna.id}:wallet:usd`)).toBe(100_00n);
  const again = await runOn(shop, ...refund);
  expect([again.code, again.stdout]).toEqual([1, '']);
  expect(again.stderr.trim().split('\n')).toHaveLength(1);
});

longTest('an id that two members have used is refused, ours is not', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop);
  const ids: string[] = [];
  for (const member of [
    await makeMember(shop, { walletMinor: 50_00n }),
    await makeMember(shop, { walletMinor: 50_00n }),
  ]) {
    const body = orderBody(member, { card, totalMinor: 10_00n, orderId: 'the-same-id-of-two' });
    ids.push((await shop.call(pay, { token: member.token, body })).body.data._id);
  }
  const refused = await runOn(shop, 'order', 'refund', 'the-same-id-of-two');
  expect(refused.code).toBe(1);
  for (const id of ids) expect(refused.stderr).toContain(id);
  const [first = ''] = ids;
  expect((await runOn(shop, 'order', 'refund', first)).code).toBe(0);
});

test('what is wrong with the ledger is told and ends with 1', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  await runOn(shop, 'voucher', 'create', '--value', '5', '--currency', 'usd');
  await shop.db.run(sql`update vouchers set redeemed_by = ${anna.id}, redeemed_at = now()`);
  const { code, stdout } = await runOn(shop, 'ledger', 'verify', '--json');
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { ok: false, problems: [{}] }]);
  await shop.owner.script(`alter table vouchers disable trigger vouchers_once;
    update vouchers set redeemed_by = null, redeemed_at = null;
    alter table vouchers enable trigger vouchers_once`);
});

test('session list: a terminal is told nothing but letters, whatever was kept of a browser', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const device = '\u009b2K\u001b[1A\u202eevil';
  await shop.db.run(sql`update sessions set device = ${device}`);
  const { stdout } = await runOn(shop, 'session', 'list', anna.email);
  expect(stdout).toMatch(/ 2K \[1A evil\n$/);
  // As JSON it is the same, and a terminal does nothing of it either.
  const json = await runOn(shop, 'session', 'list', anna.email, '--json');
  expect(json.stdout).not.toMatch(/[^\P{Cc}\n]/u);
  expect(JSON.parse(json.stdout)).toMatchObject([{ device }]);
});

/** Asks for another address in a proven session, and answers the link in the mail to it. */
async function anotherAddress(shop: TestShop, token: string): Promise<string> {
  const sEmail = newAddress();
  const oCountry = { value: 'US', label: 'United States' };
  const body = { sFirstName: 'Eve', sLastName: 'Thief', sEmail, oCountry };
  expect((await shop.call(updateProfile, { token, body })).status).toBe(200);
  return tokenIn((await mailsTo(shop, sEmail, subjects.verify))[0]);
}

const emailOf = async (shop: TestShop, id: string) =>
  (await shop.db.one(sql<{ email: string }>`select email from members where id = ${id}`)).email;

describe('addresses asked for, in one shop', () => {
  const shared = shopForAll();

  test('session end: an address that was asked for in an ended session does not come to count, in another it does', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    await prove(shop, anna);
    const link = await anotherAddress(shop, anna.token);
    await signInAs(shop, anna.email, testPassword);
    const listed = await runOn(shop, 'session', 'list', anna.email, '--json');
    const [last] = JSON.parse(listed.stdout);
    await runOn(shop, 'session', 'end', anna.email, '--id', last.id);
    await prove(shop, bert);
    const stolen = await anotherAddress(shop, bert.token);
    expect((await runOn(shop, 'session', 'end', bert.email)).stdout).toBe('1 ended.\n');
    const opened = await shop.call(verifyEmail, { token: anna.token, params: { token: link } });
    expect(opened.status).toBe(200);
    await shop.call(verifyEmail, { params: { token: stolen } });
    expect(await emailOf(shop, anna.id)).not.toBe(anna.email);
    expect(await emailOf(shop, bert.id)).toBe(bert.email);
  });

  test('member reset: neither another address nor a mailed link outlives the factors', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { verified: true });
    const { secret } = await addApp(shop, anna);
    const { token } = anna;
    await shop.call(proveCode, { token, body: { sCode: await codeOf(shop, secret, 1) } });
    const link = await anotherAddress(shop, token);
    await shop.call(forgotPassword, { body: { sEmail: anna.email } });
    const reset = tokenIn((await mailsTo(shop, anna.email, subjects.reset))[0]);
    const { code } = await runOn(shop, 'member', 'reset', anna.email, '--reason', 'lost phone');
    expect(code).toBe(0);
    await shop.call(verifyEmail, { params: { token: link } });
    expect(await emailOf(shop, anna.id)).toBe(anna.email);
    const body = { sNewPassword: 'Eves-own-word-9', sNewRetypedPassword: 'Eves-own-word-9' };
    const late = await shop.call(resetPassword, { params: { token: reset }, body });
    expect(late.body.code).toBe('account.token_expired');
  });
});
