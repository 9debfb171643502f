import * as calls from '@giftlane/contract/money/wallet.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { hours, minutes } from '../../platform/process/durations.ts';
import { makeCard, makeMember, orderBody } from '../../testing/builders.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { freeze } from '../accounts/accounts.ts';
import { passwordHashOf } from '../accounts/queries.ts';
import { openSession } from '../accounts/sessions/sessions.ts';
import { lookUp, makeVoucher, otherPin, permit, redeem, tally } from './cards.testing.ts';
import { createVouchers } from './wallet.ts';

const startAt = async (shop: TestShop) => ({ shop, anna: await makeMember(shop) });

const start = async () => startAt(await startShop({ working: false }));

/** The token of another session of a member. */
async function signedInAgain(shop: TestShop, memberId: string): Promise<string> {
  const passwordHash = (await passwordHashOf(shop.db, memberId)) ?? '';
  const entry = await shop.db.tx((tx) => openSession(tx, { memberId, passwordHash }));
  if (!entry) throw new Error('no session');
  return entry.token;
}

const fullWidth = (sign: string) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0);
const arabic = (digit: string) => String.fromCodePoint(digit.charCodeAt(0) - 0x30 + 0x0660);

describe('redeeming in one shop', () => {
  const shared = shopForAll({ working: false });

  test('API-48 a gift card is redeemed to the wallet', async () => {
    const { shop, anna } = await startAt(shared());
    const card = await makeVoucher(shop);
    const reply = await redeem(shop, anna, { ...card, permit: await permit(shop, anna) });
    expect(reply.body).toMatchObject({
      status: 200,
      message: '$25.00 added to your wallet.',
      data: null,
    });
    expect(await anna.balance()).toBe(25_00n);
  });

  test('WAL-40 API-47 a look-up shows value, currency and whether it is redeemed', async () => {
    const { shop, anna } = await startAt(shared());
    const card = await makeVoucher(shop, 'eur');
    const own = await makeVoucher(shop);
    const given = await permit(shop, anna);
    const { data } = (await lookUp(shop, anna, { ...card, permit: given })).body;
    expect(data).toEqual({ nValue: 25, eCurrency: 'eur', bRedeemed: false });
    await redeem(shop, anna, { ...own, permit: await permit(shop, anna) });
    expect((await lookUp(shop, anna, { ...own, permit: given })).body.data).toEqual({
      nValue: 25,
      eCurrency: 'usd',
      bRedeemed: true,
    });
  });

  test.each([
    ['dashes', (code: string) => code],
    ['no dashes', (code: string) => code.replaceAll('-', '')],
    ['spaces and small letters', (code: string) => ` ${code.replaceAll('-', ' ').toLowerCase()}`],
    ['dashes of another kind', (code: string) => code.replaceAll('-', '\u2013')],
    ['dots', (code: string) => code.replaceAll('-', '.')],
    ['marks that nobody sees', (code: string) => `\u200e${code}\u200b\ufeff`],
    ['full-width letters', (code: string) => code.replace(/\w/g, fullWidth)],
    ['Arabic digits', (code: string) => code.replace(/\d/g, arabic)],
  ])('a code and its PIN may be typed with %s', async (_, typed) => {
    const { shop, anna } = await startAt(shared());
    const card = await makeVoucher(shop);
    const pin = typed(`${card.pin.slice(0, 3)}-${card.pin.slice(3)}`);
    const given = { code: typed(card.code), pin, permit: await permit(shop, anna) };
    expect((await lookUp(shop, anna, given)).body.data.nValue).toBe(25);
    expect((await redeem(shop, anna, given)).status).toBe(200);
  });

  test('WAL-31 unknown and malformed codes look alike: worth nothing', async () => {
    const { shop, anna } = await startAt(shared());
    const given = await permit(shop, anna);
    const replies = await Promise.all(
      ['ABCD-EFGH-JKMN-PQRS', 'x', "'; drop table vouchers", '７', '%00'].map((code) =>
        lookUp(shop, anna, { code, permit: given }),
      ),
    );
    for (const { body } of replies)
      expect(body).toEqual({
        status: 200,
        message: 'OK',
        data: { nValue: 0, eCurrency: 'usd', bRedeemed: false },
      });
  });

  test('API-03 the Token header is needed to look, both halves to redeem', async () => {
    const { shop, anna } = await startAt(shared());
    const bert = await makeMember(shop);
    const card = await makeVoucher(shop);
    const [own, other] = [await permit(shop, anna), await permit(shop, anna)];
    const bad = { token: 'no-token', secretToken: 'no-secret' };
    const berts = await permit(shop, bert);
    const replies = [
      await lookUp(shop, anna, { ...card, permit: bad }),
      await lookUp(shop, anna, { ...card, permit: { ...bad, token: own.secretToken } }),
      await lookUp(shop, anna, { ...card, permit: berts }),
      await redeem(shop, anna, { ...card, permit: bad }),
      await redeem(shop, anna, { ...card, permit: { ...own, secretToken: other.secretToken } }),
      await redeem(shop, anna, { ...card, permit: { ...own, token: own.secretToken } }),
      await redeem(shop, anna, { ...card, permit: berts }),
      await shop.raw('GET', `/wallet/redeem/${card.code}`, { token: anna.token }),
    ];
    expect(tally(replies)).toEqual({ 'wallet.token': 8 });
    expect(await anna.balance()).toBe(0n);
  });

  test('API-03 a pair belongs to the session that asked for it', async () => {
    const { shop, anna } = await startAt(shared());
    const card = await makeVoucher(shop);
    const given = await permit(shop, anna);
    const elsewhere = { token: await signedInAgain(shop, anna.id) };
    expect((await lookUp(shop, elsewhere, { ...card, permit: given })).status).toBe(403);
    expect((await redeem(shop, elsewhere, { ...card, permit: given })).status).toBe(403);
  });

  test('a pair repeated after success answers the same and credits nothing more', async () => {
    const { shop, anna } = await startAt(shared());
    const [card, second] = [await makeVoucher(shop), await makeVoucher(shop)];
    const given = await permit(shop, anna);
    const first = await redeem(shop, anna, { ...card, permit: given });
    const again = await redeem(shop, anna, { ...card, permit: given });
    expect(again.body).toEqual(first.body);
    expect((await redeem(shop, anna, { ...second, permit: given })).status).toBe(403);
    const wrong = { ...card, pin: otherPin(card.pin), permit: given };
    expect((await redeem(shop, anna, wrong)).status).toBe(403);
    expect((await lookUp(shop, anna, { ...card, permit: given })).status).toBe(403);
    expect(await anna.balance()).toBe(25_00n);
  });

  test('a failure does not spend the pair', async () => {
    const { shop, anna } = await startAt(shared());
    const card = await makeVoucher(shop);
    const given = await permit(shop, anna);
    const wrong = await redeem(shop, anna, { ...card, pin: otherPin(card.pin), permit: given });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'PIN is wrong']);
    expect((await redeem(shop, anna, { ...card, permit: given })).status).toBe(200);
  });

  test('50 times the same request in parallel is one credit and 50 successes', async () => {
    const { shop, anna } = await startAt(shared());
    const given = { ...(await makeVoucher(shop)), permit: await permit(shop, anna) };
    const replies = await Promise.all(Array.from({ length: 50 }, () => redeem(shop, anna, given)));
    expect(tally(replies)).toEqual({ 200: 50 });
    expect(await anna.balance()).toBe(25_00n);
  });

  test('50 members and pairs in parallel for one card: one credit', async () => {
    const { shop } = await startAt(shared());
    const card = await makeVoucher(shop);
    const rivals = await Promise.all(Array.from({ length: 50 }, () => makeMember(shop)));
    const permits = await Promise.all(rivals.map((rival) => permit(shop, rival)));
    const replies = await Promise.all(
      rivals.map((rival, i) => {
        const [given] = permits.slice(i);
        return redeem(shop, rival, { ...card, permit: given ?? { token: '', secretToken: '' } });
      }),
    );
    expect(tally(replies)).toEqual({ 200: 1, 'wallet.redeemed': 49 });
    const balances = await Promise.all(rivals.map((rival) => rival.balance()));
    expect(balances.filter((balance) => balance > 0n)).toEqual([25_00n]);
  });

  test('WAL-29 WAL-30 WAL-31 the checks come in their order: found, redeemed, currency, PIN', async () => {
    const { shop, anna } = await startAt(shared());
    const euro = await makeVoucher(shop, 'eur');
    const emil = await makeMember(shop, { currency: 'eur' });
    const given = await permit(shop, anna);
    const ask = async (card: { code: string; pin: string }) => {
      const { status, body } = await redeem(shop, anna, { ...card, permit: given });
      return [status, body.message];
    };
    expect(await ask({ code: 'AAAA-BBBB-CCCC-DDDD', pin: '000000' })).toEqual([
      404,
      'Card not found',
    ]);
    const wrong = { ...euro, pin: otherPin(euro.pin) };
    expect(await ask(wrong)).toEqual([409, 'Card Currency not matched.']);
    expect(await ask(euro)).toEqual([409, 'Card Currency not matched.']);
    await redeem(shop, emil, { ...euro, permit: await permit(shop, emil) });
    expect(await ask(wrong)).toEqual([409, 'Card was allready Redemeed']);
    expect(await anna.balance()).toBe(0n);
  });

  test('cards that are found are no misses', async () => {
    const { shop, anna } = await startAt(shared());
    const given = { ...(await makeVoucher(shop)), permit: await permit(shop, anna) };
    const looks = await Promise.all(Array.from({ length: 15 }, () => lookUp(shop, anna, given)));
    expect(tally(looks)).toEqual({ 200: 15 });
  });

  test('a frozen member redeems nothing', async () => {
    const { shop, anna } = await startAt(shared());
    const given = { ...(await makeVoucher(shop)), permit: await permit(shop, anna) };
    await shop.db.tx((tx) => freeze(tx, anna.id, 'reversal'));
    expect((await redeem(shop, anna, given)).body.code).toBe('account.frozen');
    expect(await anna.balance()).toBe(0n);
  });

  test('API-52 WAL-39 the statement shows each movement, newest first, page by page', async () => {
    const { shop, anna } = await startAt(shared());
    await redeem(shop, anna, { ...(await makeVoucher(shop)), permit: await permit(shop, anna) });
    const card = await makeCard(shop, { priceMinor: 10_00n });
    const order = orderBody(anna, { card, totalMinor: 10_00n });
    await shop.call(pay, { token: anna.token, body: order });
    const { token } = anna;
    const { body } = await shop.call(calls.listWalletTransactions, { token, query: {} });
    expect(body.totalCount).toBe(2);
    const row = {
      bTransfer: false,
      eCurrency: 'usd',
      eStatus: 'Complete',
      sNote: '',
      _id: expect.stringMatching(/^wtx_\d+$/),
      dCreatedAt: expect.any(String),
    };
    expect(body.data).toEqual([
      {
        ...row,
        sType: 'debit',
        sDescription: 'Gift cards bought',
        eKind: 'buy',
        sBrands: 'Nimbus',
        sPayerId: anna.id,
        sOrderId: order.sOrderId,
        nTotalAmount: 10,
      },
      {
        ...row,
        sType: 'credit',
        sDescription: 'Gift card redeemed',
        eKind: 'redeem',
        sBrands: '',
        sPayerId: '',
        sOrderId: '',
        nTotalAmount: 25,
      },
    ]);
    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual(
      Object.keys(calls.walletTransactionSchema.shape).sort(),
    );
    const page = { page: 2, limit: 1 };
    const second = await shop.call(calls.listWalletTransactions, { token, query: page });
    expect(second.body.data).toEqual(body.data.slice(1));
  });
});

