/** Money sent to another member: once, within the day's limit, never more than there is. */
import * as calls from '@giftlane/contract/money/wallet.ts';
import { describe, expect, test } from 'vitest';
import { enqueue } from '../../../jobs/jobs.ts';
import { sql } from '../../../platform/db/db.ts';
import { hours, minutes } from '../../../platform/process/durations.ts';
import { makeMember, type TestMember, testPassword } from '../../../testing/builders.ts';
import { lockWaits } from '../../../testing/locks.ts';
import { longTest } from '../../../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../../../testing/start-shop.ts';
import { prove } from '../../accounts/factors/factors.testing.ts';
import { jobsDone, signInAs } from '../../accounts/profile/people.testing.ts';
import { makeOptions } from '../../content/content.ts';
import { browserOf, heard } from '../../push/browsers.testing.ts';
import { type Permit, permit as redeemPermit, tally } from '../cards.testing.ts';
import { send, sendPermit } from './send.testing.ts';
import { makeSending, type SentTransfer, sentJob } from './send.ts';

const start = async (wish?: Parameters<typeof startAt>[1]) =>
  startAt(await startShop({ working: false }), wish);

async function startAt(shop: TestShop, { walletMinor = 100_00n } = {}) {
  const anna = await makeMember(shop, { walletMinor });
  const ben = await makeMember(shop);
  await rename(shop, ben, 'Ben Baker');
  return { shop, anna, ben };
}

const rename = (shop: TestShop, { id }: TestMember, name: string) =>
  shop.db.run(sql`update members set full_name = ${name} where id = ${id}`);

const movements = async (shop: TestShop, { token }: TestMember) =>
  (await shop.call(calls.listWalletTransactions, { token })).body.data;

describe('told to both, in one shop', () => {
  const shared = shopForAll();

  test('API-50, ERR-25, WAL-33 money is sent once, shown in both lists with the other’s name, and told by mail', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 100_00n, verified: true });
    const ben = await makeMember(shop, { verified: true });
    await rename(shop, ben, 'Ben Baker <https://evil.example>');
    const permit = await sendPermit(shop, anna);
    const wish = { permit, to: ben.id, amount: 12.5, note: 'For the cake, see evil.example' };
    const first = await send(shop, anna, wish);
    expect([first.status, first.body.message]).toEqual([200, 'Transfered successfully.']);
    expect(first.body.data).toMatchObject({
      sReceiverId: ben.id,
      nTotalAmount: 12.5,
      eCurrency: 'usd',
      sNote: wish.note,
    });
    expect((await send(shop, anna, wish)).body).toEqual(first.body);
    expect([await anna.balance(), await ben.balance()]).toEqual([87_50n, 12_50n]);
    const both = { nTotalAmount: 12.5, bTransfer: true, eStatus: 'Complete', sNote: wish.note };
    expect((await movements(shop, anna))[0]).toMatchObject({
      ...both,
      sType: 'debit',
      eKind: 'sent',
      sDescription: 'Sent to Ben Baker <https://evil.example>',
      sPayerId: anna.id,
    });
    expect(await movements(shop, ben)).toMatchObject([
      {
        ...both,
        sType: 'credit',
        eKind: 'received',
        sDescription: 'Received from Anna Archer',
        sPayerId: anna.id,
      },
    ]);
    const mailsTo = ({ email }: TestMember) => shop.sandbox.mails(email);
    await expect.poll(() => mailsTo(anna).length + mailsTo(ben).length).toBe(2);
    expect(mailsTo(anna)[0]?.subject).toBe('You sent $12.50');
    expect(mailsTo(anna)[0]?.text).toContain('Ben Baker https evil example received');
    expect(mailsTo(ben)[0]?.subject).toBe('You received $12.50');
    expect(mailsTo(ben)[0]?.text).toContain('Anna Archer sent you $12.50.');
    // What somebody wrote is in the wallet, never in a mail of the shop's.
    for (const { text, html } of [...mailsTo(anna), ...mailsTo(ben)])
      expect(`${text}${html}`).not.toContain('evil.example');
  });

  test('WAL-32 both sides are told by push, once, though the job runs again', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const ben = await makeMember(shop);
    const [hers, his] = [await browserOf(shop, anna), await browserOf(shop, ben)];
    const permit = await sendPermit(shop, anna);
    const { _id: transferId } = (await send(shop, anna, { permit, to: ben.id, amount: 12.5 })).body
      .data;
    await jobsDone(shop);
    await enqueue(shop.db, { job: sentJob, payload: { transferId } });
    await jobsDone(shop);
    const path = '/account/wallet';
    expect(heard(shop, hers)).toMatchObject([
      { title: 'Money sent', body: expect.stringContaining('$12.50 left your wallet.'), path },
    ]);
    expect(heard(shop, his)).toMatchObject([
      { title: 'Money received', body: '$12.50 is in your wallet.', path },
    ]);
  });
});

