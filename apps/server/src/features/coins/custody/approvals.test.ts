/** Sends that wait: for a person, or for a day; decided once, whoever decides. */
import { tmpdir } from 'node:os';
import { lockAccount, unlockAccount } from '@giftlane/contract/members/security.ts';
import { cancelSend, sendCoin } from '@giftlane/contract/money/crypto.ts';
import { expect, test } from 'vitest';
import { runCli, runProcess } from '../../../cli/run.testing.ts';
import { type Statement, sql } from '../../../platform/db/db.ts';
import { brokenConstraint } from '../../../platform/db/errors.ts';
import { hours } from '../../../platform/process/durations.ts';
import { makeMember, type TestMember, testPassword } from '../../../testing/builders.ts';
import { longTest } from '../../../testing/long.ts';
import { nodeEnv, sandboxEnv } from '../../../testing/sandbox-env.ts';
import { readWish, wishText } from '../../../utxo/wish.ts';
import { setOption } from '../../content/content.ts';
import {
  approveByTwo,
  type CoinShop,
  makeHolder,
  makeWallet,
  runChore,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../coins.testing.ts';
import { approveSend, holdCoin, rejectSend, transferById } from '../coins.ts';
import { coinOrder, payQuote } from '../wallets/paying.testing.ts';

const elsewhere = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const olga = { by: 'olga' };
const boris = { by: 'opr_boris', operatorId: 'opr_boris' };
const why = { ...olga, reason: 'We could not reach you' };

/** A shop in which a coin is worth 100,000.00 and sends above so much wait: 0.01 is 1,000.00. */
async function shopWith(options: { approve?: number; fresh?: number; limit?: number }) {
  const shop = await startCoinShop();
  shop.sandbox.setCoinRates({ BTC: 100_000, LTC: 100 });
  await runChore(shop, 'rates.spots');
  await setOption(shop.db, 'coin_approve_above', String(options.approve ?? 0));
  await setOption(shop.db, 'coin_new_address_above', String(options.fresh ?? 0));
  await setOption(shop.db, 'coin_send_daily_limit', String(options.limit ?? 99_999_999));
  return shop;
}

const send = (
  shop: CoinShop,
  { token }: TestMember,
  {
    amount = 200_000,
    receiveAddress = elsewhere,
    sRequestId = undefined as string | undefined,
  } = {},
) =>
  shop.call(sendCoin, {
    token,
    body: {
      coin: 'BTC',
      amount,
      receiveAddress,
      password: testPassword,
      purpose: 'sendCoin',
      ...(sRequestId !== undefined && { sRequestId }),
    },
  });

/** Anna has 0.01 and wishes to send 0.002 of it, worth 200.00, where more than 100.00 waits. */
async function waiting(options: Parameters<typeof shopWith>[0] = { approve: 100 }) {
  const shop = await shopWith(options);
  const anna = await makeHolder(shop, 'BTC', 1_000_000n);
  const sent = await send(shop, anna);
  return { shop, anna, sent: sent.body.data, message: sent.body.message };
}

const newest = async (shop: CoinShop, member: TestMember) =>
  (await transfersSeen(shop, member, 'BTC'))[0];

const wishes = async ({ db }: CoinShop) =>
  (await db.one(sql<{ wishes: number }>`select count(*)::int as wishes from coin_wishes`)).wishes;

/** Adds an operator who may be the second person. */
const addBoris = ({ db }: CoinShop) =>
  db.run(sql`insert into operators (id, email, email_key, role)
    values (${boris.operatorId}, 'boris@giftlane.test', 'boris@giftlane.test', 'finance')`);

/** The variables of a command beside the shop. */
const envOf = (shop: CoinShop) => {
  const { DATABASE_URL = '', ENCRYPTION_KEYS = '' } = sandboxEnv(
    shop.sandbox,
    shop.config.databaseUrl,
  );
  return { DATABASE_URL, ENCRYPTION_KEYS, DATA_DIR: tmpdir(), ...nodeEnv(shop.sandbox) };
};

const run = (shop: CoinShop, args: readonly string[]) => runCli(args, envOf(shop));

test('a send above the option waits with its coins set aside, and goes on when two persons let it', async () => {
  const { shop, anna, sent, message } = await waiting();
  expect([sent.state, sent.dGoesAt, message]).toEqual([
    'pendingApproval',
    null,
    'Your coins are reserved. See the list below for what happens next.',
  ]);
  await shop.step();
  expect([await wishes(shop), (await newest(shop, anna))?.state]).toEqual([0, 'pendingApproval']);
  expect((await walletSeen(shop, anna, 'BTC')).confirmedBalance).toBe(
    1_000_000 - 200_000 - sent.nFee,
  );
  const listed = await run(shop, ['coin', 'list', '--pending']);
  expect(listed.stdout).toContain(`${anna.email}: 0.002 btc to ${elsewhere}, waits for`);
  const approved = await run(shop, ['coin', 'approve', sent.id]);
  expect([approved.code, approved.stdout]).toEqual([
    0,
    `${sent.id} waits for a second person, in the back office.\n`,
  ]);
  await shop.step();
  expect(await wishes(shop)).toBe(0);
  await addBoris(shop);
  expect(await approveSend(shop.db, shop.checkout.coins, sent.id, boris)).toBe(true);
  await shop.step();
  await shop.mine('btc');
  const gone = await newest(shop, anna);
  expect(gone?.history.map(({ action }) => action)).toEqual([
    'pendingApproval',
    'created',
    'signed',
    'unconfirmed',
    'confirmed',
  ]);
  expect((await run(shop, ['coin', 'list', '--pending'])).stdout).toBe('');
  expect((await run(shop, ['coin', 'list'])).stdout).toContain('confirmed');
  expect((await run(shop, ['coin', 'approve', sent.id])).stderr).toBe(
    'This transfer is no longer waiting.\n',
  );
});

test('at the option and below nothing waits, and repeated a send that waits is the same one', async () => {
  const shop = await shopWith({ approve: 200 });
  const anna = await makeHolder(shop, 'BTC', 1_000_000n);
  expect((await send(shop, anna)).body.data.state).toBe('created');
  await shop.step();
  const sRequestId = 'press-0123456789abcdef';
  const tries = [];
  for (let i = 0; i < 3; i += 1)
    tries.push(await send(shop, anna, { amount: 200_010, sRequestId }));
  expect(new Set(tries.map(({ body }) => body.data.id)).size).toBe(1);
  expect(tries.map(({ body }) => body.data.state)).toEqual(Array(3).fill('pendingApproval'));
});

test('a rejected send gives all of it back, and its member reads why', async () => {
  const { shop, anna, sent } = await waiting();
  const rejected = await run(shop, ['coin', 'reject', sent.id, '--reason', why.reason]);
  expect(rejected.stdout).toBe(`${sent.id} was rejected.\n`);
  expect((await walletSeen(shop, anna, 'BTC')).confirmedBalance).toBe(1_000_000);
  expect(await newest(shop, anna)).toMatchObject({
    state: 'rejected',
    sReason: why.reason,
    bCancelled: false,
  });
  await shop.workJobs();
  const mail = shop.sandbox.mails(anna.email)[0];
  expect(mail?.subject).toBe("We didn't send 0.002 BTC");
  expect(mail?.text).toContain(`Reason: ${why.reason}`);
  expect((await send(shop, anna)).status).toBe(200);
});

test('what pays for an order never waits', async () => {
  const shop = await shopWith({ approve: 1, fresh: 1 });
  const { anna, quote } = await coinOrder(shop, 'BTC');
  const paid = await payQuote(shop, anna, 'BTC', quote);
  expect(paid.body.data.state).toBe('created');
});

test('7 approved, rejected and cancelled many times at once: one of them counts, once', async () => {
  const { shop, anna, sent } = await waiting();
  const { db, checkout } = shop;
  await addBoris(shop);
  await approveSend(db, checkout.coins, sent.id, olga);
  const tries = await Promise.allSettled([
    ...Array.from({ length: 4 }, () => approveSend(db, checkout.coins, sent.id, boris)),
    ...Array.from({ length: 3 }, () => rejectSend(db, sent.id, why)),
    ...Array.from({ length: 3 }, async () => {
      const { status } = await shop.call(cancelSend, { token: anna.token, body: { id: sent.id } });
      if (status !== 200) throw new Error('refused');
    }),
  ]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { decision } = await db.one(sql<{ decision: string }>`select decision from coin_approvals`);
  expect(await wishes(shop)).toBe(decision === 'approved' ? 1 : 0);
  expect((await newest(shop, anna))?.state).toBe(decision === 'approved' ? 'created' : 'rejected');
});

longTest(
  '7 killed while it approves, a command has let go all of it or nothing; then once more is enough',
  async () => {
    const { shop, anna, sent } = await waiting();
    await addBoris(shop);
    await approveSend(shop.db, shop.checkout.coins, sent.id, boris);
    const approve = ['coin', 'approve', sent.id];
    const killedAt = (CRASH_POINT: string) => runProcess(approve, { ...envOf(shop), CRASH_POINT });
    const within = await killedAt('coins.approving');
    expect(within.code).toBe(null);
    expect([await wishes(shop), (await newest(shop, anna))?.state]).toEqual([0, 'pendingApproval']);
    const after = await killedAt('coins.approved');
    expect(after.code).toBe(null);
    expect([await wishes(shop), (await newest(shop, anna))?.state]).toEqual([1, 'created']);
    expect((await run(shop, approve)).code).toBe(1);
    await shop.step();
    expect((await newest(shop, anna))?.state).toBe('unconfirmed');
  },
);

const otherScript = `0014${'ab'.repeat(20)}`;

/** Changes the database as somebody does who owns it. */
async function asOwner({ owner }: CoinShop, change: Statement<unknown>): Promise<void> {
  const tables = ['coin_approvals', 'coin_transfers', 'coin_wishes'];
  for (const table of tables) await owner.script(`alter table ${table} disable trigger user`);
  await owner.run(change);
  for (const table of tables) await owner.script(`alter table ${table} enable trigger user`);
}

test('what was changed in the database while it waited is not let go', async () => {
  const { shop, anna, sent } = await waiting();
  const { receiveAddress: other } = await walletSeen(shop, anna, 'BTC');
  const { wish } = await shop.db.one(sql<{ wish: string }>`select wish from coin_approvals`);
  const read = readWish(wish);
  const thief = wishText({ ...read, outputs: [{ script: otherScript, value: 900_000n }] });
  const refused = async (change: Statement<unknown>, back: Statement<unknown>) => {
    await asOwner(shop, change);
    const tried = approveSend(shop.db, shop.checkout.coins, sent.id, olga);
    await expect(tried).rejects.toMatchObject({ code: 'coins.altered' });
    await asOwner(shop, back);
  };
  await refused(
    sql`update coin_approvals set wish = ${thief}`,
    sql`update coin_approvals set wish = ${wish}`,
  );
  // What a person is shown is not what would be signed.
  await refused(
    sql`update coin_transfers set address = ${other} where id = ${sent.id}`,
    sql`update coin_transfers set address = ${elsewhere} where id = ${sent.id}`,
  );
  await refused(
    sql`update coin_approvals set goes_at = app_now()`,
    sql`update coin_approvals set goes_at = null`,
  );
  await approveByTwo(shop, sent.id);
});

test('one person lets no payout go: not twice, not as another, and not by the database role of the shop', async () => {
  const { shop, sent } = await waiting();
  const { db, checkout } = shop;
  const approve = (by: typeof boris | typeof olga) => approveSend(db, checkout.coins, sent.id, by);
  await addBoris(shop);
  const forged = (operatorId: string | null) => sql`
    insert into coin_consents (transfer_id, operator_id, given_by, tag)
    values (${sent.id}, ${operatorId}, 'x', '\\x01')`;
  const decided = sql`update coin_approvals set decision = 'approved', decided_at = app_now()`;
  const released = sql`update coin_approvals set decision = 'released', decided_at = app_now()`;
  const wish = sql`insert into coin_wishes (coin, transfer_id, wish, tag)
    select coin, transfer_id, wish, tag from coin_approvals`;
  const refused = (...changes: Statement<unknown>[]) =>
    db
      .tx(async (tx) => {
        for (const change of changes) await tx.run(change);
      })
      .then(
        () => 'done',
        (error) => brokenConstraint(error) ?? `${error}`,
      );
  expect(await approve(boris)).toBe(false);
  // Again, also under another name.
  for (const again of [boris, { ...boris, by: 'olga' }])
    await expect(approve(again)).rejects.toMatchObject({ code: 'coins.second_person' });
  expect(await refused(decided)).toBe('coin_wishes_approved');
  expect(await refused(released)).toBe('coin_wishes_approved');
  expect(await refused(wish)).toBe('coin_wishes_approved');
  expect(await refused(decided, wish)).toBe('coin_wishes_approved');
  expect(await refused(forged('opr_boris'))).toBe('coin_consents_once');
  expect(await refused(forged('opr_nobody'))).toBe('coin_consents_operator_id_fkey');
  expect(await refused(sql`update coin_consents set operator_id = null`)).toMatch('denied');
  expect(await refused(sql`delete from coin_consents`)).toMatch('denied');
  expect(await wishes(shop)).toBe(0);
  // A consent made by writing to the database is none of a person: the send waits for one, for ever.
  expect(await refused(forged(null))).toBe('done');
  await expect(approve(boris)).rejects.toMatchObject({ code: 'coins.second_person' });
  await expect(approve(olga)).rejects.toMatchObject({ code: 'coins.second_person' });
  await shop.sign();
  expect([await wishes(shop), (await transferById(db, sent.id))?.state]).toEqual([
    0,
    'pendingApproval',
  ]);
});

test('7 two persons approve at the same time, 20 rounds: both count, and the send goes once', async () => {
  const shop = await shopWith({ approve: 100 });
  await addBoris(shop);
  for (let round = 0; round < 20; round += 1) {
    const anna = await makeHolder(shop, 'BTC', 1_000_000n);
    const { id } = (await send(shop, anna)).body.data;
    const goes = await Promise.all(
      [olga, boris].map((person) => approveSend(shop.db, shop.checkout.coins, id, person)),
    );
    expect(goes.sort()).toEqual([false, true]);
    expect(await wishes(shop)).toBe(round + 1);
  }
});

test('a wish that waits is none for the signer, and PostgreSQL refuses it as one', async () => {
  const { shop, sent } = await waiting();
  const copy = sql`insert into coin_wishes (coin, transfer_id, wish, tag)
    select coin, transfer_id, wish, tag from coin_approvals`;
  await expect(shop.db.run(copy)).rejects.toThrow('coin_wishes_approved');
  await asOwner(shop, copy);
  const refusal = async () =>
    (await shop.db.one(sql<{ refusal: string | null }>`select refusal from coin_wishes`)).refusal;
  await shop.sign();
  expect(await refusal()).toBe(null);
  // Also where somebody writes that it does not wait.
  await shop.db.run(sql`update coin_transfers set state = 'created' where id = ${sent.id}`);
  await shop.sign();
  expect(await refusal()).toBe('not a wish of the shop');
  await shop.db.run(sql`update coin_transfers set state = 'pendingApproval' where id = ${sent.id}`);
  await asOwner(shop, sql`delete from coin_wishes`);
  await rejectSend(shop.db, sent.id, why);
});

test('nothing is let go of an account that stands still, or of a held coin', async () => {
  const { shop, anna, sent } = await waiting();
  const told: unknown[] = [];
  const approve = () =>
    approveSend(shop.db, shop.checkout.coins, sent.id, olga).catch(({ code }) => told.push(code));
  await shop.db.run(
    sql`update members set frozen_at = now(), frozen_reason = 'test' where id = ${anna.id}`,
  );
  await approve();
  await shop.db.run(
    sql`update members set frozen_at = null, frozen_reason = null, locked_at = now() where id = ${anna.id}`,
  );
  await approve();
  await shop.db.run(sql`update members set locked_at = null where id = ${anna.id}`);
  await shop.db.tx((tx) => holdCoin(tx, 'btc', 'test'));
  await approve();
  expect(told).toEqual(['account.frozen', 'account.locked', 'coins.held']);
  expect(await wishes(shop)).toBe(0);
});

test('much to a new address waits for a day, its member is told, and then it goes by itself; the next goes at once', async () => {
  const { shop, anna, sent } = await waiting({ fresh: 100 });
  expect(sent.state).toBe('pendingApproval');
  const waitsMs = Date.parse(sent.dGoesAt ?? '') - Date.parse(sent.createdTime);
  expect(Math.abs(waitsMs - hours(24))).toBeLessThan(1_000);
  await shop.workJobs();
  const mail = shop.sandbox.mails(anna.email)[0];
  expect(mail?.subject).toBe("We'll send 0.002 BTC in 24 hours");
  expect(mail?.text).toContain(`on ${(sent.dGoesAt ?? '').slice(0, 16).replace('T', ' ')} UTC`);
  await shop.moveClock(hours(23));
  await runChore(shop, 'coins.release_btc');
  expect((await newest(shop, anna))?.state).toBe('pendingApproval');
  await shop.moveClock(hours(1));
  await runChore(shop, 'coins.release_btc');
  await shop.step();
  await shop.mine('btc');
  expect((await newest(shop, anna))?.state).toBe('confirmed');
  await runChore(shop, 'rates.spots');
  expect((await send(shop, anna)).body.data.state).toBe('created');
});

test('what waits for its time waits on while its account stands still or its coin is held', async () => {
  const { shop, anna } = await waiting({ fresh: 100 });
  await shop.moveClock(hours(25));
  const state = async () => {
    await runChore(shop, 'coins.release_btc');
    return (await newest(shop, anna))?.state;
  };
  await shop.db.run(sql`
    update members set frozen_at = app_now(), frozen_reason = 'test' where id = ${anna.id}`);
  expect(await state()).toBe('pendingApproval');
  await shop.db.run(sql`
    update members set frozen_at = null, frozen_reason = null where id = ${anna.id}`);
  await shop.db.tx((tx) => holdCoin(tx, 'btc', 'test'));
  expect(await state()).toBe('pendingApproval');
  await shop.db.run(sql`update coin_holds set held_at = null, reason = null`);
  expect(await state()).toBe('created');
});

test('what waited when its owner froze the account does not go once that is undone: it is given back, and they are told', async () => {
  const { shop, anna } = await waiting({ fresh: 100 });
  const { token } = anna;
  expect((await shop.call(lockAccount, { token })).status).toBe(200);
  await shop.call(unlockAccount, { token, body: { sPassword: testPassword } });
  await shop.moveClock(hours(25));
  await runChore(shop, 'coins.release_btc');
  expect(await newest(shop, anna)).toMatchObject({
    state: 'rejected',
    sReason: 'Your account was frozen before it was sent',
  });
  expect((await walletSeen(shop, anna, 'BTC')).confirmedBalance).toBe(1_000_000);
  await shop.workJobs();
  expect(shop.sandbox.mails(anna.email).map(({ subject }) => subject)).toContain(
    "We didn't send 0.002 BTC",
  );
  await runChore(shop, 'rates.spots');
  expect((await send(shop, anna)).body.data.state).toBe('pendingApproval');
  await shop.moveClock(hours(25));
  await runChore(shop, 'coins.release_btc');
  expect((await newest(shop, anna))?.state).toBe('created');
});

longTest('nor does a person let it go, however soon the freeze was undone', async () => {
  const { shop, anna, sent } = await waiting();
  await shop.call(lockAccount, { token: anna.token });
  await shop.db.run(sql`update members set locked_at = null where id = ${anna.id}`);
  const approved = approveSend(shop.db, shop.checkout.coins, sent.id, olga);
  await expect(approved).rejects.toMatchObject({ code: 'account.locked' });
  await runChore(shop, 'coins.release_btc');
  expect((await newest(shop, anna))?.state).toBe('rejected');
});

test('what the signer has not signed when the owner freezes the account is given back, and what it has signed goes', async () => {
  const shop = await shopWith({});
  const anna = await makeHolder(shop, 'BTC', 1_000_000n);
  expect((await send(shop, anna, { amount: 60_000 })).body.data.state).toBe('created');
  await shop.step();
  expect((await newest(shop, anna))?.state).toBe('unconfirmed');
  // The signer is not there: the next one waits to be signed.
  const unsigned = await send(shop, anna, { amount: 70_000 });
  expect(unsigned.body.data.state).toBe('created');
  await shop.call(lockAccount, { token: anna.token });
  await shop.db.run(sql`update members set locked_at = null where id = ${anna.id}`);
  await runChore(shop, 'coins.release_btc');
  await shop.step();
  expect((await newest(shop, anna))?.state).toBe('rejected');
  await shop.workJobs();
  const mail = shop.sandbox
    .mails(anna.email)
    .find(({ subject }) => subject === "We didn't send 0.0007 BTC");
  expect(mail?.text).toContain("We didn't send it");
  await shop.mine('btc');
  const { confirmedBalance } = await walletSeen(shop, anna, 'BTC');
  expect(confirmedBalance).toBeGreaterThan(930_000);
  expect(confirmedBalance).toBeLessThan(940_000);
});

test('what waited counts with the limit of the day on which it leaves, and while it waits', async () => {
  const shop = await shopWith({ fresh: 100, limit: 300 });
  const anna = await makeHolder(shop, 'BTC', 1_000_000n);
  const { receiveAddress } = await walletSeen(shop, anna, 'BTC');
  await shop.sandbox.coins.btc.fund(receiveAddress, 500_000n);
  await shop.mine('btc');
  expect((await send(shop, anna)).body.data.state).toBe('pendingApproval');
  const next = async () => {
    await runChore(shop, 'rates.fetch');
    await runChore(shop, 'rates.spots');
    const { body } = await send(shop, anna);
    return body.code ?? body.data.state;
  };
  await shop.moveClock(hours(24));
  expect(await next()).toBe('coins.limit');
  await runChore(shop, 'coins.release_btc');
  await shop.step();
  await shop.mine('btc');
  await shop.moveClock(hours(23));
  expect(await next()).toBe('coins.limit');
  await shop.moveClock(hours(1));
  expect(await next()).toBe('created');
});

test('an address is new for a day, and what goes there in parts is added up', async () => {
  const shop = await shopWith({ fresh: 100 });
  const anna = await makeHolder(shop, 'BTC', 1_000_000n);
  expect((await send(shop, anna, { amount: 60_000 })).body.data.state).toBe('created');
  await shop.step();
  await shop.mine('btc');
  expect((await send(shop, anna, { amount: 60_000 })).body.data.state).toBe('pendingApproval');
});

test('only its member cancels what waits, and has it back; nobody cancels what goes', async () => {
  const { shop, anna, sent } = await waiting({ fresh: 100 });
  const ben = await makeMember(shop);
  await makeWallet(shop, ben, 'BTC');
  const cancel = ({ token }: TestMember) => shop.call(cancelSend, { token, body: { id: sent.id } });
  expect((await cancel(ben)).body.code).toBe('coins.transfer_not_found');
  const done = await cancel(anna);
  expect([done.status, done.body.data.state, done.body.data.bCancelled]).toEqual([
    200,
    'rejected',
    true,
  ]);
  expect((await walletSeen(shop, anna, 'BTC')).confirmedBalance).toBe(1_000_000);
  expect((await cancel(anna)).body.code).toBe('coins.not_waiting');
  await shop.workJobs();
  expect(shop.sandbox.mails(anna.email)).toEqual([]);
});