test('codes are four groups without look-alikes; neither they nor PINs are stored', async () => {
  const { shop } = await start();
  const { keys } = shop.config;
  const wish = { valueMinor: 1_00n, currency: 'usd', count: 200, keys } as const;
  const cards = await createVouchers(shop.db, wish);
  const shape = /^[A-HJKMNP-Z2-9]{4}(-[A-HJKMNP-Z2-9]{4}){3}$/;
  expect(cards.filter(({ code, pin }) => !shape.test(code) || !/^\d{6}$/.test(pin))).toEqual([]);
  expect(new Set(cards.map(({ code }) => code)).size).toBe(200);
  const stored = JSON.stringify(await shop.db.rows(sql<object>`select v::text from vouchers v`));
  const [{ code, pin } = { code: '', pin: '' }] = cards;
  for (const secret of [code, code.replaceAll('-', ''), pin])
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
});

test('API-03 a pair is good for five minutes', async () => {
  const { shop, anna } = await start();
  const card = await makeVoucher(shop);
  const given = await permit(shop, anna);
  await shop.moveClock(minutes(4));
  expect((await lookUp(shop, anna, { ...card, permit: given })).status).toBe(200);
  await shop.moveClock(minutes(1));
  expect((await lookUp(shop, anna, { ...card, permit: given })).status).toBe(403);
  expect((await redeem(shop, anna, { ...card, permit: given })).status).toBe(403);
});