describe('sends in one shop', () => {
  const shared = shopForAll({ working: false });

  test('K who has no good pair, or has proven nothing, holds up nobody and waits for nobody', async () => {
    const { shop, anna, ben } = await startAt(shared());
    const permit = await sendPermit(shop, anna);
    const refusals = await shop.db.tx(async (tx) => {
      await tx.run(sql`select 1 from members where id = ${ben.id} for update`);
      const forged = { ...permit, secretToken: permit.token };
      const proofless = { nTotalAmount: 10, address: ben.id, secretToken: permit.secretToken };
      return [
        await send(shop, anna, { permit: forged, to: ben.id }),
        await shop.raw('POST', '/wallet/send', {
          token: anna.token,
          headers: { token: permit.token },
          body: proofless,
        }),
      ];
    });
    expect(refusals.map(({ body }) => body)).toMatchObject([
      { code: 'wallet.token' },
      { errors: [{ field: 'sPassword' }] },
    ]);
  });

  test('A 50 sends of one permit at once have one effect', async () => {
    const { shop, anna, ben } = await startAt(shared());
    const permit = await sendPermit(shop, anna);
    const all = Array.from({ length: 50 }, () => send(shop, anna, { permit, to: ben.id }));
    const replies = await Promise.all(all);
    const ids = new Set(replies.flatMap(({ body }) => (body.data ? [body.data._id] : [])));
    expect(ids.size).toBe(1);
    expect(
      Object.keys(tally(replies)).filter((name) => !['200', 'request.throttled'].includes(name)),
    ).toEqual([]);
    expect([await anna.balance(), await ben.balance()]).toEqual([90_00n, 10_00n]);
  });

  test('two members who send to each other at once never wait in a circle', async () => {
    const { shop, anna, ben } = await startAt(shared());
    await send(shop, anna, { permit: await sendPermit(shop, anna), to: ben.id, amount: 50 });
    const one = async (from: TestMember, to: TestMember) =>
      send(shop, from, { permit: await sendPermit(shop, from), to: to.id, amount: 1 });
    const both = Array.from({ length: 9 }, () => [one(anna, ben), one(ben, anna)]).flat();
    expect(tally(await Promise.all(both))).toEqual({ 200: 18 });
    expect([await anna.balance(), await ben.balance()]).toEqual([50_00n, 50_00n]);
  });

  test('WAL-32, WAL-37 what can not be sent says why, moves nothing and spends no permit', async () => {
    const { shop, anna, ben } = await startAt(shared());
    const [euro, ice] = [await makeMember(shop, { currency: 'eur' }), await makeMember(shop)];
    await rename(shop, euro, 'Eva Euro');
    await shop.db.run(sql`
      update members set frozen_at = app_now(), frozen_reason = 'test' where id = ${ice.id}`);
    const permit = await sendPermit(shop, anna);
    const refusals = [
      [{ to: anna.id }, "You can't send money to yourself."],
      [{ to: 'mem_nobody' }, 'No member has this address.'],
      [{ to: ice.id }, "This member can't receive money right now."],
      [
        { to: euro.id },
        "Your wallet is in USD, but Eva Euro's is in EUR. You can only send money between wallets in the same currency.",
      ],
      [{ to: ben.id, amount: 100.01 }, "You haven't enugh balance"],
      [{ to: ben.id, amount: 0 }, 'Please valid amount'],
      [{ to: ben.id, password: 'Wrong-passw0rd' }, 'Password is wrong'],
      [{ to: ben.id, note: 'x'.repeat(141) }, '140'],
    ] as const;
    for (const [wish, words] of refusals) {
      const { status, body } = await send(shop, anna, { permit, ...wish });
      expect([status >= 400, body.message]).toEqual([true, expect.stringContaining(words)]);
    }
    expect(await anna.balance()).toBe(100_00n);
    expect((await send(shop, anna, { permit, to: ben.id })).status).toBe(200);
    // Spent on that wish: no other goes with it.
    expect((await send(shop, anna, { permit, to: ben.id, amount: 11 })).body.code).toBe(
      'wallet.token',
    );
  });

  test('13 a permit sends for its own member, session and purpose alone; a frozen member sends nothing', async () => {
    const { shop, anna, ben } = await startAt(shared());
    const eve = await makeMember(shop);
    const permit = await sendPermit(shop, anna);
    const mixed = { token: permit.token, secretToken: (await sendPermit(shop, eve)).secretToken };
    const refused = [
      await send(shop, eve, { permit, to: eve.id }),
      await send(shop, anna, { permit: mixed, to: ben.id }),
      await send(shop, anna, { permit: await redeemPermit(shop, anna), to: ben.id }),
    ];
    expect(tally(refused)).toEqual({ 'wallet.token': 3 });
    await shop.db.run(sql`
      update members set frozen_at = app_now(), frozen_reason = 'test' where id = ${anna.id}`);
    expect((await send(shop, anna, { permit, to: ben.id })).body.code).toBe('account.frozen');
    expect([await anna.balance(), await ben.balance()]).toEqual([100_00n, 0n]);
  });

  test('K a stolen session can not guess the password by sending', async () => {
    const { shop, anna, ben } = await startAt(shared());
    const permit = await sendPermit(shop, anna);
    const replies = [];
    for (let i = 0; i < 12; i += 1)
      replies.push(await send(shop, anna, { permit, to: ben.id, password: `Guess-${i}-passw0rd` }));
    expect(tally(replies)).toEqual({ 'account.wrong_password': 10, 'request.throttled': 2 });
  });

  test('a note with half a character is refused at its field', async () => {
    const { shop, anna, ben } = await startAt(shared());
    const reply = await send(shop, anna, {
      permit: await sendPermit(shop, anna),
      to: ben.id,
      note: 'half: \ud83c',
    });
    expect([reply.status, reply.body.errors?.[0]?.field]).toEqual([400, 'sNote']);
    const whole = { permit: await sendPermit(shop, anna), to: ben.id, note: 'whole: \u{1f381}' };
    expect((await send(shop, anna, whole)).status).toBe(200);
  });
});

longTest(
  'money sent back and forth is mailed a few times an hour, and never to an address nobody verified',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { walletMinor: 100_00n, verified: true });
    const [ben, eve] = [await makeMember(shop, { verified: true }), await makeMember(shop)];
    const sendLittle = async (times: number) => {
      for (let i = 0; i < times; i += 1)
        await send(shop, anna, { permit: await sendPermit(shop, anna), to: ben.id, amount: 0.05 });
      await jobsDone(shop);
    };
    await sendLittle(6);
    await send(shop, anna, { permit: await sendPermit(shop, anna), to: eve.id, amount: 1 });
    await send(shop, eve, { permit: await sendPermit(shop, eve), to: anna.id, amount: 1 });
    await jobsDone(shop);
    const subjectsTo = ({ email }: TestMember) =>
      shop.sandbox.mails(email).map(({ subject }) => subject);
    // Jobs that run beside each other may each find room once; then there is none.
    const told = subjectsTo(ben).length;
    expect(told).toBeGreaterThanOrEqual(5);
    await sendLittle(3);
    expect(subjectsTo(ben).length).toBe(told);
    expect(subjectsTo(anna).filter((subject) => subject === 'You received $1.00')).toHaveLength(1);
    expect(subjectsTo(eve)).toEqual([]);
  },
);