test('five wrong PINs in parallel lock the card for an hour', async () => {
  const { shop, anna } = await start();
  const card = await makeVoucher(shop);
  const given = await permit(shop, anna);
  const wrong = { ...card, pin: otherPin(card.pin), permit: given };
  const replies = await Promise.all(Array.from({ length: 20 }, () => redeem(shop, anna, wrong)));
  expect(tally(replies)).toEqual({ 'wallet.wrong_pin': 5, 'wallet.redeem_locked': 15 });
  const locked = await redeem(shop, anna, { ...card, permit: given });
  expect(locked.status).toBe(429);
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(3_500);
  await shop.moveClock(hours(1) + 1_000);
  const good = await redeem(shop, anna, { ...card, permit: await permit(shop, anna) });
  expect(good.status).toBe(200);
});

test('ten misses an hour, counted at look-up and redeem together', async () => {
  const { shop, anna } = await start();
  const card = await makeVoucher(shop);
  const given = await permit(shop, anna);
  const miss = { code: 'AAAA-BBBB-CCCC-DDDD', pin: '000000', permit: given };
  const looks = await Promise.all(Array.from({ length: 6 }, () => lookUp(shop, anna, miss)));
  const tries = await Promise.all(Array.from({ length: 6 }, () => redeem(shop, anna, miss)));
  expect(tally(looks)).toEqual({ 200: 6 });
  expect(tally(tries)).toEqual({ 'wallet.redeem_not_found': 4, 'request.throttled': 2 });
  expect((await lookUp(shop, anna, { ...card, permit: given })).status).toBe(429);
  expect((await redeem(shop, anna, { ...card, permit: given })).status).toBe(429);
  await shop.moveClock(hours(1) + 1_000);
  const fresh = await permit(shop, anna);
  expect((await redeem(shop, anna, { ...card, permit: fresh })).status).toBe(200);
});

test('PostgreSQL keeps a voucher and a spent pair as they are', async () => {
  const { shop, anna } = await start();
  const given = { ...(await makeVoucher(shop)), permit: await permit(shop, anna) };
  await redeem(shop, anna, given);
  const refusedBy = (statement: ReturnType<typeof sql>) =>
    shop.owner.run(statement).then(() => 'nothing', brokenConstraint);
  expect([
    await refusedBy(sql`update vouchers set redeemed_by = null, redeemed_at = null`),
    await refusedBy(sql`update vouchers set value_minor = value_minor + 1`),
    await refusedBy(sql`delete from vouchers`),
    await refusedBy(sql`update wallet_permits set used_at = null, outcome = null`),
  ]).toEqual(['vouchers_once', 'vouchers_once', 'history_kept', 'wallet_permits_once']);
});