test('13 a session that is proven sends by a pair of its own alone, and not once that is over', async () => {
  const { shop, anna, ben } = await start();
  const other = { token: await signInAs(shop, anna.email, testPassword) };
  const sent = async (by: { token: string }, { token, secretToken }: Permit) => {
    await prove(shop, by);
    const body = { nTotalAmount: 10, address: ben.id, secretToken };
    const reply = await shop.call(calls.sendMoney, { token: by.token, headers: { token }, body });
    return reply.body.code ?? reply.status;
  };
  expect(await sent(other, await sendPermit(shop, anna))).toBe('wallet.token');
  const old = await sendPermit(shop, anna);
  await shop.moveClock(minutes(5));
  expect(await sent(anna, old)).toBe('wallet.token');
  expect(await ben.balance()).toBe(0n);
  expect(await sent(anna, await sendPermit(shop, anna))).toBe(200);
});

test('a day’s limit holds across sends at once, is told before, and ends with a verified identity', async () => {
  const { shop, anna, ben } = await start({ walletMinor: 2_000_00n });
  const terms = async () =>
    (await shop.call(calls.showWalletTerms, { token: anna.token })).body.data.oSend;
  expect(await terms()).toEqual({ nPerDay: 500, nLeft: 500 });
  const one = async (amount: number) =>
    send(shop, anna, { permit: await sendPermit(shop, anna), to: ben.id, amount });
  const replies = await Promise.all(Array.from({ length: 12 }, () => one(99)));
  expect(tally(replies)).toEqual({ 200: 5, 'wallet.send_limit': 7 });
  expect(await ben.balance()).toBe(495_00n);
  const refused = await one(5.01);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'You can send $5.00 more today. The daily limit is $500.00. Verify your identity to remove it.',
  ]);
  // What was told is sent, to the cent.
  expect([(await one(5)).status, (await one(0.01)).status]).toEqual([200, 409]);
  await shop.db.run(sql`update members set kyc_status = 's' where id = ${anna.id}`);
  await shop.db.run(sql`update members set kyc_status = 'v' where id = ${anna.id}`);
  expect((await one(600)).status).toBe(200);
  expect(await terms()).toBeUndefined();
  const eve = await makeMember(shop, { walletMinor: 600_00n });
  const hers = async () =>
    (await send(shop, eve, { permit: await sendPermit(shop, eve), to: ben.id, amount: 300 }))
      .status;
  expect([await hers(), await hers()]).toEqual([200, 409]);
  await shop.moveClock(hours(23));
  expect(await hers()).toBe(409);
  await shop.moveClock(hours(1));
  expect(await hers()).toBe(200);
});

test('a permit that was spent answers the same after its time; one that was not is refused', async () => {
  const { shop, anna, ben } = await start();
  const [spent, other] = [await sendPermit(shop, anna), await sendPermit(shop, anna)];
  const first = await send(shop, anna, { permit: spent, to: ben.id });
  await shop.moveClock(minutes(6));
  const again = await send(shop, anna, { permit: spent, to: ben.id });
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect((await send(shop, anna, { permit: other, to: ben.id })).body.code).toBe('wallet.token');
  expect([await anna.balance(), await ben.balance()]).toEqual([90_00n, 10_00n]);
});

test('an owner can ask for a verified e-mail address before money is sent', async () => {
  const { shop, anna, ben } = await start();
  await shop.db.run(sql`update site_options set value = '1' where name = 'verified_email_needed'`);
  const permit = await sendPermit(shop, anna);
  expect((await send(shop, anna, { permit, to: ben.id })).body.code).toBe('wallet.send_unverified');
  const known = await makeMember(shop, { walletMinor: 20_00n, verified: true });
  const hers = { permit: await sendPermit(shop, known), to: ben.id };
  expect((await send(shop, known, hers)).status).toBe(200);
});

const sendingOf = (shop: TestShop) => makeSending({ ...shop, options: makeOptions(shop.db) });

/**
 * As the call sends money, without the way there: those begun together come together. The password was given
 * before, so that each begins in the moment it is asked for.
 */
async function readySends(
  shop: TestShop,
  wishes: readonly (readonly [from: TestMember, to: TestMember, amountMinor: bigint])[],
  sendOne = sendingOf(shop),
) {
  await shop.db.run(sql`update sessions set proven_at = app_now(), proven_by = 'password'`);
  const ready: (() => Promise<SentTransfer>)[] = [];
  for (const [from, to, amountMinor] of wishes) {
    const tokens = await sendPermit(shop, from);
    const { sessionId } = await shop.db.one(sql<{ sessionId: string }>`
      select id as "sessionId" from sessions where member_id = ${from.id}`);
    const wish = { tokens, password: undefined, receiverId: to.id, amountMinor, note: '' };
    ready.push(() => sendOne({ memberId: from.id, sessionId }, wish));
  }
  return async () => {
    const all = await Promise.allSettled(ready.map((begin) => begin()));
    return all.map((one) => (one.status === 'fulfilled' ? one.value.amountMinor : one.reason.code));
  };
}

/** How many transfers each transaction wrote, in their order. */
async function transfersByTransaction(shop: TestShop): Promise<number[]> {
  const rows = await shop.db.rows(sql<{ count: number }>`
    select count(*)::int as count from transfers group by xmin::text order by xmin::text::bigint`);
  return rows.map(({ count }) => count);
}

test('sends that come together share a transaction, and each hears its own answer', async () => {
  const { shop, anna, ben } = await start();
  const makeOne = () => makeMember(shop, { walletMinor: 10_00n });
  const [carl, dora, emil] = [await makeOne(), await makeOne(), await makeOne()];
  const [fred, gina, hugo] = [await makeOne(), await makeOne(), await makeOne()];
  const foreign = await makeMember(shop, { currency: 'eur' });
  await shop.db.run(sql`update members set locked_at = app_now() where id = ${emil.id}`);
  const go = await readySends(shop, [
    [anna, ben, 1_00n],
    [carl, ben, 2_00n],
    [dora, foreign, 3_00n],
    [emil, anna, 4_00n],
    [fred, hugo, 5_00n],
    [gina, gina, 6_00n],
  ]);
  expect(await go()).toEqual([
    1_00n,
    2_00n,
    'wallet.send_currency',
    'account.locked',
    5_00n,
    'wallet.send_self',
  ]);
  expect(await transfersByTransaction(shop)).toEqual([1, 2]);
  const balances = [anna, ben, carl, dora, emil, fred, gina, hugo].map((one) => one.balance());
  expect(await Promise.all(balances)).toEqual([
    99_00n,
    3_00n,
    8_00n,
    10_00n,
    10_00n,
    5_00n,
    10_00n,
    15_00n,
  ]);
  // Each pair that was spent answers what it was spent on, the others may be spent yet.
  await shop.db.run(sql`update members set locked_at = null where id = ${emil.id}`);
  expect(await go()).toEqual([
    1_00n,
    2_00n,
    'wallet.send_currency',
    4_00n,
    5_00n,
    'wallet.send_self',
  ]);
  expect(await ben.balance()).toBe(3_00n);
});

test('nobody sends on in the same moment what they do not have', async () => {
  const { shop, anna, ben } = await start({ walletMinor: 0n });
  const carl = await makeMember(shop);
  const rich = await makeMember(shop, { walletMinor: 100_00n });
  const go = await readySends(shop, [
    [rich, anna, 1_00n],
    // In a circle: their sum is nothing for each.
    [anna, ben, 50_00n],
    [ben, carl, 50_00n],
    [carl, anna, 50_00n],
  ]);
  expect(await go()).toEqual([1_00n, 'wallet.short', 'wallet.short', 'wallet.short']);
  expect(await transfersByTransaction(shop)).toEqual([1]);
});

test('who has not enough is refused alone, and others who came along have sent', async () => {
  const { shop, anna, ben } = await start();
  const poor = await makeMember(shop, { walletMinor: 9_99n });
  const [carl, dora] = [await makeMember(shop, { walletMinor: 20_00n }), await makeMember(shop)];
  const go = await readySends(shop, [
    [anna, ben, 10_00n],
    [poor, ben, 10_00n],
    [carl, dora, 10_00n],
  ]);
  expect(await go()).toEqual([10_00n, 'wallet.short', 10_00n]);
  expect([await poor.balance(), await ben.balance(), await dora.balance()]).toEqual([
    9_99n,
    10_00n,
    10_00n,
  ]);
});

test('a day’s limit holds across two server processes', async () => {
  const { shop, anna, ben } = await start({ walletMinor: 2_000_00n });
  const processes = [
    await readySends(shop, [[anna, ben, 300_00n]]),
    await readySends(shop, [[anna, ben, 300_00n]]),
  ];
  // Each waits for Ben after it took its turn, if it did; then each would see what was sent before.
  const both = await shop.db.tx(async (tx) => {
    await tx.run(sql`select 1 from members where id = ${ben.id} for update`);
    const going = processes.map((go) => go());
    await expect.poll(() => lockWaits(shop.db)).toBe(2);
    return { going };
  });
  const answers = (await Promise.all(both.going)).flat();
  expect(answers.toSorted()).toEqual([300_00n, 'wallet.send_limit']);
  expect(await ben.balance()).toBe(300_00n);
});

test('who was refused for the lack of money goes alone until a send of theirs is done', async () => {
  const { shop, anna, ben } = await start();
  const poor = await makeMember(shop, { walletMinor: 9_99n });
  const [carl, dora] = [await makeMember(shop, { walletMinor: 20_00n }), await makeMember(shop)];
  const [emil, fred] = [await makeMember(shop, { walletMinor: 20_00n }), await makeMember(shop)];
  const sendOne = sendingOf(shop);
  const answers = async (wishes: Parameters<typeof readySends>[1]) =>
    (await readySends(shop, wishes, sendOne))();
  expect(await answers([[poor, ben, 10_00n]])).toEqual(['wallet.short']);
  // Another refusal shows nothing.
  expect(await answers([[poor, poor, 1_00n]])).toEqual(['wallet.send_self']);
  const together = [
    [anna, ben, 1_00n],
    [carl, dora, 1_00n],
    [poor, ben, 10_00n],
    [emil, fred, 1_00n],
  ] as const;
  expect(await answers(together)).toEqual([1_00n, 1_00n, 'wallet.short', 1_00n]);
  expect(await transfersByTransaction(shop)).toEqual([1, 2]);
});

test('K whoever sends much that is no good waits behind themselves, and is told when it is too much', async () => {
  const { shop, anna, ben } = await start();
  const eve = await makeMember(shop);
  const sendOne = sendingOf(shop);
  const go = await readySends(shop, [[anna, ben, 1_00n]], sendOne);
  const told: string[] = [];
  const junk = Array.from({ length: 150 }, () =>
    sendOne(
      { memberId: eve.id, sessionId: 'ses_of_nobody' },
      {
        tokens: { token: 'none', secretToken: 'none' },
        password: undefined,
        receiverId: anna.id,
        amountMinor: 1n,
        note: '',
      },
    ).catch(({ code }) => told.push(code)),
  );
  expect(await go()).toEqual([1_00n]);
  const count = (wanted: string) => told.filter((code) => code === wanted).length;
  expect(count('wallet.token')).toBeLessThan(5);
  await Promise.all(junk);
  expect([count('wallet.token'), count('request.throttled')]).toEqual([101, 49]);
});
